import Diagnostics
import Formats

/// Declares and reads the options of a command. Each call declares an option and returns its value,
/// so that an option is defined only at its property. Without arguments, calls only declare.
struct OptionReader {
  /// In the order of the help.
  private(set) var declared: [OptionSpec] = []
  /// The diagnostics of invalid values.
  private(set) var problems: [Diagnostic] = []
  private let arguments: Arguments

  init(_ arguments: Arguments = Arguments()) {
    self.arguments = arguments
    // More options than most commands have.
    declared.reserveCapacity(64)
  }

  /// The options that a command declares.
  static func declarations(of command: (some Command).Type) -> [OptionSpec] {
    var reader = OptionReader()
    _ = command.init(&reader)
    return reader.declared
  }

  /// All values of an option.
  mutating func settings(_ option: OptionSpec) -> [Setting] {
    declared.append(option)
    return arguments.settings(of: option)
  }

  /// The last value, which overrides the others.
  mutating func setting(_ option: OptionSpec) -> Setting? {
    settings(option).last
  }

  mutating func text(_ option: OptionSpec) -> String? {
    setting(option)?.value
  }

  mutating func flag(_ option: OptionSpec) -> Bool {
    setting(option)?.value == "true"
  }

  /// Returns a converted value; for an invalid one, adds a problem and returns nil.
  mutating func value<Value>(
    _ option: OptionSpec, _ rule: String, _ convert: (String) -> Value?
  ) -> Given<Value>? {
    guard let setting = setting(option) else { return nil }
    if let value = convert(setting.value) { return Given(value: value, setting: setting) }
    refuse(setting, rule)
    return nil
  }

  /// Returns one of some words, which are too many for the option's syntax; for another word, adds
  /// a problem and returns nil.
  mutating func word(_ option: OptionSpec, among words: [String]) -> Setting? {
    guard let setting = setting(option) else { return nil }
    if words.contains(setting.value) { return setting }
    problems.append(
      UsageError.badChoice(
        option: setting.name, value: setting.value, choices: words,
        nearest: Suggestion.nearest(to: setting.value, among: words)
      ).diagnostic(about: setting))
    return nil
  }

  /// Reads format files. Adds the problems of wrong ones, and of two for one name.
  mutating func formats(_ settings: [Setting]) -> [InputFormat] {
    var formats: [(format: InputFormat, path: String)] = []
    for path in settings.map(\.value) where !formats.contains(where: { $0.path == path }) {
      switch SmallFile.read(path) {
      case .failure(let failure): problems.append(failure.diagnostic)
      case .success(let text):
        let (format, found) = InputFormat.read(formatFile: text, named: path)
        problems += found
        if let format { formats.append((format, path)) }
      }
    }
    problems += FormatReview.repeatedNames(formats.map { ($0.format.name, $0.path) })
    return formats.map(\.format)
  }

  /// Adds the problem of an invalid value.
  mutating func refuse(_ setting: Setting, _ rule: String) {
    problems.append(UsageError.badValue(setting, why: rule).diagnostic(about: setting))
  }

  /// A whole number from `least` to `most`.
  mutating func number(
    _ option: OptionSpec, from least: Int, to most: Int = .max
  ) -> Given<Int>? {
    guard let setting = setting(option) else { return nil }
    if let number = Int(setting.value), number >= least, number <= most {
      return Given(value: number, setting: setting)
    }
    problems.append(
      UsageError.badNumber(option: setting.name, value: setting.value, least: least)
        .diagnostic(about: setting))
    return nil
  }

  /// A number of bytes of at least `least`: 65536, 64k, 64KiB or 64kB.
  mutating func bytes(_ option: OptionSpec, from least: Int) -> Given<Int>? {
    value(option, "it is a number of bytes of at least \(least), such as 65536, 64k or 2M") {
      ByteCount.parse($0).flatMap { $0 >= least ? $0 : nil }
    }
  }

  /// Whether to open the page (`--open`); `subject` begins the help.
  mutating func opens(_ subject: String) -> Bool {
    flag(
      OptionSpec(
        name: "open", argument: .none,
        help: "\(subject) in the default browser.", isSetting: false))
  }

  /// A raw value of a type. The parser has already refused other words.
  mutating func choice<Value: RawRepresentable<String>>(_ option: OptionSpec)
    -> Given<Value>?
  {
    guard let setting = setting(option) else { return nil }
    return Value(rawValue: setting.value).map { Given(value: $0, setting: setting) }
  }
}

/// A converted value, with its origin.
struct Given<Value> {
  var value: Value
  var setting: Setting
}

extension Given: Sendable where Value: Sendable {}
