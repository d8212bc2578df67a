import Diagnostics
import Preparing
import Text

/// Reads the mail style sheets of a template for one scheme and direction. Resolves tokens to
/// values that mail programs support, and logical sides to left and right.
struct MailSheet {
  private let tokens: Tokens
  private let isDark: Bool
  private let isRightToLeft: Bool
  private var values: [String: String] = [:]

  init(_ tokens: Tokens, isDark: Bool, isRightToLeft: Bool) {
    self.tokens = tokens
    self.isDark = isDark
    self.isRightToLeft = isRightToLeft
  }

  /// A sheet as the content of `<style>`; empty if it is invalid.
  mutating func text(of file: AssetStore.File, problems: inout [Diagnostic]) -> String {
    if let problem = StyleSheet.danger(in: file) {
      problems.append(problem)
      return ""
    }
    var text = ""
    var rest = Substring(file.prepared ?? Compacted.style(file.text))
    while let start = rest.firstRange(of: "var(--") {
      text += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: ")") else { break }
      let name = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      if let value = value(name) {
        text += value
      } else {
        problems.append(Self.unknown(name, in: file, tokens))
      }
    }
    text = directed(text + rest)
    if text.utf8.contains(where: { $0 >= 0x80 }) {
      problems.append(
        Diagnostic(
          .error, "mail-style", "a mail's style sheet must be ASCII",
          at: SourceLocation(file: file.name)))
    }
    return text
  }

  /// The rules of a sheet that selects elements and classes only.
  mutating func rules(of file: AssetStore.File, problems: inout [Diagnostic]) -> [MailRule] {
    var rules: [MailRule] = []
    for block in text(of: file, problems: &problems).split(separator: "}") {
      let parts = block.split(separator: "{", maxSplits: 1, omittingEmptySubsequences: false)
      let declarations = parts.count < 2 ? [] : Self.declarations(parts[1])
      for selector in parts[0].split(separator: ",") {
        let name = Self.trimmed(selector)
        guard parts.count == 2, let declarations,
          let rule = MailRule(selector: name, declarations)
        else {
          problems.append(Self.malformed(name, in: file))
          continue
        }
        rules.append(rule)
      }
    }
    return rules
  }

  private static func declarations(_ text: Substring) -> [MailRule.Declaration]? {
    var declarations: [MailRule.Declaration] = []
    for piece in text.split(separator: ";") {
      let parts = piece.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      declarations.append(
        MailRule.Declaration(
          property: String(trimmed(parts[0])), value: String(trimmed(parts[1]))))
    }
    return declarations
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  // MARK: - Values for mail programs

  private func directed(_ text: String) -> String {
    let (start, end) = isRightToLeft ? ("right", "left") : ("left", "right")
    return text.replacing("-inline-start", with: "-" + start)
      .replacing("-inline-end", with: "-" + end)
      .replacing("text-align:start", with: "text-align:" + start)
      .replacing("text-align:end", with: "text-align:" + end)
  }

  /// The value of a token: a colour of six digits, a length in pixels, a font list with single
  /// quotes.
  private mutating func value(_ name: String) -> String? {
    if let known = values[name] { return known }
    guard let written = tokens.value(name, isDark: isDark) else { return nil }
    let value: String
    if written.hasPrefix("#") {
      // Six digits are supported by every mail program.
      value = HexColor(written, over: tokens.value("color-surface", isDark: isDark)).hex
    } else if written.hasSuffix("rem"), let number = Double(String(written.dropLast(3))) {
      value = Self.pixels(number * 16)
    } else {
      value = written.replacing("\"", with: "'")
    }
    values[name] = value
    return value
  }

  private static func pixels(_ number: Double) -> String {
    guard number.magnitude < 100_000 else { return "0" }
    return "\(Int(number.rounded()))px"
  }

  // MARK: - Diagnostics

  private static func unknown(
    _ name: String, in file: AssetStore.File, _ tokens: Tokens
  ) -> Diagnostic {
    Diagnostic(
      .error, "unknown-token", "unknown token '\(name)'",
      at: location(of: "--" + name, in: file),
      help: Suggestion.help(for: name, among: tokens.light.map(\.name).sorted()))
  }

  private static func malformed(_ selector: Substring, in file: AssetStore.File) -> Diagnostic {
    Diagnostic(
      .error, "mail-style", "unsupported rule '\(selector)': expected an element or a class",
      at: location(of: String(selector.prefix { $0 != " " && $0 != ">" }), in: file),
      help: ["put other rules into another file of the template's mail folder"])
  }

  private static func location(of text: String, in file: AssetStore.File) -> SourceLocation {
    guard !text.isEmpty, let range = file.text.firstRange(of: text) else {
      return SourceLocation(file: file.name)
    }
    let line = file.text[..<range.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") } + 1
    return SourceLocation(file: file.name, line: line)
  }
}
