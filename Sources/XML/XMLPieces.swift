// Unsafe pointers: files are read into a buffer that Expat reads.

internal import JSON
internal import Threads

/// Parses a document into events, piece by piece. While the caller reads one piece, another thread
/// parses the next.
final class XMLPieces {
  /// How a piece ended.
  enum Outcome {
    /// More may follow.
    case more
    case end
    /// The document has an error after the events of the piece.
    case failure(ExpatParser.Failure, XMLPosition)
    case unreadable(code: Int)
  }

  private let maker: Maker
  private var errand: Errand?
  private var count = 0

  /// The number of pieces that are parsed only on request, because most documents are small.
  private static let first = 4

  init(_ source: ByteSource, limits: XMLReader.Limits, windowSize: Int) {
    maker = Maker(source, ExpatParser(limits: limits), windowSize: windowSize)
  }

  /// Replaces `events` by the events of the next piece.
  func next(_ events: inout ExpatParser.Events) -> Outcome {
    if let errand {
      errand.wait()
    } else {
      maker.make()
    }
    errand = nil
    count += 1
    swap(&events, &maker.events)
    let outcome = maker.outcome
    if case .more = outcome, count >= Self.first {
      errand = Workers.begin { [maker] in maker.make() }
    }
    return outcome
  }

  /// The position of the first repair and the number of repairs so far; nil if there is none.
  var repairs: (first: XMLPosition, count: Int)? {
    errand?.wait()
    return maker.filter.firstRepair.map { ($0, maker.filter.repairs) }
  }

  /// The number of bytes that are 0 so far.
  var zeros: Int {
    errand?.wait()
    return maker.filter.zeros
  }
}

extension XMLPieces {
  /// Only one thread uses it at a time: the errand's thread while an errand runs.
  private final class Maker: @unchecked Sendable {
    var events = ExpatParser.Events()
    var outcome = Outcome.more
    private(set) var filter = XMLFilter()
    private let source: ByteSource
    private let parser: ExpatParser?
    private var window: [UInt8]
    /// The number of bytes at the start of the window that the filter has not processed yet.
    private var kept = 0
    private var cleaned: [UInt8] = []

    init(_ source: ByteSource, _ parser: ExpatParser?, windowSize: Int) {
      self.source = source
      self.parser = parser
      window = [UInt8](repeating: 0, count: max(windowSize, 64))
    }

    func make() {
      guard let parser else {
        outcome = .failure(.outOfMemory, XMLPosition(line: 1, column: 1))
        return
      }
      let count = window.withUnsafeMutableBytes { window in
        source.fill(UnsafeMutableRawBufferPointer(rebasing: window[kept...]))
      }
      if count < 0 {
        events.removeAll()
        outcome = .unreadable(code: -count)
        return
      }
      let isLast = count == 0
      let available = kept + min(count, window.count - kept)
      cleaned.removeAll(keepingCapacity: true)
      let taken = window.withUnsafeBufferPointer { window in
        filter.filter(
          UnsafeBufferPointer(rebasing: window[..<available]), isLast: isLast, into: &cleaned)
      }
      kept = available - taken
      if taken > 0, kept > 0 {
        window.replaceSubrange(0..<kept, with: Array(window[taken..<available]))
      }
      cleaned.withUnsafeBufferPointer { parser.parse($0, isLast: isLast, into: &events) }
      outcome = isLast ? .end : .more
      if let (failure, position) = parser.failure { outcome = .failure(failure, position) }
    }
  }
}
