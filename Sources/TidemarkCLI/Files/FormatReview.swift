import Diagnostics
import Formats
import JSON
import Text
import ToolReports

/// The check of format files: each example must lead to the findings that it lists.
enum FormatReview {
  /// Separates the format files of a call from its other operands.
  static func split(_ operands: [String]) -> (formats: [String], others: [String]) {
    var (formats, others): ([String], [String]) = ([], [])
    for operand in operands {
      if isFormatFile(operand) { formats.append(operand) } else { others.append(operand) }
    }
    return (formats, others)
  }

  /// Whether a file in JSON5 has keys of a format file.
  private static func isFormatFile(_ path: String) -> Bool {
    guard path.hasSuffix(".json5"), case .success(let text) = SmallFile.read(path) else {
      return false
    }
    guard let root = JSONValue.parse(text, file: path).0 else {
      // With a mistake in its syntax, its words are all that is known.
      return text.contains("recognize:") && text.contains("examples:")
    }
    return root["recognize"] != nil && root["reads"] != nil
      || root["variants"] != nil && root["examples"] != nil
  }

  static func problems(_ paths: [String]) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    var names: [(name: String, path: String)] = []
    for path in paths where !names.contains(where: { $0.path == path }) {
      switch SmallFile.read(path) {
      case .failure(let failure): problems.append(failure.diagnostic)
      case .success(let text):
        let examples = FormatExamples(
          ofFormatFile: text, named: path, options: ImportOptions())
        problems += examples.problems
        if let name = examples.name { names.append((name, path)) }
      }
    }
    return problems + repeatedNames(names)
  }

  /// The errors about format files of one name. Only one of them could be used.
  static func repeatedNames(_ files: [(name: String, path: String)]) -> [Diagnostic] {
    var paths: [String: String] = [:]
    var problems: [Diagnostic] = []
    for (name, path) in files {
      guard let first = paths[name] else {
        paths[name] = path
        continue
      }
      problems.append(
        Diagnostic(
          .error, "bad-format-file",
          "two format files have the name \(VisibleText.quoted(name)): "
            + "\(VisibleText.of(first)) and \(VisibleText.of(path))",
          at: SourceLocation(file: path), help: ["give each format a name of its own"]))
    }
    return problems
  }
}
