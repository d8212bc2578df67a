internal import Diagnostics
internal import Model
internal import Text

/// The changed files of commits.
struct TouchedFiles {
  /// The commits that changed a file, the newest first, by its path.
  private let commits: [String: [Int]]
  /// The paths of changed files by their last part.
  private var paths: [Substring: [String]] = [:]
  /// The changed files that list the versions of dependencies.
  let dependencies: [String]

  init(_ log: [Commit]) {
    var commits: [String: [Int]] = [:]
    // All files belong to a commit without parents: the first one, or the oldest one of a shallow
    // clone.
    for (index, commit) in log.enumerated() where !commit.parents.isEmpty {
      for path in commit.files {
        if commits[path] == nil { paths[Self.name(of: path), default: []].append(path) }
        commits[path, default: []].append(index)
      }
    }
    self.commits = commits
    dependencies = commits.keys.filter(DependencyFile.isOne).sorted()
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

  /// The changed files that a trace names with a line, such as `app/pay.py:12`: those next to the
  /// file that raised the error come first.
  func files(inTrace text: String, raisedIn raising: String?) -> [String] {
    let raising = raising.map { String(Self.name(of: $0.replacing("\\", with: "/"))) }
    var files: [(path: String, name: String)] = []
    text.withBytes { text in
      var position = 0
      while position < text.count {
        let start = position
        while position < text.count, Self.isOfPath(text[position]) { position += 1 }
        let end = position
        position += 1
        guard end > start, Self.isBeforeLine(text[end...]) else { continue }
        let path = String(decoding: text[start..<end], as: UTF8.self)
        let name = String(Self.name(of: path.replacing("\\", with: "/")))
        if name == raising || paths[name[...]] != nil { files.append((path, name)) }
      }
    }
    let nearest = files.firstIndex { $0.name == raising } ?? 0
    // Most traces go on with the callers. Before the line may be the trace of another error.
    let order = files.indices.reversed().sorted { abs($0 - nearest) < abs($1 - nearest) }
    return order.filter { paths[files[$0].name[...]] != nil }.map { files[$0].path }
  }

  /// Whether a text begins with a line, as behind the path of a file in a trace: `a.py", line 3`,
  /// `a.py:3`, `a.cs:line 3`, `a.php(3)`.
  private static func isBeforeLine(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let joint = text.prefix(longestJoint).prefix { $0 != 0x0A && !(0x30...0x39 ~= $0) }
    guard let mark = joint.first, "\":(,".utf8.contains(mark), joint.endIndex < text.endIndex else {
      return false
    }
    return 0x30...0x39 ~= text[joint.endIndex]
  }

  /// The most bytes between a file and a line.
  private static let longestJoint = 12

  private static func isOfPath(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "/\\._-+@".utf8.contains(byte)
    }
  }

  /// The changed file that a test file tests, by their names: `test_total.py` tests `total.py`. Nil
  /// if several changed files have this name.
  func file(testedBy test: String) -> String? {
    let name = String(Self.name(of: test.replacing("\\", with: "/")))
    guard let tested = TestFile.tested(by: name), let found = paths[tested[...]], found.count == 1
    else { return nil }
    return found[0]
  }

  /// The last part of a path.
  static func name(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
}
