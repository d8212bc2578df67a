internal import Inputs
internal import JSON
internal import Model
internal import ToolReports

/// Reads what a folder says about the run.
extension AllureImporter {
  mutating func readExecutor(_ value: JSONValue) {
    func text(_ key: String) -> String? {
      (value[key]?.string ?? value[key]?.written).map(PlainText.trimmed).flatMap {
        $0.isEmpty ? nil : $0
      }
    }
    report.title = report.title ?? text("reportName")
    report.subtitle = text("buildName") ?? text("buildOrder").map { "#" + $0 }
    report.url = text("buildUrl") ?? text("url")
  }

  private static let mostFacts = 20
  private static let longestValue = 200

  /// Reads `environment.properties`. Its author has chosen what it says, so that all of it becomes
  /// facts. A name such as "token" shows that its value is a secret.
  mutating func readEnvironment(_ text: String) {
    var redactor = context.options.redactor
    for (name, value) in JavaProperties.read(text) where !value.isEmpty {
      if EnvironmentFacts.isOne(name) {
        report.environmentFacts.add(name, value)
      } else if report.properties.count < Self.mostFacts {
        let start = name + ": "
        let whole = redactor.redacted(start + value)
        let shown = whole.hasPrefix(start) ? String(whole.dropFirst(start.count)) : Redactor.sign
        report.properties.append(
          (name, [MessageMaker.shortened(shown, to: Self.longestValue)]))
      }
    }
  }
}

/// The names and values of a file of Java properties.
enum JavaProperties {
  static func read(_ text: String) -> [(name: String, value: String)] {
    var properties: [(String, String)] = []
    var line = ""
    for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let part = part.drop(while: \.isWhitespace)
      if line.isEmpty, part.isEmpty || part.first == "#" || part.first == "!" { continue }
      line += part
      // An odd number of backslashes continues the line.
      if line.reversed().prefix(while: { $0 == "\\" }).count % 2 == 1 {
        line.removeLast()
        continue
      }
      if let property = property(line) { properties.append(property) }
      line = ""
    }
    if let property = property(line) { properties.append(property) }
    return properties
  }

  private static func property(_ line: String) -> (String, String)? {
    var characters = Array(line)[...]
    let name = word(&characters) { $0 == "=" || $0 == ":" || $0.isWhitespace }
    if name.isEmpty { return nil }
    characters = characters.drop(while: \.isWhitespace)
    if characters.first == "=" || characters.first == ":" { characters.removeFirst() }
    characters = characters.drop(while: \.isWhitespace)
    return (name, PlainText.trimmed(word(&characters) { _ in false }))
  }

  /// Takes characters up to an end, without escapes.
  private static func word(
    _ characters: inout ArraySlice<Character>, until isEnd: (Character) -> Bool
  ) -> String {
    var word = ""
    while let character = characters.first, !isEnd(character) {
      characters.removeFirst()
      guard character == "\\", let escaped = characters.popFirst() else {
        word.append(character)
        continue
      }
      switch escaped {
      case "n": word.append("\n")
      case "r": word.append("\r")
      case "t": word.append("\t")
      case "f": word.append("\u{C}")
      case "u":
        let digits = String(characters.prefix(4))
        let scalar = UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
        if digits.count == 4, let scalar {
          word.unicodeScalars.append(scalar)
          characters.removeFirst(4)
        } else {
          word.append("u")
        }
      default: word.append(escaped)
      }
    }
    return word
  }
}
