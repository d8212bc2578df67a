internal import Diagnostics
package import JSON

/// A value that must be one of a fixed set of words. Unknown words are reported, never guessed.
package struct Choice<Value: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
  /// The name of the value in messages and ids: "urgency".
  package let noun: String

  package init(_ noun: String) {
    self.noun = noun
  }

  /// All words, in the order of the cases.
  package var words: [String] { Value.allCases.map(\.rawValue) }

  package func read(_ reader: inout JSONReader, name: String) -> Value? {
    guard reader.scanIfString() else {
      reader.rejectType("a string", name: name)
      return nil
    }
    if let value = Value(rawValue: reader.textString) { return value }
    let position = reader.valuePosition
    let given = String(decoding: reader.text.prefix(256), as: UTF8.self)
    reader.report(
      .error, "unknown-\(noun.split(separator: " ").joined(separator: "-"))", at: position,
      "unknown \(noun) \(VisibleText.quoted(given))", help: help(for: given))
    return nil
  }

  private func help(for given: String) -> [String] {
    let near = Synonyms.help(for: given, among: words)
    return near.isEmpty ? ["valid values: " + words.joined(separator: ", ")] : near
  }
}
