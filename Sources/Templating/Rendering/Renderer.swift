package import Basics

/// Where rendering ends that would not end by itself.
package enum RenderingLimits {
  /// How deep partials, sections and blocks may go within each other, all counted.
  package static let depth = 256
  /// How many of them one rendering may enter.
  package static let entries = 1 << 26
  /// How many bytes of indentation partials within one another may add up to: each of them holds
  /// the sum, and writes it before every line.
  package static let indentation = 1_024
}

/// How a rendering is spread over threads and how its output leaves.
package struct Schedule {
  /// How many threads a long list is rendered on; the output is the same for every number.
  package var threads = 1
  /// The fewest records of a list that are worth a second thread.
  package var threshold = 2_048
  /// How many records are rendered in one go.
  package var sliceLength = 512
  /// Takes what has been rendered and empties the sink; false when no more is wanted.
  package var flush: ((inout ByteSink) -> Bool)?
  /// How many bytes gather before they are flushed.
  package var flushSize = 1 << 20

  package init() {}
}

/// A partial tag that a rendering has come to, for whoever wants to put something else there.
package struct PartialCall {
  package let name: String
  /// The place of its template in the library, if there is one.
  package let template: Int?
  /// The context stack at the tag, the innermost last: enough to render the partial later.
  package let stack: [Value]
}

/// Renders the templates of a library in one language. A value, and safe to use on several threads
/// at once.
package struct Renderer: Sendable {
  package let library: TemplateLibrary
  package let escaper: any Escaper
  /// Asked at each partial tag (not at parents) of the template that `render` is given and the
  /// sections in it; true when it has written what stands there instead.
  package var replacePartial: (@Sendable (PartialCall, inout ByteSink) -> Bool)?

  package init(library: TemplateLibrary, escaper: any Escaper) {
    self.library = library
    self.escaper = escaper
  }

  /// Renders the template at a place of the library.
  ///
  /// - Parameters:
  ///   - stack: what names mean, the innermost last.
  ///   - findings: takes in what was asked for in vain.
  /// - Returns: false when it stopped before the end, by a limit (see `findings`) or by `flush`.
  @discardableResult
  package func render(
    _ template: Int, stack: [Value], to sink: inout ByteSink, findings: inout TemplateFindings,
    schedule: Schedule = Schedule()
  ) -> Bool {
    guard library.templates.indices.contains(template) else { return true }
    var interpreter = Interpreter(self, stack: stack, schedule: schedule)
    interpreter.replacing = replacePartial == nil ? -1 : template
    swap(&interpreter.sink, &sink)
    interpreter.run(template, 0, library.linked[template].nodeCount)
    swap(&interpreter.sink, &sink)
    findings.merge(interpreter.findings)
    return !interpreter.isStopped
  }

  /// Renders the template that partial tags call `name`; nil when there is none.
  package func render(_ name: String, stack: [Value]) -> (String, TemplateFindings)? {
    guard let place = library.place(of: name) else { return nil }
    var sink = ByteSink()
    var findings = TemplateFindings()
    render(place, stack: stack, to: &sink, findings: &findings)
    return (sink.string, findings)
  }
}
