import Templating
import Text

/// Writes the template's wrappers around the parts of a page's document: `lead.html` around the
/// content before the first part, `part.html` around each part, `parts.html` around all of them.
struct DocumentParts {
  /// The wrappers by their path in a template, which is their name in the library.
  static let wrappers = [lead, part, all]
  private static let lead = "page/lead.html"
  private static let part = "page/part.html"
  private static let all = "page/parts.html"

  private let library: TemplateLibrary
  private let escaper: any Escaper
  private let root: Value
  private(set) var findings = TemplateFindings()
  /// The ends still to write: of the open part, and of all parts if one has begun.
  private var partTail: [UInt8] = []
  private var allTail: [UInt8]?

  init(_ library: TemplateLibrary, _ escaper: any Escaper, _ root: Value) {
    self.library = library
    self.escaper = escaper
    self.root = root
  }

  /// Begins the part of this number; 0 is the lead.
  mutating func begin(_ number: Int, to sink: inout ByteSink) {
    if number > 0, allTail == nil { allTail = open(Self.all, number, &sink) }
    partTail = open(number == 0 ? Self.lead : Self.part, number, &sink)
  }

  func end(to sink: inout ByteSink) {
    sink.write(partTail)
  }

  /// Ends the wrapper of all parts.
  func finish(_ sink: inout ByteSink) {
    if let allTail { sink.write(allTail) }
  }

  /// Writes a wrapper up to its content; returns the rest. A template may lack a wrapper.
  private mutating func open(_ name: String, _ number: Int, _ sink: inout ByteSink) -> [UInt8] {
    let wrapper = TemplateWrapper(
      name, in: library, escaper, stack: [root, .record(PartScope(number), 0)],
      findings: &findings)
    guard let wrapper else { return [] }
    sink.write(wrapper.head)
    return wrapper.tail
  }
}

/// The names of a wrapper beyond those of the report.
private final class PartScope: Scope {
  private let number: Int

  init(_ number: Int) {
    self.number = number
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .position: .number(number)
    case .content: .slot
    default: .missing
    }
  }
}
