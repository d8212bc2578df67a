import Diagnostics
import JSON
import Templating
import Text

/// JSON data as a scope, looked up by name.
final class DataScope: Scope {
  private let fields: [String: Value]

  init(_ fields: [String: Value]) {
    self.fields = fields
  }

  func value(_ name: Name, at index: Int) -> Value {
    fields[name.text] ?? .missing
  }
}

extension Value {
  init(_ json: JSONValue) {
    switch json.kind {
    case .null: self = .absent
    case .bool(let flag): self = .flag(flag)
    case .number(let number, let written):
      self = Int(exactly: number).map(Value.number) ?? .text(written)
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.map(Value.init))
    case .object(let members):
      let fields = members.map { ($0.key, Value($0.value)) }
      self = .record(DataScope(Dictionary(fields) { first, _ in first }), 0)
    }
  }

  static func json(_ text: String) -> Value {
    JSONValue.parse(text, file: "data.json").0.map(Value.init) ?? .missing
  }
}

/// HTML escaping as in the Mustache specification; raw tags write any value unescaped.
struct PlainHTML: Escaper {
  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    switch value {
    case .flag(let flag): sink.write(flag ? "true" : "false")
    case .number(let number): sink.write("\(number)")
    case .text(let text), .address(let text):
      if isRaw { sink.write(text) } else { escape(text, to: &sink) }
    case .title(let text), .rich(let text, _, _, _), .finished(let text): sink.write(text)
    default: break
    }
  }

  private func escape(_ text: String, to sink: inout ByteSink) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): sink.write("&amp;")
      case UInt8(ascii: "<"): sink.write("&lt;")
      case UInt8(ascii: ">"): sink.write("&gt;")
      case UInt8(ascii: "\""): sink.write("&quot;")
      default: sink.write(byte: byte)
      }
    }
  }
}

/// The result of rendering a template.
struct Outcome {
  var text: String
  var diagnostics: [Diagnostic]

  var ids: [String] { diagnostics.map(\.id) }
}

/// Renders the template `main` with partials.
func render(
  _ main: String, partials: [String: String] = [:], data: Value = .json("{}"),
  known: [String] = [], schedule: Schedule = Schedule()
) -> Outcome {
  var vocabulary = Vocabulary(known)
  var templates: [Template] = []
  var problems: [Diagnostic] = []
  let all = [("main", main)] + partials.sorted { $0.key < $1.key }
  for (name, source) in all {
    let (template, found) = Template.parse(
      source, name: name, file: "\(name).mustache", vocabulary: &vocabulary)
    template.map { templates.append($0) }
    problems += found
  }
  let library = TemplateLibrary(templates, vocabulary: vocabulary)
  let renderer = Renderer(library: library, escaper: PlainHTML())
  var sink = ByteSink()
  var findings = TemplateFindings()
  if let place = library.index(of: "main") {
    renderer.render(place, stack: [data], to: &sink, findings: &findings, schedule: schedule)
  }
  return Outcome(text: sink.string, diagnostics: problems + findings.diagnostics(in: library))
}

/// The problems of a template as `line:column id`.
func problems(_ source: String) -> [String] {
  var vocabulary = Vocabulary()
  let (template, diagnostics) = Template.parse(
    source, name: "main", file: "main.mustache", vocabulary: &vocabulary)
  let words = diagnostics.map {
    "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.id)"
  }
  return (template == nil) == words.isEmpty ? ["parsed in spite of problems"] + words : words
}
