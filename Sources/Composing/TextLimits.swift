internal import Diagnostics
package import Localization
package import Model
package import Text

/// Limits for texts in targets without fixed lines. They correspond to the lines that a page shows
/// at 80 columns (see "Size of a cell" and "Length of banners and alerts").
package enum TextLimits {
  /// Two lines.
  package static let titleClusters = 160
  /// Two lines of an object in the preview (see "An object of the preview").
  package static let previewClusters = 48
  /// Two lines.
  package static let textClusters = 160
  /// Three lines.
  package static let descriptionClusters = 240
  /// One line.
  package static let attributeClusters = 80
  package static let statusCount = 2
  package static let attributeCount = 2

  /// Plain text cut to a number of clusters, and to twice as many scalars.
  package static func cut(_ text: String, toClusters clusters: Int) -> String {
    let short = text.truncated(toClusters: clusters)
    guard short.unicodeScalars.count > clusters * 2 else { return short }
    return String(String.UnicodeScalarView(short.unicodeScalars.prefix(clusters * 2 - 1))) + "…"
  }

  package static func title(_ text: String) -> String {
    text.truncated(toClusters: titleClusters)
  }

  package static func description(_ text: String) -> String {
    text.truncated(toClusters: descriptionClusters)
  }

  package static func attribute(_ text: String) -> String {
    text.truncated(toClusters: attributeClusters)
  }

  /// The path of a file for a narrow column: a long one keeps its start and its end.
  package static func place(_ name: String) -> String {
    let (most, end) = (19, 11)
    guard name.count > most else { return name }
    return name.prefix(most - end - 1) + "…" + name.suffix(end)
  }

  /// The first lines of details, and a link to the rest, with the format of both.
  package static func details(
    _ source: String, _ format: TextFormat, lines: Int, url: String?, linkText: String
  ) -> (String, TextFormat) {
    let ends = source.utf8.indices.filter { source.utf8[$0] == UInt8(ascii: "\n") }
    guard ends.count >= lines, let last = source.utf8.last else { return (source, format) }
    // A trailing line end does not start another line.
    if ends.count == lines, last == UInt8(ascii: "\n") { return (source, format) }
    var start = format.markdown(String(source[..<ends[lines - 1]]))
    if format == .markdown, let fence = FirstLines.openFence(start) { start += "\n" + fence }
    guard let url, FirstLines.canStandInAngles(url) else { return (start + "\n\n…", .markdown) }
    return (start + "\n\n… [\(linkText)](<\(url)>)", .markdown)
  }

  /// The shown statuses, and the number of others.
  package static func statuses(
    of entry: TimelineEntry
  ) -> (shown: ArraySlice<TimelineEntry.StatusNote>, more: Int) {
    (entry.statuses.prefix(statusCount), max(0, entry.statuses.count - statusCount))
  }

  /// The shown attributes, and the number of others.
  package static func attributes(of entry: TimelineEntry) -> (shown: ArraySlice<String>, more: Int)
  {
    (entry.attributes.prefix(attributeCount), max(0, entry.attributes.count - attributeCount))
  }

  /// Whether an entry does not fit into a cell (see "Size of a cell").
  package static func isLong(_ entry: TimelineEntry) -> Bool {
    entry.statuses.count > statusCount || entry.attributes.count > attributeCount
      || isLong(entry.title) || entry.description.map { isLong($0, lines: 3) } ?? false
      || entry.attributes.contains { isLong($0, lines: 1) }
  }

  /// "and 3 more"; nil for 0.
  package static func more(_ count: Int, _ locale: Locale) -> String? {
    count > 0 ? locale.string(.andMore, ["count": locale.number(count)]) : nil
  }

  /// Whether a text needs more lines than a banner has, at 80 columns (see "Length of banners and
  /// alerts"). Called for every message, so it counts scalars and stops early.
  package static func isLong(_ text: String, lines limit: Int = 2, columns: Int = 80) -> Bool {
    return text.withBytes { bytes in
      var end = bytes.count
      while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
      // Only line ends can make a short text long.
      if end <= columns {
        var ends = 0
        for byte in bytes[..<end] { ends &+= byte == UInt8(ascii: "\n") ? 1 : 0 }
        return ends >= limit
      }
      var lines = 1
      var column = 0
      for byte in bytes[..<end] {
        if byte == UInt8(ascii: "\n") {
          lines += 1
          column = 0
        } else if byte & 0xC0 != 0x80 {
          column += 1
          if column > columns {
            lines += 1
            column = 1
          }
        }
        if lines > limit { return true }
      }
      return false
    }
  }
}
