package import Text

/// Limits that stop an endless rendering.
package enum RenderingLimits {
  /// The maximum nesting of partials, sections and blocks together.
  package static let depth = 256
  /// The maximum number of partials, sections and blocks that one rendering enters.
  package static let entries = 1 << 26
  /// The maximum total indentation of nested partials in bytes. Each level stores the sum and
  /// writes it before every line.
  package static let indentation = 1_024
}

/// Controls threads and output of a rendering.
package struct Schedule {
  /// The number of threads for a long list. It doesn't affect the output.
  package var threads = 1
  /// The minimum number of records for which a second thread is used.
  package var threshold = 2_048
  /// The number of records rendered at a time.
  package var sliceLength = 512
  /// Consumes the output so far and empties the sink, or inspects it and leaves it unchanged.
  /// Returns false to stop the rendering.
  package var flush: ((inout ByteSink) -> Bool)?
  /// The number of bytes after which the output is flushed.
  package var flushSize = 1 << 20
  /// Processes the output of a slice on the thread that rendered it. `flushSettled` receives the
  /// output and the result, instead of `flush`.
  package var settle: (@Sendable (ByteSink) -> any Sendable)?
  package var flushSettled: ((inout ByteSink, any Sendable) -> Bool)?

  package init() {}
}

/// A partial tag reached by a rendering, for `Renderer.replacePartial`.
package struct PartialCall {
  package let name: String
  /// The index of its template in the library; nil if there is none.
  package let template: Int?
  /// The context stack at the tag, innermost last; sufficient to render the partial later.
  package let stack: [Value]
}

/// Renders the templates of a library for one target. Safe to use on several threads at once.
package struct Renderer: Sendable {
  package let library: TemplateLibrary
  package let escaper: any Escaper
  /// Called for each partial tag (not for parents) of the template passed to `render` and its
  /// sections. Returns true if it has written a replacement.
  package var replacePartial: (@Sendable (PartialCall, inout ByteSink) -> Bool)?

  package init(library: TemplateLibrary, escaper: any Escaper) {
    self.library = library
    self.escaper = escaper
  }

  /// Renders the template at an index of the library.
  ///
  /// - Parameters:
  ///   - stack: the contexts in which names are looked up, innermost last.
  ///   - findings: collects unknown names and partials.
  /// - Returns: false if it was stopped by a limit (see `findings`) or by `flush`.
  @discardableResult
  package func render(
    _ template: Int, stack: [Value], to sink: inout ByteSink, findings: inout TemplateFindings,
    schedule: Schedule = Schedule()
  ) -> Bool {
    guard library.templates.indices.contains(template) else { return true }
    var interpreter = Interpreter(self, stack: stack, schedule: schedule)
    interpreter.replacing = replacePartial == nil ? -1 : template
    swap(&interpreter.sink, &sink)
    let linked = library.linked[template]
    interpreter.run(linked, 0, linked.nodes.count)
    swap(&interpreter.sink, &sink)
    findings.merge(interpreter.findings)
    return !interpreter.isStopped
  }

  /// Renders the template called `name`; nil if there is none.
  package func render(_ name: String, stack: [Value]) -> (String, TemplateFindings)? {
    guard let index = library.index(of: name) else { return nil }
    var sink = ByteSink()
    var findings = TemplateFindings()
    render(index, stack: stack, to: &sink, findings: &findings)
    return (sink.string, findings)
  }
}
