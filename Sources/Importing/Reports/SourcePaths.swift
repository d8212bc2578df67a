/// Turns the paths that tools write into paths from the root of the sources.
package struct SourcePaths: Sendable {
  /// Folders that are cut off, each without a slash at its end.
  package var roots: [String] = []
  /// Beginnings and what takes their place.
  package var mappings: [(from: String, to: String)] = []

  package init() {}

  /// A path as it is shown. `file:` addresses are decoded, backslashes of Windows become slashes, `.`
  /// and `..` are resolved in the text, and known roots are cut off.
  func path(_ given: String) -> String {
    var path = given
    if path.lowercased().hasPrefix("file:") { path = Self.decoded(path.dropFirst(5)) }
    if Self.isWindows(path) { path = path.replacing("\\", with: "/") }
    path = Self.resolved(path)
    for (from, to) in mappings where path.hasPrefix(from) {
      path = to + path.dropFirst(from.count)
    }
    for root in roots {
      if path.hasPrefix(root + "/") { return String(path.dropFirst(root.count + 1)) }
    }
    return Self.withoutKnownRoot(path)
  }

  private static func isWindows(_ path: String) -> Bool {
    let start = Array(path.utf8.prefix(3))
    if start.starts(with: [0x5C, 0x5C]) { return true }
    guard start.count >= 2, start[1] == UInt8(ascii: ":") else {
      // Relative ones have no slash at all.
      return path.contains("\\") && !path.contains("/")
    }
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= start[0] | 0x20
  }

  /// The path of a `file:` address: without its host, percent signs decoded.
  private static func decoded(_ rest: Substring) -> String {
    var rest = rest
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
    }
    var path = percentDecoded(rest)
    // `/C:/folder`
    let bytes = Array(path.utf8.prefix(3))
    if bytes.count == 3, bytes[0] == UInt8(ascii: "/"), bytes[2] == UInt8(ascii: ":") {
      path.removeFirst()
    }
    return path
  }

  static func percentDecoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), value != 0
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Without `.`, and `..` with the folder before it. What leads above the beginning stays.
  private static func resolved(_ path: String) -> String {
    guard path.contains("./") || path.hasSuffix("/..") || path.contains("//") else { return path }
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }

  // MARK: Roots of build services

  /// `*` stands for one part of a path.
  private static let known = [
    "/home/runner/work/*/*", "/github/workspace", "/__w/*/*", "?:/a/*/*", "/builds/*/*",
    "/home/vsts/work/1/s", "/workspace", "/drone/src", "/bitrise/src", "/root/project",
    "/Users/runner/work/*/*",
  ].map { $0.split(separator: "/").map(String.init) }

  private static func withoutKnownRoot(_ path: String) -> String {
    let isDrive = isWindows(path)
    guard path.hasPrefix("/") || isDrive else { return path }
    let parts = path.split(separator: "/").map(String.init)
    for root in known where parts.count > root.count {
      let matches = zip(root, parts).allSatisfy { pattern, part in
        pattern == "*" || pattern == part || (pattern == "?:" && isDrive)
      }
      if matches { return parts[root.count...].joined(separator: "/") }
    }
    if let place = parts.firstIndex(of: "execroot"), place + 2 < parts.count {
      return parts[(place + 2)...].joined(separator: "/")
    }
    let isJenkins = parts.contains { $0.lowercased().contains("jenkins") }
    if isJenkins, let place = parts.firstIndex(of: "workspace"), place + 2 < parts.count {
      return parts[(place + 2)...].joined(separator: "/")
    }
    return path
  }
}
