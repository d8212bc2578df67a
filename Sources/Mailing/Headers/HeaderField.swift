import Text

/// A part of a header field that must not be broken.
enum HeaderToken: Sendable, Hashable {
  case word(String)
  case encoded(String)

  var text: String {
    switch self {
    case .word(let text), .encoded(let text): text
    }
  }

  /// The token followed by `sign`, such as the comma after an address.
  func followed(by sign: String) -> HeaderToken { .word(text + sign) }
}

/// A header field, folded into lines when it is written.
struct HeaderField: Sendable {
  /// The maximum length of a line.
  static let lineLimit = 78
  /// The maximum length of a line with an encoded word.
  static let encodedLimit = 76

  var name: String
  var tokens: [HeaderToken]

  init(_ name: String, _ tokens: [HeaderToken]) {
    self.name = name
    self.tokens = tokens
  }

  /// A field with a trusted value, which is folded at its spaces.
  init(_ name: String, _ value: String) {
    self.init(name, value.split(separator: " ").map { .word(String($0)) })
  }

  /// A field with text of any origin. Control characters must have been refused or replaced.
  init(_ name: String, text: String) {
    self.init(
      name, EncodedWords.tokens(text, firstLength: Self.encodedLimit - name.utf8.count - 2))
  }

  init(_ name: String, _ mailboxes: [Mailbox]) {
    var tokens: [HeaderToken] = []
    for (index, mailbox) in mailboxes.enumerated() {
      let limit = index == 0 ? Self.encodedLimit - name.utf8.count - 2 : EncodedWords.longest
      tokens += mailbox.tokens(firstLength: limit)
      if index + 1 < mailboxes.count, let last = tokens.popLast() {
        tokens.append(last.followed(by: ","))
      }
    }
    self.init(name, tokens)
  }

  /// Writes `Name: value` in folded lines, including the last line end.
  func write(to sink: inout ByteSink) {
    sink.write(name)
    sink.write(":" as StaticString)
    var length = name.utf8.count + 1
    var hasEncoded = false
    for (index, token) in tokens.enumerated() {
      let text = token.text
      let isEncoded = text.contains("=?")
      let limit = hasEncoded || isEncoded ? Self.encodedLimit : Self.lineLimit
      if length + 1 + text.utf8.count > limit, index > 0 {
        sink.write("\r\n" as StaticString)
        length = 0
        hasEncoded = false
      }
      sink.write(" " as StaticString)
      sink.write(text)
      length += 1 + text.utf8.count
      hasEncoded = hasEncoded || isEncoded
    }
    sink.write("\r\n" as StaticString)
  }
}
