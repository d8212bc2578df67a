// Unsafe pointers: all texts of a section are compared in place.

internal import Diagnostics
internal import Model
internal import Text

/// One kind of similarity between messages (see "Groups of similar messages"). The kinds are tried
/// in order, each for the remaining messages.
package enum Likeness: String, Sendable, CaseIterable {
  /// Failed tests with the same cause (see "What to look at first").
  case lead
  /// The same rule, which importers link to.
  case rule
  /// The same title; for messages without a text, ignoring values.
  case title
  /// The same cause of a failure, ignoring values.
  case failure
  /// The same innermost stack frames.
  case stack
  /// The same test, which failed in several environments.
  case environment
}

/// Computes keys of messages; messages with equal keys are similar.
struct LikenessKeys: Sendable {
  let messages: [Message]
  /// Whether links identify rules. A link that all messages have belongs to the job.
  let hasRules: Bool
  /// The number of the cause of each failed test, parallel to `messages`; empty without causes.
  private let leads: [Int?]

  init(_ messages: [Message], leads: [Int?] = []) {
    self.messages = messages
    self.leads = leads
    // A pointer avoids copying the other properties.
    hasRules = messages.withUnsafeBufferPointer { messages in
      var first: Message.Link?
      for index in messages.indices {
        // Comparing with nil would copy the location.
        guard let link = messages[index].link, case .some = messages[index].location else {
          continue
        }
        if let first, first != link { return true }
        first = link
      }
      return false
    }
  }

  /// A number that is equal for similar messages; nil for messages without this similarity.
  func hash(of index: Int, by likeness: Likeness) -> UInt64? {
    switch likeness {
    case .lead: lead(of: index)
    case .rule:
      hasRules && hasLocation(index) ? messages[index].link.map(hash) : nil
    case .title:
      hashOfTitle(messages[index].title, ignoresValues: messages[index].text == nil)
    case .failure:
      withFailure(of: index) { VolatileText($0).outlineHash }
    case .stack:
      frames(of: index).map { withText($0) { VolatileText($0).outlineHash } }
    case .environment:
      test(of: index).map { withText($0) { VolatileText($0).hash } }
    }
  }

  private func lead(of index: Int) -> UInt64? {
    guard index < leads.count, let number = leads[index] else { return nil }
    // The high bits of a hash differ.
    return (UInt64(number) &+ 1) &* 0x9E37_79B9_7F4A_7C15
  }

  /// The fingerprint of a test without its environment; nil unless its title has the environment.
  private func test(of index: Int) -> String? {
    shownEnvironment(of: index) == nil ? nil : messages[index].fingerprintAnywhere
  }

  /// The environment as the title of a message names it; nil if it names none.
  private func shownEnvironment(of index: Int) -> Substring? {
    let title = messages[index].title
    guard let environment = messages[index].environment,
      let end = TestDigests.markEnd(of: environment, in: title[...])
    else { return nil }
    return title[..<end].dropFirst().dropLast(2)
  }

  private func hashOfTitle(_ title: String, ignoresValues: Bool) -> UInt64 {
    withText(title) { ignoresValues ? VolatileText($0).outlineHash : VolatileText($0).hash }
  }

  /// Comparing with nil would copy the location.
  @inline(__always)
  private func hasLocation(_ index: Int) -> Bool {
    if case .some = messages[index].location { true } else { false }
  }

  @inline(__always)
  private func hash(_ link: Message.Link) -> UInt64 {
    let title = withText(link.title) { VolatileText($0).hash }
    let url = link.url.map { withText($0) { VolatileText($0).hash } } ?? 0
    // A plain sum would be equal for swapped texts.
    return title &* 3 &+ url
  }

  /// The first message of a group, with the data to compare others.
  struct Sample {
    fileprivate let index: Int
    /// The outline, or the unchanged title.
    fileprivate var text: [UInt8] = []
  }

  func sample(_ index: Int, by likeness: Likeness) -> Sample {
    var sample = Sample(index: index)
    switch likeness {
    case .lead, .rule: break
    case .title:
      withText(messages[index].title) { bytes in
        if messages[index].text == nil {
          VolatileText(bytes).writeNormalized(.outline, to: &sample.text)
        } else {
          sample.text += bytes
        }
      }
    case .failure:
      withFailure(of: index) { VolatileText($0).writeNormalized(.outline, to: &sample.text) }
    case .stack:
      withText(frames(of: index) ?? "") {
        VolatileText($0).writeNormalized(.outline, to: &sample.text)
      }
    case .environment: sample.text += (test(of: index) ?? "").utf8
    }
    return sample
  }

