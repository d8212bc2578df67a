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
  /// The paths by their last part.
  private var paths: [Substring: [String]] = [:]

  /// - Parameters:
  ///   - paths: The changed files, under their old and their new names.
  ///   - lines: The changed lines of these files, in ascending order.
  package init(paths: some Sequence<String>, lines: [String: [ClosedRange<Int>]]) {
    self.lines = Dictionary(lines.map { ($0.key.lowercased(), $0.value) }) { $0 + $1 }
    for path in Set(paths).union(lines.keys).map({ $0.lowercased() }).sorted() {
      self.paths[Self.name(of: path), default: []].append(path)
    }
  }

  /// The place of a finding. Its path may begin in another folder than those of the diff. If it can
  /// be one of several files of the diff, the nearest place counts.
  package func place(of file: String, line: Int?) -> Place {
    var file = file.replacing("\\", with: "/").replacing("/./", with: "/").lowercased()[...]
    while file.hasPrefix("./") { file = file.dropFirst(2) }
    let candidates = (paths[Self.name(of: String(file))] ?? []).filter { path in
      path == file || path.hasSuffix("/" + file) || file.hasSuffix("/" + path)
    }
    if candidates.isEmpty { return .elsewhere }
    let isOnLine = line.map { line in
      candidates.contains { lines[$0]?.contains { $0.contains(line) } ?? false }
    }
    return isOnLine ?? false ? .line : .file
  }

  /// The last part of a path.
  private static func name(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
}
