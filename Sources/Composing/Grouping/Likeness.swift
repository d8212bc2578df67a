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
  /// Whether a message is of a test in an environment.
  let haveEnvironments: Bool
  /// The number of the cause of each failed test, parallel to `messages`; empty without causes.
  private let leads: [Int?]

  init(_ messages: [Message], leads: [Int?] = []) {
    self.messages = messages
    self.leads = leads
    haveEnvironments = messages.indices.contains { messages[$0].environment != nil }
    let links = messages.indices.lazy.compactMap { index in
      messages[index].location == nil ? nil : messages[index].link
    }
    hasRules = links.first.map { first in links.contains { $0 != first } } ?? false
  }

  /// The key of a message; messages with equal keys are similar. Nil for messages without this
  /// similarity.
  func key(of index: Int, by likeness: Likeness) -> [UInt8]? {
    switch likeness {
    case .lead:
      return index < leads.count ? leads[index].map { Array(String($0).utf8) } : nil
    case .rule:
      guard hasRules, let link = messages[index].link, messages[index].location != nil else {
        return nil
      }
      return link.title.utf8 + [0] + (link.url ?? "").utf8
    case .title:
      let title = messages[index].title
      return messages[index].text == nil
        ? VolatileText(title).normalized(.outline) : Array(title.utf8)
    case .failure:
      guard messages[index].urgency >= .warning else { return nil }
      return firstLine(of: index).map { VolatileText($0).normalized(.outline) }
    case .stack: return frames(of: index).map { VolatileText($0).normalized(.outline) }
    case .environment: return test(of: index).map { Array($0.utf8) }
    }
  }

  /// Whether messages are failures of one test, each in another environment.
  func areOfOneTest(_ items: [Int]) -> Bool {
    guard let first = items.first.flatMap(test) else { return false }
    return items.allSatisfy { test(of: $0) == first }
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

  /// Whether a similarity is meaningful: only values, or only the name of an error, do not identify
  /// a cause.
  static func isTelling(_ key: [UInt8], _ likeness: Likeness) -> Bool {
    switch likeness {
    case .lead, .rule, .stack, .environment: true
    case .title: words(of: key) > 0
    case .failure: words(of: key) > 1
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
    common(items) { Array(messages[$0].title.utf8) }
  }

  /// The common part of the causes; nil if there is none.
  func commonLine(of items: [Int]) -> String? {
    common(items) { firstLine(of: $0) ?? [] }
  }

  /// The words with which the causes begin, and "…"; nil if they begin with different words.
  func commonWords(of items: [Int]) -> String? {
    var common: [Substring]?
    for item in items {
      guard let line = firstLine(of: item) else { return nil }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      let shared = common.map { zip($0, words).prefix { $0 == $1 }.map(\.0) } ?? words
      if shared.isEmpty { return nil }
      common = shared
    }
    return common.map { TextLimits.title($0.joined(separator: " ") + " …") }
  }

  private func common(_ items: [Int], _ text: (Int) -> [UInt8]) -> String? {
    guard let first = items.first else { return nil }
    var common = CommonText(text(first))
    for item in items.dropFirst() where !common.add(text(item)) { return nil }
    return common.text.filled
  }

  func firstLine(of index: Int) -> [UInt8]? { Self.firstLine(of: messages[index]) }

  /// The cause, or the first line of the text with content, without leading spaces.
  static func firstLine(of message: Message) -> [UInt8]? {
    // Values of different lengths would cut causes at different words.
    if let cause = message.cause, !cause.hasSuffix("…") { return Array(cause.utf8) }
    return message.text.flatMap { firstLine(of: $0, in: message.textFormat) }
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

  private static func firstLine(of text: String, in format: TextFormat) -> [UInt8]? {
    var rest = text.utf8[...]
    for _ in 0..<mostLines {
      rest = rest.drop { $0 <= 0x20 }
      if rest.isEmpty { return nil }
      if format == .markdown, rest.starts(with: "```".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
        continue
      }
      return Array(rest.prefix(longestLine).prefix { $0 != UInt8(ascii: "\n") })
    }
    return nil
  }

  /// The number of lines that may be code fences.
  private static let mostLines = 8
  private static let longestLine = 1_000
}
