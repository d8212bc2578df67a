import Diagnostics
import Text

extension Mailbox {
  /// Parses one or more addresses, separated by commas: `ann@example.org`, `Ann Lee
  /// <ann@example.org>`, `"Lee, Ann" <ann@example.org>`.
  package static func list(_ text: String) throws(AddressError) -> [Mailbox] {
    try HeaderWords.check(text)
    var parser = MailboxParser(text)
    return try parser.list()
  }

  /// Parses exactly one address, with or without a name.
  package init(parsing text: String) throws(AddressError) {
    let list = try Mailbox.list(text)
    guard list.count == 1 else { throw AddressError("expected one address, found \(list.count)") }
    self = list[0]
  }

  /// Checks every character of the address, as it is written to a header and sent to a mail server.
  init(name: String?, address: String) throws(AddressError) {
    guard let at = address.lastIndex(of: "@") else {
      throw AddressError(
        "\(VisibleText.quoted(address)) has no '@'",
        help: ["write it as \(Self.example(address))"])
    }
    let local = String(address[..<at])
    let domain = String(address[address.index(after: at)...])
    try Self.checkLocal(local, of: address)
    try Self.checkDomain(domain, of: address)
    self.init(name: name, local: local, domain: domain)
  }

  private static func example(_ word: String) -> String {
    let isName = !word.isEmpty && word.utf8.allSatisfy { isAtom($0) }
    return "\(isName ? word : "name")@example.org"
  }

  private static func checkLocal(_ local: String, of address: String) throws(AddressError) {
    let shown = VisibleText.quoted(address)
    guard !local.isEmpty else { throw AddressError("\(shown) has nothing before its '@'") }
    if let letter = local.unicodeScalars.first(where: { !$0.isASCII }) {
      throw AddressError(
        "\(shown) has \(VisibleText.name(of: letter)) before its '@', which few servers accept")
    }
    let parts = local.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }) else {
      throw AddressError("\(shown) has a misplaced full stop before its '@'")
    }
    if let letter = local.unicodeScalars.first(where: {
      $0 != "." && !isAtom(UInt8(truncatingIfNeeded: $0.value))
    }) {
      throw AddressError("\(shown) has \(VisibleText.name(of: letter)) before its '@'")
    }
    guard local.utf8.count <= 64 else {
      throw AddressError("\(shown) has more than 64 letters before its '@'")
    }
  }

  private static func checkDomain(_ domain: String, of address: String) throws(AddressError) {
    let shown = VisibleText.quoted(address)
    guard !domain.isEmpty else { throw AddressError("\(shown) has nothing after its '@'") }
    if let letter = domain.unicodeScalars.first(where: { !$0.isASCII }) {
      throw AddressError(
        "\(shown) has \(VisibleText.name(of: letter)) in its domain",
        help: ["write the domain in the form that begins with 'xn--'"])
    }
    for label in domain.split(separator: ".", omittingEmptySubsequences: false) {
      let isRight =
        label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        && !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
        && label.utf8.count <= 63
      guard isRight else {
        throw AddressError("invalid domain \(VisibleText.quoted(domain)) in \(shown)")
      }
    }
    guard domain.utf8.count <= 253 else { throw AddressError("the domain of \(shown) is too long") }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

/// Parses a list of addresses.
private struct MailboxParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  private static let groups = AddressError(
    "groups of addresses are not supported", help: ["put commas between addresses"])

  mutating func list() throws(AddressError) -> [Mailbox] {
    var list: [Mailbox] = []
    while true {
      list.append(try mailbox())
      guard index < scalars.count else { return list }
      index += 1
    }
  }

  /// Parses one address, up to the next comma.
  private mutating func mailbox() throws(AddressError) -> Mailbox {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    func name() -> String? {
      let name = (words + [word]).filter { !$0.isEmpty }.joined(separator: " ")
      return name.isEmpty ? nil : name
    }
    while index < scalars.count, scalars[index] != "," {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\"":
        word += try quoted()
        isQuoted = true
      case "<":
        let address = try angled()
        return try Mailbox(name: name(), address: address)
      case ":" where word.lowercased() == "mailto":
        throw AddressError("an address can't begin with 'mailto:'", help: ["leave it out"])
      case ":", ";": throw Self.groups
      case ">": throw AddressError("'>' without '<' before it")
      case "(", ")", "[", "]", "\\":
        throw AddressError(
          "'\(scalar)' is allowed in quotes only", help: ["write it as \"Name\" <name@example.org>"]
        )
      case " ":
        words.append(word)
        word = ""
      default: word.unicodeScalars.append(scalar)
      }
    }
    let bare = name() ?? ""
    if bare.isEmpty { throw AddressError("an address is missing") }
    if isQuoted || bare.contains(" ") {
      throw AddressError(
        "invalid address \(VisibleText.quoted(bare))",
        help: ["write a name and its address as Name <name@example.org>"])
    }
    return try Mailbox(name: nil, address: bare)
  }

  private mutating func quoted() throws(AddressError) -> String {
    var text = ""
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if scalar == "\"" { return text }
      if scalar == "\\", index < scalars.count {
        text.unicodeScalars.append(scalars[index])
        index += 1
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    throw AddressError("unclosed quote")
  }

  /// Parses an address in angle brackets, after which only a comma may follow.
  private mutating func angled() throws(AddressError) -> String {
    guard let end = scalars[index...].firstIndex(of: ">") else {
      throw AddressError("unclosed '<'")
    }
    var address = ""
    address.unicodeScalars.append(contentsOf: scalars[index..<end])
    index = end + 1
    while index < scalars.count, scalars[index] == " " { index += 1 }
    guard index == scalars.count || scalars[index] == "," else {
      if [";", ":"].contains(scalars[index]) { throw Self.groups }
      throw AddressError(
        "unexpected text after \(VisibleText.quoted("<\(address)>"))",
        help: ["put a comma between addresses"])
    }
    return address
  }
}

/// Validates text of external origin for headers.
package enum HeaderWords {
  /// Rejects hidden characters: a line end could add header fields, and a change of direction could
  /// make one address look like another.
  package static func check(_ text: String) throws(AddressError) {
    guard VisibleText.of(text) != text,
      let scalar = text.unicodeScalars.first(where: HiddenCharacters.contains)
    else { return }
    throw AddressError(
      "it contains \(VisibleText.name(of: scalar)), which a mail header can't hold")
  }

  /// Checks an address for `List-Unsubscribe`: `mailto:` or `https:`, without the delimiters of the
  /// header.
  package static func checkAddressToFollow(_ text: String) throws(AddressError) {
    let scheme = ["mailto:", "https://", "http://"].first { text.hasPrefix($0) }
    let isPlain = text.utf8.allSatisfy { 0x21..<0x7F ~= $0 && !"<>,\"\\".utf8.contains($0) }
    guard let scheme, text != scheme, isPlain, text.utf8.count <= 900 else {
      throw AddressError("expected an address that begins with mailto: or https://")
    }
    guard scheme == "mailto:" else { return }
    let address = text.dropFirst(scheme.count).prefix { $0 != "?" }
    _ = try Mailbox(name: nil, address: String(address))
  }
}
