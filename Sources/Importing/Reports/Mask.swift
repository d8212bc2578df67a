internal import Model

/// A value that no message may show, such as a token that a job has masked in its log.
struct Mask: Sendable {
  let value: [UInt8]
  /// For each count of matching bytes, how many of them may be the beginning of the next match.
  private let fallback: [Int]

  init(_ value: String) {
    let bytes = Array(value.utf8)
    var fallback = [Int](repeating: 0, count: bytes.count)
    var matched = 0
    for index in bytes.indices.dropFirst() {
      while matched > 0, bytes[index] != bytes[matched] { matched = fallback[matched - 1] }
      if bytes[index] == bytes[matched] { matched += 1 }
      fallback[index] = matched
    }
    (self.value, self.fallback) = (bytes, fallback)
  }

  /// A text without the value. It is compared by bytes: what combines with its last character must not
  /// show it. Takes linear time.
  func hidden(in text: String) -> String {
    guard !value.isEmpty, text.utf8.count >= value.count else { return text }
    var output: [UInt8] = []
    var matched = 0
    var hasMatch = false
    for byte in text.utf8 {
      while matched > 0, byte != value[matched] { matched = fallback[matched - 1] }
      output.append(byte)
      guard byte == value[matched] else { continue }
      matched += 1
      if matched == value.count {
        output.removeLast(matched)
        output += "‹redacted›".utf8
        matched = 0
        hasMatch = true
      }
    }
    return hasMatch ? String(decoding: output, as: UTF8.self) : text
  }
}

extension ImportedReport {
  private static let mostMasks = 1_000

  /// Hides a value in all messages from here on, and each line of one that has several. Returns false
  /// if there are too many.
  mutating func mask(_ value: String) -> Bool {
    for value in [value] + value.split(whereSeparator: \.isNewline).map(String.init) {
      let mask = Mask(value)
      let isKnown = masks.contains { $0.value == mask.value }
      guard !isKnown, !value.allSatisfy(\.isWhitespace) else { continue }
      guard masks.count < Self.mostMasks else { return false }
      masks.append(mask)
    }
    // A value that holds another one goes first.
    masks.sort { $0.value.count > $1.value.count }
    return true
  }

  /// A text without the masked values.
  func masked(_ text: String) -> String {
    masks.reduce(text) { $1.hidden(in: $0) }
  }

  func masked(_ message: Message) -> Message {
    guard !masks.isEmpty else { return message }
    var message = message
    message.title = masked(message.title)
    message.text = message.text.map(masked)
    message.details = message.details.map(masked)
    if let file = message.location?.file { message.location?.file = masked(file) }
    if let link = message.link {
      message.link = Message.Link(title: masked(link.title), url: link.url.map(masked))
    }
    message.actions = message.actions.map { action in
      Message.Action(title: masked(action.title), url: action.url.map(masked), role: action.role)
    }
    message.fingerprint = message.fingerprint.map(masked)
    return message
  }
}
