internal import Model
internal import Text

/// The changed files of commits.
struct TouchedFiles {
  /// The commits that changed a file, the newest first, by its path.
  private var commits: [String: [Int]] = [:]
  /// The paths of changed files by their last part.
  private var paths: [Substring: [String]] = [:]

  init(_ log: [Commit]) {
    // All files belong to a commit without parents: the first one, or the oldest one of a shallow
    // clone.
    for (index, commit) in log.enumerated() where !commit.parents.isEmpty {
      for path in commit.files {
        if commits[path] == nil { paths[Self.name(of: path), default: []].append(path) }
        commits[path, default: []].append(index)
      }
    }
  }

  /// The commits that changed the file of a message, the newest first. A message may name a file
  /// from another folder: `app/pay.py` in the repository can be `pay.py` or `/ci/app/pay.py`.
  func commits(touching file: String) -> [Int] {
    var file = file.replacing("\\", with: "/")[...]
    while file.hasPrefix("./") { file = file.dropFirst(2) }
    if let exact = commits[String(file)] { return exact }
    guard let named = paths[Self.name(of: String(file))] else { return [] }
    let outer = named.filter { $0.hasSuffix("/" + file) }
    if outer.count == 1 { return commits[outer[0]] ?? [] }
    guard outer.isEmpty else { return [] }
    let inner = named.filter { $0.utf8.contains(UInt8(ascii: "/")) && file.hasSuffix("/" + $0) }
    return inner.max { $0.utf8.count < $1.utf8.count }.flatMap { commits[$0] } ?? []
  }

  /// The last part of a path.
  static func name(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
}
