import Text

/// An address with an optional display name.
package struct Mailbox: Sendable, Hashable {
  package var name: String?
  package var local: String
  package var domain: String

  package var address: String { "\(local)@\(domain)" }

  /// The mailbox as header tokens, with its name quoted or encoded where necessary.
  func tokens(firstLength: Int) -> [HeaderToken] {
    let address = HeaderToken.word("<\(address)>")
    guard let name, !name.isEmpty else { return [.word(self.address)] }
    if EncodedWords.areNeeded(for: name) || name.utf8.count > 60 {
      return EncodedWords.encode(name, firstLength: firstLength).map(HeaderToken.encoded) + [
        address
      ]
    }
    if name.utf8.allSatisfy({ Self.isAtom($0) || $0 == 0x20 }), !name.contains("  ") {
      return name.split(separator: " ").map { .word(String($0)) } + [address]
    }
    let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return [.word("\"\(quoted)\""), address]
  }

  /// Whether the byte may occur in an atom (RFC 5322).
  static func isAtom(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
  }
}

/// The reason why text is not a valid address, worded for the user.
package struct AddressError: Error, Sendable, Hashable {
  package var why: String
  package var help: [String]

  package init(why: String, help: [String]) {
    self.why = why
    self.help = help
  }

  init(_ why: String, help: [String] = []) {
    self.why = why
    self.help = help
  }
}
