import Basics

/// A piece of a header field that no line break may come into.
enum HeaderToken: Sendable, Hashable {
  case word(String)
  case encoded(String)

  var text: String {
    switch self {
    case .word(let text), .encoded(let text): text
    }
  }

  /// The token with a sign behind it, such as the comma after an address.
  func followed(by sign: String) -> HeaderToken { .word(text + sign) }
}

/// A field of a header, folded into lines when it is written.
struct HeaderField: Sendable {
  /// The longest line that a header is folded to.
  static let lineLimit = 78
  /// The longest with an encoded word in it.
  static let encodedLimit = 76

  var name: String
  var tokens: [HeaderToken]

  init(_ name: String, _ tokens: [HeaderToken]) {
    self.name = name
    self.tokens = tokens
  }

  /// A value of our own making, to be folded at its spaces.
  init(_ name: String, _ value: String) {
    self.init(name, value.split(separator: " ").map { .word(String($0)) })
  }

  /// Words of any origin; controls have been refused or made visible before.
  init(_ name: String, words: String) {
    self.init(
      name, EncodedWords.tokens(words, firstRoom: Self.encodedLimit - name.utf8.count - 2))
  }

  init(_ name: String, _ mailboxes: [Mailbox]) {
    var tokens: [HeaderToken] = []
    for (index, mailbox) in mailboxes.enumerated() {
      let room = index == 0 ? Self.encodedLimit - name.utf8.count - 2 : EncodedWords.longest
      tokens += mailbox.tokens(firstRoom: room)
      if index + 1 < mailboxes.count, let last = tokens.popLast() {
        tokens.append(last.followed(by: ","))
      }
    }
    self.init(name, tokens)
  }

  /// `Name: value` in lines, with the last one's end.
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
