import Diagnostics

/// An error of a command line, with its diagnostic.
enum UsageError: Error, Hashable {
  case unknownCommand(
    String, nearest: String?, help: String = "'tidemark help' lists the commands")
  /// An unknown template or theme.
  case unknownEntry(noun: String, name: String, choices: [String], nearest: String?)
  case unknownOption(String, nearest: String?)
  case missingValue(option: String)
  case unexpectedValue(option: String)
  case badChoice(option: String, value: String, choices: [String], nearest: String?)
  case badNumber(option: String, value: String, least: Int)
  case badValue(option: String, value: String, why: String)
  case missingOperand(String)
  case unexpectedOperand(String)
  case severalInputsFromStandardInput
  case severalTargetsNeedFolder
  case outputIsInput(String)
  case newWithoutBaseline(option: String)
  case missingOption(String, help: String)
  case together(String, String)
  case givenTwice(option: String, help: String)
  /// A value with a special remedy.
  case badWord(option: String, value: String, help: String)

  /// An invalid value of an option.
  static func badValue(_ setting: Setting, why: String) -> UsageError {
    .badValue(option: setting.name, value: setting.value, why: why)
  }

  var diagnostic: Diagnostic {
    Diagnostic(.error, id, summary, help: help)
  }

  /// The diagnostic, at the location of a setting.
  func diagnostic(about setting: Setting?) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.location = setting?.location
    return diagnostic
  }

  private var id: String {
    switch self {
    case .unknownCommand: "unknown-command"
    case .unknownEntry(let noun, _, _, _): "unknown-\(noun)"
    case .unknownOption: "unknown-option"
    case .missingValue: "missing-value"
    case .unexpectedValue: "unexpected-value"
    case .badChoice, .badWord, .badNumber, .badValue: "bad-value"
    case .missingOperand: "missing-argument"
    case .unexpectedOperand: "unexpected-argument"
    case .severalInputsFromStandardInput: "standard-input-twice"
    case .severalTargetsNeedFolder: "folder-needed"
    case .outputIsInput: "output-is-input"
    case .newWithoutBaseline: "baseline-needed"
    case .missingOption: "missing-option"
    case .together: "options-disagree"
    case .givenTwice: "option-twice"
    }
  }

  private var summary: String {
    switch self {
    case .unknownCommand(let name, _, _): "unknown command '\(name)'"
    case .unknownEntry(let noun, let name, _, _): "unknown \(noun) '\(name)'"
    case .unknownOption(let name, _): "unknown option '\(name)'"
    case .missingValue(let option): "'\(option)' needs a value"
    case .unexpectedValue(let option): "'\(option)' takes no value"
    case .badChoice(let option, let value, _, _), .badWord(let option, let value, _):
      "invalid value '\(value)' for '\(option)'"
    case .badNumber(let option, let value, let least):
      "'\(option)' needs a whole number of at least \(least), not '\(value)'"
    case .badValue(let option, let value, let why):
      "invalid value '\(value)' for '\(option)': \(why)"
    case .missingOperand(let operand): "\(operand) is missing"
    case .unexpectedOperand(let operand): "unexpected argument '\(operand)'"
    case .severalInputsFromStandardInput: "standard input '-' can be read only once"
    case .severalTargetsNeedFolder: "several targets need a folder to be written to"
    case .outputIsInput(let path): "'\(path)' is an input and would be overwritten"
    case .newWithoutBaseline(let option): "'\(option)' needs a baseline"
    case .missingOption(let option, _): "'\(option)' is missing"
    case .together(let option, let other): "'\(option)' and '\(other)' don't go together"
    case .givenTwice(let option, _): "'\(option)' is given twice"
    }
  }

  private var help: [String] {
    switch self {
    case .unknownCommand(_, let nearest?, _), .unknownOption(_, let nearest?):
      ["did you mean '\(nearest)'?"]
    case .unknownCommand(_, _, let help): [help]
    case .unknownOption: ["'--help' lists the options"]
    case .badChoice(_, _, let choices, let nearest),
      .unknownEntry(_, _, let choices, let nearest):
      nearest.map { ["did you mean '\($0)'?"] }
        ?? ["valid values: \(choices.joined(separator: ", "))"]
    case .missingOperand: ["'--help' shows examples"]
    case .severalTargetsNeedFolder: ["name one with '-o FOLDER'"]
    case .missingOption(_, let help): [help]
    case .givenTwice(_, let help), .badWord(_, _, let help): [help]
    case .newWithoutBaseline:
      [
        "name the last report's dataset with '--baseline OLD.json', or a site of 'publish' with '--site'"
      ]
    default: []
    }
  }
}
