/// Validates the web address of a site, from the option or from the site's files, which may be
/// damaged. Feeds, maps and mails link only to a valid address.
package enum SiteAddress {
  private static let longest = 2_000

  /// Returns a valid web address with a slash at the end; nil for any other text.
  package static func validated(_ url: String) -> String? {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0] == "https:" || parts[0] == "http:", parts[1].isEmpty,
      isHost(parts[2]), parts.count < 4 || isPath(parts[3]), url.utf8.count <= longest
    else { return nil }
    return url.hasSuffix("/") ? url : url + "/"
  }

  /// A host with or without a port; without a user name and password, which feeds would show.
  private static func isHost(_ text: Substring) -> Bool {
    var host = text
    if let port = text.lastIndex(of: ":"), !text.hasSuffix("]") {
      guard UInt16(text[text.index(after: port)...]) != nil else { return false }
      host = text[..<port]
    }
    if host.hasPrefix("["), host.hasSuffix("]"), host.count > 3 {
      return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    return !host.isEmpty
      && host.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == "_" }
  }

  private static func isPath(_ text: Substring) -> Bool {
    for (index, letter) in zip(text.indices, text) {
      if letter == "%" {
        let digits = text[index...].dropFirst().prefix(2)
        guard digits.count == 2, digits.allSatisfy(\.isHexDigit) else { return false }
      }
      guard !letter.isWhitespace, !"<>\"{}|\\^`[]?#".contains(letter),
        letter.unicodeScalars.allSatisfy({ $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) })
      else { return false }
    }
    return true
  }

  /// Returns a tagging authority (RFC 4151), `example.org,2026-11-20`; nil for any other text.
  static func validatedAuthority(_ text: String) -> String? {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-", ",": true
      default: false
      }
    }
    return isPlain && !text.isEmpty && text.utf8.count <= longest ? text : nil
  }
}
