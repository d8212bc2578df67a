import Basics
import Synchronization
import Templating

/// A template around content that is rendered by itself, such as a page's shell: its output before
/// `{{{content}}}` and after it.
struct TemplateWrapper {
  let head: [UInt8]
  let tail: [UInt8]

  /// Renders the template; nil when there is none of this name, or it has no `{{{content}}}`.
  init?(
    _ name: String, in library: TemplateLibrary, _ escaper: any Escaper, stack: [Value],
    findings: inout TemplateFindings
  ) {
    guard let index = library.index(of: name) else { return nil }
    let splitter = SplittingEscaper(escaper)
    var sink = ByteSink()
    Renderer(library: library, escaper: splitter)
      .render(index, stack: stack, to: &sink, findings: &findings)
    guard let head = splitter.head.taken else { return nil }
    self.head = head
    tail = sink.bytes
  }
}

/// Takes the output out of the sink at the first slot.
private struct SplittingEscaper: Escaper {
  final class Head: Sendable {
    private let output = Mutex<[UInt8]?>(nil)

    var taken: [UInt8]? { output.withLock { $0 } }

    func take(_ sink: inout ByteSink) {
      let isFirst = output.withLock { output in
        guard output == nil else { return false }
        output = sink.bytes
        return true
      }
      if isFirst { sink.bytes = [] }
    }
  }

  let head = Head()
  private let escaper: any Escaper

  init(_ escaper: any Escaper) {
    self.escaper = escaper
  }

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    if case .slot = value {
      head.take(&sink)
    } else {
      escaper.write(value, isRaw: isRaw, in: context, to: &sink)
    }
  }
}