  /// Whether a message is like another one.
  func isAlike(_ index: Int, _ sample: Sample, by likeness: Likeness) -> Bool {
    if likeness == .lead { return lead(of: index) == lead(of: sample.index) }
    if likeness == .rule { return messages[index].link == messages[sample.index].link }
    return sample.text.withUnsafeBufferPointer { text in
      switch likeness {
      case .lead, .rule: false
      case .title:
        withText(messages[index].title) { bytes in
          messages[index].text == nil
            ? VolatileText(bytes).hasOutline(text) : ByteSearch.areSame(bytes, text)
        }
      case .failure: withFailure(of: index) { VolatileText($0).hasOutline(text) } ?? false
      case .stack: withText(frames(of: index) ?? "") { VolatileText($0).hasOutline(text) }
      case .environment: withText(test(of: index) ?? "") { ByteSearch.areSame($0, text) }
      }
    }
  }

  /// Whether a similarity is meaningful: only values, or only the name of an error, do not identify
  /// a cause.
  static func isTelling(_ sample: Sample, _ likeness: Likeness) -> Bool {
    switch likeness {
    case .lead, .rule, .stack, .environment: true
    case .title: words(of: sample.text) > 0
    case .failure: words(of: sample.text) > 1
    }
  }

  /// The innermost frames of an error or a warning, one a line.
  private func frames(of index: Int) -> String? {
    guard messages[index].urgency >= .warning, let details = messages[index].details else {
      return nil
    }
    let frames = StackFrames.innermost(of: details)
    return frames.count < StackFrames.least ? nil : frames.joined(separator: "\n")
  }

  /// The title of a test with all its environments: `[chrome, firefox] login works`.
  func titleWithEnvironments(of items: [Int]) -> String? {
    guard let first = items.first, let own = shownEnvironment(of: first) else { return nil }
    let environments = Set(items.compactMap(shownEnvironment)).sorted()
    return TestDigests.mark(of: environments.joined(separator: ", "))
      + messages[first].title.dropFirst(own.count + 3)
  }

  /// The common part of the titles; nil if there is none.
  func commonTitle(of items: [Int]) -> String? {
    common(items) { index, body in withText(messages[index].title, body) }
  }

  /// The common part of the causes; nil if there is none.
  func commonLine(of items: [Int]) -> String? {
    common(items) { index, body in
      withFirstLine(of: index, body) ?? body(UnsafeBufferPointer(start: nil, count: 0))
    }
  }

  /// The words with which the causes begin, and "…"; nil if they begin with different words.
  func commonWords(of items: [Int]) -> String? {
    var common: [Substring]?
    for item in items {
      guard let line = withFirstLine(of: item, { String(decoding: $0, as: UTF8.self) }) else {
        return nil
      }
      let words = line.split(separator: " ")
      let shared = common.map { zip($0, words).prefix { $0 == $1 }.map(\.0) } ?? words
      if shared.isEmpty { return nil }
      common = shared
    }
    return common.map { TextLimits.title($0.joined(separator: " ") + " …") }
  }

  @inline(__always)
  private func common(
    _ items: [Int], _ withText: (Int, (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool
  ) -> String? {
    guard let first = items.first else { return nil }
    var common: CommonText?
    _ = withText(first) { text in
      common = CommonText(text)
      return true
    }
    for item in items.dropFirst() {
      guard withText(item, { common?.add($0) ?? false }) else { return nil }
    }
    return common?.text.filled
  }

  @inline(__always)
  private func withText<Result>(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    return text.withBytes(body)
  }

  /// The cause of an error or a warning.
  @inline(__always)
  private func withFailure<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    messages[index].urgency >= .warning ? withFirstLine(of: index, body) : nil
  }

  /// The cause, or the first line of the text with content, without leading spaces.
  @inline(__always)
  func withFirstLine<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    // Values of different lengths would cut causes at different words.
    if let cause = messages[index].cause, !cause.hasSuffix("…") { return withText(cause, body) }
    guard let text = messages[index].text else { return nil }
    let format = messages[index].textFormat
    return text.withBytes { bytes in
      Self.firstLine(of: bytes, in: format).map { body(UnsafeBufferPointer(rebasing: bytes[$0])) }
    }
  }

  /// The number of words in an outline, at most two. Some scripts have no spaces between words.
  static func words(of outline: [UInt8]) -> Int {
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

  private static func firstLine(
    of bytes: UnsafeBufferPointer<UInt8>, in format: TextFormat
  ) -> Range<Int>? {
    var end = 0
    for _ in 0..<mostLines {
      var start = end
      while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
      if start == bytes.count { return nil }
      if format == .markdown, bytes[start...].starts(with: "```".utf8) {
        end = ByteSearch.first(UInt8(ascii: "\n"), in: bytes, from: start) ?? bytes.count
        continue
      }
      let longest = UnsafeBufferPointer(rebasing: bytes[..<min(bytes.count, start + longestLine)])
      return
        start..<(ByteSearch.first(UInt8(ascii: "\n"), in: longest, from: start)
        ?? longest.count)
    }
    return nil
  }

  /// The number of lines that may be code fences.
  private static let mostLines = 8
  private static let longestLine = 1_000
}
