package import JSON
package import Localization

/// A field of a message. The keys of datasets, their reader and writer, the JSON and CSV outputs,
/// the names of templates, the schemas and the documents derive from the table `allCases`.
package struct MessageField: Sendable {
  /// The key in datasets and in the JSON output, the column of CSV and the name in templates.
  package let key: String
  package let content: Content
  /// A sentence for schemas and documents.
  package let meaning: String
  package let example: String?
  package let uses: Uses
  /// The phrases for `--sort` and `--filter`; nil if neither can name the field.
  package let labels: Labels?

  package typealias Path<Value> = any WritableKeyPath<Message, Value> & Sendable

  package enum Content: Sendable {
    /// A value with rules of its own in the reader, in the writer and in the outputs.
    case part(Part, Shape)
    case text(Path<String?>)
    /// A text that is absent if it is empty.
    case name(Path<String?>)
    case seconds(Path<Double?>)
    /// A whole number; the usual one is not written.
    case number(Path<Int>, ClosedRange<Int>, usual: Int)
  }

  package enum Part: String, Sendable {
    case id, urgency, kind, category, title, text, textFormat, details, detailsFormat, time
    case location, testLocation, link, actions, attachments, steps, progress, persistence
    case seconds, properties
  }

  /// The values that schemas and documents describe.
  package enum Shape: Sendable {
    case text, time, seconds
    /// An object with this name in the schema.
    case object(named: String)
    case words([String], usual: String?)
    case number(ClosedRange<Int>, usual: Int)
    /// A list of objects with this name in the schema.
    case list(of: String)

    static func words<Word: RawRepresentable<String> & CaseIterable>(
      of type: Word.Type, usual: Word? = nil
    ) -> Shape {
      .words(type.allCases.map(\.rawValue), usual: usual?.rawValue)
    }
  }

  /// The outputs that show a field without further code. A `Part` needs code in each output.
  package struct Uses: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let json = Uses(rawValue: 1)
    package static let csv = Uses(rawValue: 2)
    package static let templates = Uses(rawValue: 4)
    /// Shown in the JSON output before the other fields.
    package static let first = Uses(rawValue: 8)
  }

  package struct Labels: Sendable, Hashable {
    package let sort: StringKey
    package let filter: StringKey
  }

  init(
    _ key: String, _ content: Content, _ meaning: String, _ uses: Uses = [],
    labels: Labels? = nil, example: String? = nil
  ) {
    self.key = key
    self.content = content
    self.meaning = meaning
    self.example = example
    self.uses = uses
    self.labels = labels
  }

  init(_ part: Part, _ shape: Shape, _ meaning: String) {
    self.init(part.rawValue, .part(part, shape), meaning)
  }

  package var shape: Shape {
    switch content {
    case .part(_, let shape): shape
    case .text, .name: .text
    case .seconds: .seconds
    case .number(_, let range, let usual): .number(range, usual: usual)
    }
  }

  /// The value as text; nil if it is absent, usual or a part.
  package func text(of message: Message) -> String? {
    switch content {
    case .part: return nil
    case .text(let path), .name(let path): return message[keyPath: path]
    case .seconds(let path): return message[keyPath: path].map { "\($0)" }
    case .number(let path, _, let usual):
      let number = message[keyPath: path]
      return number == usual ? nil : String(number)
    }
  }
}

extension MessageField: RawRepresentable, CaseIterable, Hashable {
  package init?(rawValue: String) {
    guard let field = Self.allCases.first(where: { $0.key == rawValue }) else { return nil }
    self = field
  }

  package var rawValue: String { key }

  /// The fields of the JSON output that are no parts, in its order.
  package static let inJSON =
    allCases.filter { $0.uses.isSuperset(of: [.json, .first]) }
    + allCases.filter { $0.uses.intersection([.json, .first]) == .json }
}

extension JSONWriter {
  /// Writes a field unless it is absent, usual or a part.
  package mutating func member(_ field: MessageField, of message: Message) {
    switch field.content {
    case .part: break
    case .text(let path), .name(let path): member(field.key, message[keyPath: path])
    case .seconds(let path): member(field.key, message[keyPath: path])
    case .number(let path, _, let usual):
      let number = message[keyPath: path]
      if number != usual { member(field.key, number) }
    }
  }
}
