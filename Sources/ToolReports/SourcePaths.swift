internal import Diagnostics
internal import Text

/// Turns the paths of tools into paths from the root of the sources. Works on text and accesses no
/// files.
package struct SourcePaths: Sendable {
  /// The root folders, which are removed from paths, without slashes at their ends.
  private var roots: [String] = []
  /// The beginnings of paths and their replacements.
  private var mappings: [(from: String, to: String)] = []

  package init() {}

  /// Adds a root folder. If several roots contain a path, the innermost one is used.
  package mutating func addRoot(_ folder: String) {
    guard !folder.isEmpty else { return }
    roots.append(Self.normalized(folder))
    roots.sort { $0.utf8.count > $1.utf8.count }
  }

  /// Replaces the root folders.
  package mutating func setRoots(_ folders: [String]) {
    roots = []
    for folder in folders { addRoot(folder) }
  }

  /// The folders from which files can be read, without the whole file system. The roots also
  /// contain the absolute path of each relative root.
  package var folders: [String] { roots.filter { $0.hasPrefix("/") && $0 != "/" } }

  /// Adds a rule `FROM=TO` for paths that begin with the folder FROM or are the file FROM; false
  /// for any other form. The first matching rule is used.
  package mutating func addMapping(_ rule: String) -> Bool {
    guard let equals = rule.firstIndex(of: "="), equals > rule.startIndex else { return false }
    addMapping(from: String(rule[..<equals]), to: String(rule[rule.index(after: equals)...]))
    return true
  }

  package mutating func addMapping(from: String, to: String) {
    mappings.append((Self.normalized(from), to))
  }

  /// A path as shown: `file:` addresses are decoded, backslashes of Windows become slashes, `.` and
  /// `..` are resolved, and roots are removed. An absolute result is outside of the sources.
  package func path(_ given: String) -> String {
    var path = Self.normalized(given)
    let isMapped = map(&path)
    for root in roots {
      guard let inner = Self.rest(of: path, in: root), !inner.isEmpty else { continue }
      path = String(inner)
      if !isMapped { _ = map(&path) }
      return path
    }
    let relative = KnownRoots.stripped(path)
    guard relative != path else { return path }
    path = relative
    if !isMapped { _ = map(&path) }
    return path
  }

  private func map(_ path: inout String) -> Bool {
    for (from, to) in mappings {
      guard let inner = Self.rest(of: path, in: from) else { continue }
      let isFolder = to.hasSuffix("/") || to.isEmpty
      path = Self.normalized(inner.isEmpty ? to : to + (isFolder ? "" : "/") + inner)
      return true
    }
    return false
  }

  /// The path within a folder; empty for the folder itself, nil for paths outside of it.
  private static func rest(of path: String, in folder: String) -> Substring? {
    if path == folder { return "" }
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    if path.utf8.starts(with: folder.utf8) {
      return Substring(path.utf8.dropFirst(folder.utf8.count))
    }
    // The letters of drives are not case-sensitive.
    guard isDrive(Array(folder.utf8.prefix(3))), path.utf8.count > folder.utf8.count,
      path.utf8.first.map({ $0 ^ 0x20 }) == folder.utf8.first,
      path.utf8.dropFirst().starts(with: folder.utf8.dropFirst())
    else { return nil }
    return Substring(path.utf8.dropFirst(folder.utf8.count))
  }

  // MARK: Links

  private static let longestLink = 4_096

  /// Whether a path is below the root of the sources, so that it can be part of an address.
  package static func isInside(_ path: String) -> Bool {
    guard !path.isEmpty, path.utf8.count <= longestLink, !path.contains(Redactor.sign) else {
      return false
    }
    switch path.utf8.first {
    case UInt8(ascii: "/"), UInt8(ascii: "~"), UInt8(ascii: "<"): return false
    default: break
    }
    return !isDrive(Array(path.utf8.prefix(3)))
      && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
      && !path.contains("://") && !path.split(separator: "/").contains("..")
  }

  // MARK: Spellings

  /// A path with slashes, without `.`, `..`, repeated slashes and a final slash. Leading `..` of a
  /// relative path and addresses other than `file:` are unchanged.
  package static func normalized(_ given: String) -> String {
    if isNormal(given) { return given }
    var bytes = Array(given.utf8)
    if bytes.count >= 5, String(decoding: bytes[..<5], as: UTF8.self).lowercased() == "file:" {
      bytes = decoded(bytes[5...])
    } else if hasScheme(bytes) {
      return given
    }
    if isWindows(bytes) {
      for index in bytes.indices where bytes[index] == UInt8(ascii: "\\") {
        bytes[index] = UInt8(ascii: "/")
      }
    }
    return resolved(bytes)
  }

  /// Whether a path is already normalized, as most are.
  private static func isNormal(_ path: String) -> Bool {
    return path.withBytes { bytes in
      var start = 0
      for index in 0...bytes.count {
        switch index < bytes.count ? bytes[index] : UInt8(ascii: "/") {
        case UInt8(ascii: "\\"), UInt8(ascii: ":"): return false
        case UInt8(ascii: "/"):
          let isRoot = index == 0 && bytes.count > 1
          if index == start, !isRoot { return false }
          // `.` and `..`
          if index > start, index - start <= 2, bytes[start] == UInt8(ascii: ".") { return false }
          start = index + 1
        default: break
        }
      }
      return true
    }
  }

  private static func isDrive(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2, bytes[1] == UInt8(ascii: ":"),
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[0] | 0x20
    else { return false }
    return bytes.count == 2 || bytes[2] == UInt8(ascii: "/") || bytes[2] == UInt8(ascii: "\\")
  }

  /// Whether it begins with a scheme, as in `webpack://`.
  private static func hasScheme(_ bytes: [UInt8]) -> Bool {
    let letters = bytes.prefix(32).prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    return !letters.isEmpty && bytes.dropFirst(letters.count).starts(with: "://".utf8)
  }

  private static func isWindows(_ bytes: [UInt8]) -> Bool {
    if isDrive(Array(bytes.prefix(3))) || bytes.starts(with: [0x5C, 0x5C]) { return true }
    // Relative paths of Windows have no slash.
    return bytes.contains(UInt8(ascii: "\\")) && !bytes.contains(UInt8(ascii: "/"))
  }

  /// The path of a `file:` address, percent-decoded. With another host, it is a network path.
  private static func decoded(_ address: ArraySlice<UInt8>) -> [UInt8] {
    var rest = address
    var host: ArraySlice<UInt8> = []
    if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
      rest = rest.dropFirst(2)
      let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      (host, rest) = (rest[..<slash], rest[slash...])
    }
    var path = PercentEncoding.decoded(rest, keepsZero: true)
    // `/C:/folder`
    if path.first == UInt8(ascii: "/"), isDrive(Array(path.dropFirst().prefix(3))) {
      path.removeFirst()
    }
    let isLocal = host.isEmpty || String(decoding: host, as: UTF8.self).lowercased() == "localhost"
    return isLocal ? path : [UInt8(ascii: "/"), UInt8(ascii: "/")] + host + path
  }

  private static func resolved(_ bytes: [UInt8]) -> String {
    let slash = UInt8(ascii: "/")
    // The part that no `..` leads out of: the drive, `//host` or the root.
    var start = 0
    var beginning = ""
    if isDrive(Array(bytes.prefix(3))) {
      start = 2
      beginning = String(decoding: bytes.prefix(2), as: UTF8.self) + "/"
    } else if bytes.starts(with: [slash, slash]), bytes.count > 2, bytes[2] != slash {
      start = bytes[2...].firstIndex(of: slash) ?? bytes.count
      beginning = String(decoding: bytes[..<start], as: UTF8.self) + "/"
    } else if bytes.first == slash {
      beginning = "/"
    }
    let (up, here) = ([UInt8(ascii: "."), UInt8(ascii: ".")], [UInt8(ascii: ".")])
    var parts: [ArraySlice<UInt8>] = []
    for part in bytes[start...].split(separator: slash) where !part.elementsEqual(here) {
      if !part.elementsEqual(up) {
        parts.append(part)
      } else if let last = parts.last, !last.elementsEqual(up) {
        parts.removeLast()
      } else if beginning.isEmpty {
        parts.append(part)
      }
    }
    let rest = String(decoding: Array(parts.joined(separator: [slash])), as: UTF8.self)
    return beginning.isEmpty && rest.isEmpty && !bytes.isEmpty ? "." : beginning + rest
  }
}
