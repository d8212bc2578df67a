internal import Basics
internal import Model

/// One way in which messages are alike (M15), in the order in which they are tried: each looks at
/// what those before it have left.
package enum Likeness: String, Sendable, CaseIterable {
  /// The same rule, which importers link to.
  case rule
  /// The same title; without a text, values aside.
  case title
  /// The same first line of a failure, values aside.
  case failure
  /// The same innermost frames of a stack.
  case stack
}

/// Makes keys of messages; those with equal keys are alike.
struct LikenessKeys {
  let messages: [Message]
  /// Whether links tell rules from one another. A link that all messages have is that of the job.
  let hasRules: Bool

  init(_ messages: [Message]) {
    self.messages = messages
    // A pointer avoids copying the other properties.
    hasRules = messages.withUnsafeBufferPointer { messages in
      var first: Message.Link?
      for index in messages.indices where messages[index].location != nil {
        guard let link = messages[index].link else { continue }
        if let first, first != link { return true }
        first = link
      }
      return false
    }
  }

  /// The rule of a finding; nil for other messages.
  func rule(of index: Int) -> Message.Link? {
    hasRules && messages[index].location != nil ? messages[index].link : nil
  }

  /// A number that is equal for messages alike; nil for those that are not like any.
  func hash(of index: Int, by likeness: Likeness) -> UInt64? {
    switch likeness {
    case .rule: nil
    case .title:
      withText(messages[index].title) { bytes in
        messages[index].text == nil ? VolatileText(bytes).outlineHash : VolatileText(bytes).hash
      }
    case .failure:
      withFirstLine(of: index) { VolatileText($0).outlineHash }
    case .stack:
      frames(of: index).map { withText($0) { VolatileText($0).outlineHash } }
    }
  }

  /// Writes what is the same for messages alike.
  func write(_ index: Int, by likeness: Likeness, to buffer: inout [UInt8]) {
    buffer.removeAll(keepingCapacity: true)
    switch likeness {
    case .rule: break
    case .title:
      withText(messages[index].title) { bytes in
        if messages[index].text == nil {
          VolatileText(bytes).writeNormalized(.outline, to: &buffer)
        } else {
          buffer += bytes
        }
      }
    case .failure:
      withFirstLine(of: index) { VolatileText($0).writeNormalized(.outline, to: &buffer) }
    case .stack:
      withText(frames(of: index) ?? "") {
        VolatileText($0).writeNormalized(.outline, to: &buffer)
      }
    }
  }

  /// Whether messages are alike that have this in common: values alone, or the name of an error,
  /// say nothing of a cause.
  static func isTelling(_ common: [UInt8], _ likeness: Likeness) -> Bool {
    switch likeness {
    case .rule, .stack: true
    case .title: words(of: common) > 0
    case .failure: words(of: common) > 1
    }
  }

  /// The innermost frames of an error or a warning, a line each.
  private func frames(of index: Int) -> String? {
    guard messages[index].urgency >= .warning, let details = messages[index].details else {
      return nil
    }
    let frames = StackFrames.innermost(of: details)
    return frames.count < StackFrames.least ? nil : frames.joined(separator: "\n")
  }

  @inline(__always)
  private func withText<Result>(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8(body)
  }

  @inline(__always)
  private func withFirstLine<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    guard messages[index].urgency >= .warning, var text = messages[index].text else { return nil }
    let format = messages[index].textFormat
    return text.withUTF8 { bytes in
      Self.firstLine(of: bytes, in: format).map { body(UnsafeBufferPointer(rebasing: bytes[$0])) }
    }
  }

  /// The number of words in an outline, as far as two. Some scripts have no spaces between them.
  private static func words(of outline: [UInt8]) -> Int {
    var words = 0
    var length = 0
    var position = 0
    while position < outline.count, words < 2 {
      let byte = outline[position]
      if byte == 0xE2, outline[position...].starts(with: "…".utf8) {
        length = 0
        position += 3
        continue
      }
      let isLetter = byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      length = isLetter ? length + 1 : 0
      if length == 2 || byte >= 0x80 && length == 12 { words += 1 }
      position += 1
    }
    return words
  }

  /// The first line of the text that says something, without spaces before it.
  static func firstLine(of message: Message) -> String? {
    guard var text = message.text else { return nil }
    return text.withUTF8 { bytes in
      firstLine(of: bytes, in: message.textFormat).map {
        String(decoding: bytes[$0], as: UTF8.self)
      }
    }
  }

  private static func firstLine(
    of bytes: UnsafeBufferPointer<UInt8>, in format: TextFormat
  ) -> Range<Int>? {
    var end = 0
    for _ in 0..<mostLines {
      var start = end
      while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
      if start == bytes.count { return nil }
      end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if format == .markdown, bytes[start..<end].starts(with: "```".utf8) { continue }
      return start..<min(end, start + longestLine)
    }
    return nil
  }

  /// The number of lines that may be the fences of code.
  private static let mostLines = 8
  private static let longestLine = 1_000
}
