extension Links {
  /// How an address is shown by a target other than a page.
  package enum Destination: Sendable, Hashable {
    /// A link to an absolute address.
    case link(String)
    /// A relative address without a known base, shown as text.
    case text(String)
    /// An address with a disallowed scheme, not shown.
    case nothing
  }

  /// The absolute form of `address` in a report published at `base`; nil if it is not allowed or
  /// `base` can't resolve it.
  package static func resolve(_ address: String, base: String?) -> String? {
    if case .link(let absolute) = destination(address, base: base) { return absolute }
    return nil
  }

  package static func destination(_ address: String, base: String?) -> Destination {
    guard isAllowed(address) else { return .nothing }
    let address = normalized(address)
    if hasScheme(address) { return .link(address) }
    guard let base, isAllowed(base), let parts = Absolute(normalized(base)) else {
      return .text(address)
    }
    return .link(parts.resolving(address))
  }

  private static func hasScheme(_ address: String) -> Bool {
    address.utf8.first { $0 == UInt8(ascii: ":") || "/?#".utf8.contains($0) }
      == UInt8(ascii: ":")
  }

  /// The parts of an absolute address that a reference is resolved against (RFC 3986, 5.2).
  private struct Absolute {
    /// `https://host`
    var origin: Substring
    var path: Substring
    /// `?query`, or empty.
    var query: Substring

    init?(_ address: String) {
      guard let colon = address.firstIndex(of: ":"),
        ["http", "https"].contains(address[..<colon].lowercased())
      else { return nil }
      let host = address.index(colon, offsetBy: 3, limitedBy: address.endIndex)
      guard let host, host < address.endIndex else { return nil }
      let end = address[host...].firstIndex { "/?#".contains($0) } ?? address.endIndex
      origin = address[..<end]
      let parts = Links.split(address[end...])
      path = parts.path
      query = parts.query
    }

    func resolving(_ reference: String) -> String {
      let parts = Links.split(reference[...])
      guard !parts.path.isEmpty else {
        let query = parts.query.isEmpty ? query : parts.query
        return "\(origin)\(path)\(query)\(parts.fragment)"
      }
      var merged = parts.path
      if !merged.hasPrefix("/") {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        merged = folder + merged
      }
      return "\(origin)\(Self.withoutDots(merged))\(parts.query)\(parts.fragment)"
    }

    private static func withoutDots(_ path: Substring) -> String {
      var kept: [Substring] = []
      let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      for (index, segment) in segments.enumerated() {
        let isLast = index == segments.count - 1
        switch segment {
        case ".": if isLast { kept.append("") }
        case "..":
          _ = kept.popLast()
          if isLast { kept.append("") }
        default: kept.append(segment)
        }
      }
      return "/" + kept.joined(separator: "/")
    }
  }

  private static func split(
    _ reference: Substring
  ) -> (path: Substring, query: Substring, fragment: Substring) {
    let hash = reference.firstIndex(of: "#") ?? reference.endIndex
    let mark = reference[..<hash].firstIndex(of: "?") ?? hash
    return (reference[..<mark], reference[mark..<hash], reference[hash...])
  }
}
