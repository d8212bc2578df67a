import Diagnostics
import Text

/// Moves the messages that wait in `<noscript>` from the middle of a page to packed data at its
/// end, while the page is written.
///
/// In their place, an empty `<noscript data-packed>` stays for each list. The script unpacks the
/// data and gives each place its messages (`page/05-unpack.js`).
final class PackedPage {
  private let outlet: Outlet
  /// Bytes of the page that may contain the beginning of a list.
  private var held: [UInt8] = []
  private var pack = MessagePack()
  private var data = ByteSink()
  private(set) var problems: [Diagnostic] = []

  /// The number of bytes of HTML in one piece of data. Larger pieces compress little better, and a
  /// browser unpacks them one by one.
  private static let pieceSize = 1 << 20

  private static let start: StaticString = "<noscript>"
  private static let end: StaticString = "</noscript>"
  private static let place: StaticString = "<noscript data-packed></noscript>"

  init(_ outlet: @escaping Outlet) { self.outlet = outlet }

  /// An outlet for the page.
  func take(_ sink: inout ByteSink) -> Bool {
    held += sink.bytes
    sink.bytes.removeAll(keepingCapacity: true)
    var page = ByteSink(reserving: held.count)
    var position = 0
    var isOpen = false
    // The tag of a list is written at once, so its end is never missing.
    while let start = ByteSearch.first(Self.start, in: held, from: position) {
      page.bytes += held[position..<start]
      position = start
      isOpen = true
      let first = start + Self.start.utf8CodeUnitCount
      guard let last = ByteSearch.first(Self.end, in: held, from: first) else { break }
      position = last + Self.end.utf8CodeUnitCount
      isOpen = false
      if pack.add(held[first..<last]) {
        page.write(Self.place)
        if pack.size >= Self.pieceSize { finishPiece() }
      } else {
        page.bytes += held[start..<position]
      }
    }
    if !isOpen {
      page.bytes += held[position...]
      position = held.count
    }
    held.removeFirst(position)
    return problems.isEmpty && outlet(&page)
  }

  /// Writes the data after the whole content.
  func finish() -> Bool {
    finishPiece()
    var page = ByteSink()
    page.bytes = held + data.bytes
    (held, data.bytes) = ([], [])
    return problems.isEmpty && outlet(&page)
  }

  private func finishPiece() {
    guard pack.size > 0 else { return }
    if let packed = pack.data {
      data.write("<script type=\"application/gzip\">")
      data.write(packed)
      data.write("</script>\n")
    } else {
      problems = [
        Diagnostic(.error, "unwritable-file", "there is no memory to compress the page's messages")
      ]
    }
    pack = MessagePack()
  }
}
