import Composing
import Localization
import Markup
import Model
import Text

/// Writes the preview as columns: timestamp, title and state, each on at most two lines, aligned
/// across the columns.
enum PreviewTable {
  static func write(_ items: [Report.Entry], _ view: ReportView) -> String {
    guard !items.isEmpty else { return "" }
    let gap = 2
    let width = (view.style.columns - 2 - gap * (items.count - 1)) / items.count
    guard width >= 8 else { return "" }
    let cells = items.map { cell($0, width, view) }
    let lines = (cells.first ?? []).indices.flatMap { part in
      let height = cells.map { $0[part].count }.max() ?? 0
      return (0..<height).map { row in
        let parts = cells.map { cell in
          (row < cell[part].count ? cell[part][row] : "").padded(toColumns: width)
        }
        let line = "  " + parts.joined(separator: String(repeating: " ", count: gap))
        return String(decoding: [TextMark.whole], as: UTF8.self) + line.trimmingSpaces
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The lines of each part of a column.
  private static func cell(_ item: Report.Entry, _ width: Int, _ view: ReportView) -> [[String]] {
    var head = ByteSink()
    LiteralText.writeText(
      "\(view.style.node(item)) \(view.style.spelled(item.previewTimestamp))", to: &head)
    var title = ByteSink()
    LiteralText.writeText(item.entry.title, to: &title)
    let label = item.label(view.report.locale)
    // Without isolates, cells of the other direction would swap places.
    return [head.string, title.string, view.style.spelled(label)].map { text in
      twoLines(text, width, view.style).map { isolated($0, view) }
    }
  }

  private static func isolated(_ line: String, _ view: ReportView) -> String {
    guard !view.style.isAscii,
      PhraseValue.isForeign(line, inRightToLeft: view.report.locale.isRightToLeft)
    else { return line }
    return "\u{2068}\(line)\u{2069}"
  }

  /// Breaks text into at most two lines, at a space if possible.
  private static func twoLines(_ text: String, _ width: Int, _ style: TargetStyle) -> [String] {
    guard TextWidth.columns(of: text) > width else { return [text] }
    var first = ""
    var used = 0
    var rest = LinePiece.split(text)[...]
    while let piece = rest.first, used + piece.spaces + piece.width <= width {
      first += String(repeating: " ", count: piece.spaces) + piece.text
      used += piece.spaces + piece.width
      rest.removeFirst()
    }
    guard !first.isEmpty else { return [style.truncated(text, toColumns: width)] }
    let second = rest.map { String(repeating: " ", count: $0.spaces) + $0.text }.joined()
    return [first, style.truncated(String(second.drop { $0 == " " }), toColumns: width)]
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
