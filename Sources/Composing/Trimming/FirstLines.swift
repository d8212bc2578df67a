import Model
import Text

/// Shortens long texts to their first lines, with a link to the rest (see "Nothing is omitted
/// silently").
struct FirstLines {
  /// The maximum length in bytes of an uncut title.
  static let title = 480

  /// The address of the complete report.
  let url: String?
  /// The text of the link.
  let linkText: String
  /// The maximum length in bytes of shortened texts under a small budget.
  let limit: Int
  /// Whether messages show source lines. The shortest form does not.
  let showsSource: Bool

  init(url: String?, linkText: String, bytes: Int, showsSource: Bool) {
    self.url = url
    self.showsSource = showsSource
    self.linkText = linkText
    limit = max(80, min(480, bytes / 16))
  }

  /// A text cut at the end of a line, or within its first line if it is too long. A cut text
  /// becomes Markdown, so that the link works.
  func cut(_ source: String, _ format: inout TextFormat, limit: Int) -> String {
    guard source.utf8.count > limit else { return source }
    let bytes = source.utf8
    var end = bytes.index(bytes.startIndex, offsetBy: max(limit, 0))
    let line = bytes[..<end].lastIndex(of: UInt8(ascii: "\n"))
    if let line, bytes.distance(from: bytes.startIndex, to: line) >= limit / 4 {
      end = line
    } else {
      // Avoids a cut within a scalar.
      while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { bytes.formIndex(before: &end) }
    }
    var text = String(source[..<end])
    switch format {
    case .markdown:
      let fence = Self.openFence(text)
      text += fence == nil ? "\n\n…" : "\n…"
      if let fence { text += "\n" + fence }
    case .plain: text = format.markdown(text) + "\n\n…"
    case .log: text = format.markdown(text + "\n…")
    }
    format = .markdown
    if let url, Self.canStandInAngles(url) {
      text += "\n\n[\(linkText)](<\(url)>)"
    }
    return text
  }

  /// Whether Markdown allows the address as `<…>`.
  static func canStandInAngles(_ url: String) -> Bool {
    !url.utf8.contains { $0 <= 0x20 || $0 == 0x3C || $0 == 0x3E }
  }

  /// The code fence that a text leaves open.
  static func openFence(_ text: String) -> String? {
    var open: (mark: UInt8, count: Int)?
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let content = line.drop { $0 == UInt8(ascii: " ") }
      guard let mark = content.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
        continue
      }
      let count = content.prefix { $0 == mark }.count
      guard count >= 3, content.startIndex != line.endIndex else { continue }
      let rest = content.dropFirst(count)
      if let fence = open {
        let isEnd = rest.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }
        if mark == fence.mark, count >= fence.count, isEnd { open = nil }
      } else if mark != UInt8(ascii: "`") || !rest.contains(mark) {
        open = (mark, count)
      }
    }
    return open.map { String(repeating: $0.mark == UInt8(ascii: "`") ? "`" : "~", count: $0.count) }
  }

  func isLong(_ index: Int, of messages: [Message], limit: Int) -> Bool {
    limit <= self.limit
      && (messages[index].title.utf8.count > Self.title
        || showsSource
          && (messages[index].location?.context != nil
            || messages[index].testLocation?.context != nil))
      || messages[index].text.isLonger(than: limit) || messages[index].details.isLonger(than: limit)
      || messages[index].expected.isLonger(than: limit)
      || messages[index].actual.isLonger(than: limit)
      || !messages[index].rest.isEmpty && messages[index].steps.size > limit
  }

  func shorten(_ message: inout Message, limit: Int) {
    if limit <= self.limit {
      message.location?.context = nil
      if message.testLocation != nil { message.testLocation?.context = nil }
      if message.title.utf8.count > Self.title { message.title = TextLimits.title(message.title) }
    }
    if let text = message.text { message.text = cut(text, &message.textFormat, limit: limit) }
    if let details = message.details, details.utf8.count > limit {
      message.details = cut(message.shortDetails ?? details, &message.detailsFormat, limit: limit)
      message.detailsStart = 1
    }
    message.shortenSteps(to: limit)
    // A part of a value would look like the value.
    if message.expected.isLonger(than: limit) || message.actual.isLonger(than: limit) {
      (message.expected, message.actual) = (nil, nil)
    }
  }
}

extension String? {
  func isLonger(than limit: Int) -> Bool { (self?.utf8.count ?? 0) > limit }
}
