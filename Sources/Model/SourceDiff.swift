internal import Text

/// The files and lines that a diff changes (see "Findings in the diff").
package struct SourceDiff: Sendable {
  /// The place of a finding in a diff.
  package enum Place: String, Sendable, CaseIterable {
    /// On a line that the diff adds or changes.
    case line
    /// In a file that the diff changes, or in one that may be such a file.
    case file
    case elsewhere
  }

  private let lines: [String: [ClosedRange<Int>]]
  private let paths: Set<String>
  /// The paths by each of their ends, from a folder to the last part.
  private var pathsByEnd: [Substring: [String]] = [:]

  /// - Parameters:
  ///   - paths: The changed files, under their old and their new names.
  ///   - lines: The changed lines of these files, in ascending order.
  package init(paths: some Sequence<String>, lines: [String: [ClosedRange<Int>]]) {
    self.lines = Dictionary(lines.map { ($0.key.lowercased(), $0.value) }) { $0 + $1 }
    self.paths = Set(paths.map { $0.lowercased() }).union(self.lines.keys)
    for path in self.paths {
      for end in Self.ends(of: path[...]) { pathsByEnd[end, default: []].append(path) }
    }
  }

  package var isEmpty: Bool { paths.isEmpty }

  /// The place of a finding. Only a path that is surely that of one file has a line: it is equal, or
  /// the end of the other with a folder. Any other path with the last part of a changed file may be
  /// that file.
  package func place(of file: String, line: Int?) -> Place {
    let (path, isOutside) = Self.normalized(file)
    if !isOutside, paths.contains(path) { return place(in: [path], line) }
    let ends = Self.ends(of: path[...])
    guard let name = ends.last, let named = pathsByEnd[name] else { return .elsewhere }
    let longer = ends.count < 2 ? [] : pathsByEnd[path[...]] ?? []
    let shorter = ends.dropFirst().dropLast().map(String.init).first(where: paths.contains)
    let found = longer + [shorter].compactMap { $0 }
    if found.count == 1 { return place(in: found, line) }
    // The path of another folder is of another file, unless folders are missing or unknown.
    let isAbsolute = path.hasPrefix("/") || path.dropFirst().hasPrefix(":/")
    let isUnknown = isOutside || isAbsolute || ends.count == 1
    return !found.isEmpty || isUnknown || named.contains(String(name)) ? .file : .elsewhere
  }

  private func place(in files: [String], _ line: Int?) -> Place {
    let isOnLine = line.map { line in
      files.contains { lines[$0]?.contains { $0.contains(line) } ?? false }
    }
    return isOnLine ?? false ? .line : .file
  }

  /// The path with slashes and without `.`, `..` and empty parts, in lower case, and whether it
  /// leaves the folder that it begins in. An absolute path keeps its slash.
  private static func normalized(_ file: String) -> (path: String, isOutside: Bool) {
    let file = file.replacing("\\", with: "/").lowercased()
    var parts: [Substring] = []
    var isOutside = false
    for part in file.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        isOutside = true
      }
    }
    return ((file.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"), isOutside)
  }

  /// The number of ends that are compared, because each of them takes time.
  private static let mostEnds = 40

  /// The path, and what follows each of its last slashes.
  private static func ends(of path: Substring) -> [Substring] {
    let slashes = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }
    let ends = slashes.suffix(mostEnds).map { path[path.utf8.index(after: $0)...] }
    return ([path] + ends).filter { !$0.isEmpty }
  }
}
