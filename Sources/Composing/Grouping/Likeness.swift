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
  private var buffer: [UInt8] = []

  init(_ messages: [Message]) {
    self.messages = messages
    var first: Message.Link?
    var hasRules = false
    for message in messages where message.location != nil {
      guard let link = message.link else { continue }
      if let first, first != link {
        hasRules = true
        break
      }
      first = link
    }
    self.hasRules = hasRules
  }

  /// The rule of a finding; nil for other messages.
  func rule(of index: Int) -> Message.Link? {
    hasRules && messages[index].location != nil ? messages[index].link : nil
  }

  mutating func key(of index: Int, by likeness: Likeness) -> Fingerprint? {
    buffer.removeAll(keepingCapacity: true)
    switch likeness {
    case .rule:
      return nil
    case .title:
      // Tests that differ in a number may fail for different reasons.
      let kind = messages[index].text == nil ? VolatileText.Kind.outline : .title
      append(messages[index].title, kind)
      guard kind == .title ? !buffer.isEmpty : Self.words(of: buffer) > 0 else { return nil }
    case .failure:
      guard messages[index].urgency >= .warning, let line = Self.firstLine(of: messages[index])
      else { return nil }
      append(line, .outline)
      // The name of an error says nothing of its cause.
      guard Self.words(of: buffer) > 1 else { return nil }
    case .stack:
      guard messages[index].urgency >= .warning, let details = messages[index].details else {
        return nil
      }
      let frames = StackFrames.innermost(of: details)
      if frames.count < StackFrames.least { return nil }
      for frame in frames {
        append(frame, .outline)
        buffer.append(UInt8(ascii: "\n"))
      }
    }
    return Fingerprint(digesting: &buffer)
  }

  private mutating func append(_ text: String, _ kind: VolatileText.Kind) {
    var text = text
    text.withUTF8 { VolatileText($0).writeNormalized(kind, to: &buffer) }
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

  /// The first line of the text that says something, without spaces around it.
  static func firstLine(of message: Message) -> String? {
    guard let text = message.text else { return nil }
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 8) {
      let words = line.prefix(longestLine).drop { $0 <= 0x20 }
      if words.isEmpty || message.textFormat == .markdown && words.starts(with: "```".utf8) {
        continue
      }
      return String(decoding: words, as: UTF8.self)
    }
    return nil
  }

  private static let longestLine = 1_000
}
