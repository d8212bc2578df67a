import Synchronization
import Templating
import Text

/// A template around separately rendered content, such as a page's shell: its output before and
/// after `{{{content}}}`.
struct TemplateWrapper {
  private(set) var head: [UInt8]
  let tail: [UInt8]

  /// Renders the template; nil if there is none of this name or it has no `{{{content}}}`.
  ///
  /// - Parameters:
  ///   - room: The expected number of bytes of the head and the content after it.
  ///   - longPart: The number of bytes of the longest part of the tail.
  init?(
    _ name: String, in library: TemplateLibrary, _ escaper: any Escaper, stack: [Value],
    reserving room: Int = 0, inTail longPart: Int = 0, findings: inout TemplateFindings
  ) {
    guard let index = library.index(of: name) else { return nil }
    let splitter = SplittingEscaper(escaper, longPart)
    var sink = ByteSink(reserving: room)
    Renderer(library: library, escaper: splitter)
      .render(index, stack: stack, to: &sink, findings: &findings)
    guard let head = splitter.head.taken() else { return nil }
    self.head = head
    tail = sink.bytes
  }

  /// Moves the head into an empty sink without copying it.
  mutating func moveHead(to sink: inout ByteSink) {
    swap(&head, &sink.bytes)
  }
}

/// Moves the output out of the sink at the first slot.
private struct SplittingEscaper: Escaper {
  final class Head: Sendable {
    /// More bytes than the other parts of a tail have.
    private static let smallParts = 1 << 14

    private let output = Mutex<[UInt8]?>(nil)

    func taken() -> [UInt8]? { output.withLock { $0.take() } }

    func moveOutput(of sink: inout ByteSink, reserving room: Int) {
      let isFirst = output.withLock { output in
        guard output == nil else { return false }
        output = sink.bytes
        return true
      }
      guard isFirst else { return }
      sink.bytes = []
      if room > 0 { sink.bytes.reserveCapacity(room + Self.smallParts) }
    }
  }

  let head = Head()
  private let escaper: any Escaper
  private let longPart: Int

  init(_ escaper: any Escaper, _ longPart: Int) {
    self.escaper = escaper
    self.longPart = longPart
  }

  func write(_ value: Value, isRaw: Bool, in context: TagContext, to sink: inout ByteSink) {
    if case .slot = value {
      head.moveOutput(of: &sink, reserving: longPart)
    } else {
      escaper.write(value, isRaw: isRaw, in: context, to: &sink)
    }
  }
}
