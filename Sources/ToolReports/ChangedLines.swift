package import Diagnostics

/// The lines that a diff adds or changes, by file.
package struct ChangedLines: Sendable {
  /// The name of the file with the diff, for diagnostics.
  package let name: String
  /// The lines of each file in ascending order, by its path in the diff.
  package private(set) var files: [String: [ClosedRange<Int>]] = [:]
  /// All changed files under their old and their new paths, also those without such lines.
  package private(set) var paths: Set<String> = []

  /// The size limit of a diff, in bytes.
  package static let mostBytes = 256 << 20

  /// Reads the output of `git diff`; nil with the reason if the bytes are not one. An empty diff
  /// has no lines.
  package static func read(_ bytes: [UInt8], name: String) -> (ChangedLines?, Diagnostic?) {
    var reader = DiffReader()
    var number = 0
    var start = 0
    // A list of all lines would need many times the memory of the diff.
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let line = bytes[start..<end]
      start = end + 1
      number += 1
      if !reader.read(line, isLast: line.endIndex == bytes.endIndex) {
        return (
          nil, refusal("a part of the diff has another form than its header says", name, number)
        )
      }
    }
    if let problem = reader.problem { return (nil, refusal(problem, name, number)) }
    var changed = ChangedLines(name: name)
    for (path, lines) in reader.files { changed.files[path] = joined(lines.sorted()) }
    changed.paths = reader.paths
    return (changed, nil)
  }

  private static func refusal(_ reason: String, _ name: String, _ line: Int) -> Diagnostic {
    Diagnostic(
      .error, "bad-diff", reason, at: SourceLocation(file: name, line: line, column: 1),
      help: ["write it with: git diff origin/main...HEAD"])
  }

  /// Ranges of lines in ascending order.
  package static func joined(_ lines: [Int]) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for line in lines {
      if let last = ranges.last, line <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(line, last.upperBound)
      } else {
        ranges.append(line...line)
      }
    }
    return ranges
  }
}

/// Reads a diff line by line. The header of a hunk says how many lines it has, so that no line of a
/// file can look like a header.
private struct DiffReader {
  private(set) var files: [String: [Int]] = [:]
  private(set) var paths: Set<String> = []
  private var path: String?
  /// The path of the old file, with its prefix; nil for a new file.
  private var oldPath: String?
  /// The path that `diff --git` names twice.
  private var repeated: String?
  /// The lines of the open hunk that are still to come: of each old file, and of the new one.
  private var old: [Int] = []
  private var new = 0
  /// The number of the next line of the new file.
  private var line = 0
  private var isDiff = false
  private var isEmpty = true

  /// A line number that no file has, so that sums cannot overflow.
  private static let mostLines = Int(Int32.max)

  private var isInHunk: Bool { new > 0 || old.contains { $0 > 0 } }

  /// Why the bytes so far are not a whole diff; nil if they are.
  var problem: String? {
    if isInHunk { return "the diff ends in the middle" }
    return isDiff || isEmpty ? nil : "the file is not the output of 'git diff'"
  }

  /// Returns false if the line has another form than the header of its hunk says.
  mutating func read(_ line: ArraySlice<UInt8>, isLast: Bool) -> Bool {
    if isLast, line.isEmpty { return true }
    isEmpty = isEmpty && line.allSatisfy { $0 <= 0x20 }
    if isInHunk { return readLine(line) }
    if line.starts(with: "diff --".utf8) {
      isDiff = true
      (path, oldPath, repeated) = (nil, nil, Self.repeatedPath(line))
      if let repeated { paths.insert(repeated) }
    } else if line.starts(with: "--- ".utf8) {
      oldPath = Self.path(line.dropFirst(4))
    } else if line.starts(with: "+++ ".utf8) {
      isDiff = true
      let given = Self.path(line.dropFirst(4))
      path =
        given.map { $0.hasSuffix("/" + (repeated ?? "/")) } ?? false
        ? repeated : given.map(withoutPrefix)
      if let path = path ?? oldPath.map(Self.withoutLetter) { paths.insert(path) }
    } else if isDiff, let path = Self.renamedPath(line) {
      paths.insert(path)
    } else if line.starts(with: "@@".utf8), isDiff {
      return readHeader(line)
    }
    return true
  }

  /// The path of `diff --git a/PATH b/PATH`, without its prefixes; nil if the file was renamed. A
  /// change of the mode and a binary file have no other line with a path.
  private static func repeatedPath(_ line: ArraySlice<UInt8>) -> String? {
    let start = Array("diff --git ".utf8)
    var line = line
    if line.last == 0x0D { line = line.dropLast() }
    guard line.starts(with: start), (line.count - start.count) % 2 == 1 else { return nil }
    let middle = (line.startIndex + start.count + line.endIndex) / 2
    guard line[middle] == 0x20 else { return nil }
    let old = GitPath.path(line[(line.startIndex + start.count)..<middle])
    let new = GitPath.path(line[(middle + 1)...])
    if old == new { return new }
    let ends = [old, new].map { $0.drop { $0 != "/" }.dropFirst() }
    return ends[0] == ends[1] && !ends[0].isEmpty ? String(ends[0]) : nil
  }

  /// The path of `rename from PATH` and similar lines; nil for another line.
  private static func renamedPath(_ line: ArraySlice<UInt8>) -> String? {
    for start in ["rename from ", "rename to ", "copy from ", "copy to "]
    where line.starts(with: start.utf8) {
      return path(line.dropFirst(start.utf8.count))
    }
    return nil
  }

  /// A path without a prefix of one letter.
  private static func withoutLetter(_ path: String) -> String {
    let start = path.utf8.prefix(2)
    return start.count == 2 && start.last == UInt8(ascii: "/") ? String(path.dropFirst(2)) : path
  }

  /// A path in a header; nil for none. Other programs write a tab and a time after it.
  private static func path(_ field: ArraySlice<UInt8>) -> String? {
    var field = field
    if let tab = field.firstIndex(of: 0x09) { field = field[..<tab] }
    if field.last == 0x0D { field = field.dropLast() }
    let path = GitPath.path(field)
    return path == "/dev/null" || path.isEmpty ? nil : path
  }

  /// Removes `b/` and the prefixes of `diff.mnemonicPrefix`. With the same beginning in the old and
  /// the new path, it is a folder.
  private func withoutPrefix(_ path: String) -> String {
    func prefix(_ path: String) -> Character? {
      let start = path.prefix(2)
      return start.count == 2 && start.last == "/" ? start.first : nil
    }
    guard let letter = prefix(path), "bciow2".contains(letter), oldPath.flatMap(prefix) != letter
    else { return path }
    if let oldPath, prefix(oldPath) == nil { return path }
    return String(path.dropFirst(2))
  }

  /// Reads `@@ -1,2 +3,4 @@`, or `@@@ -1,2 -1,2 +3,4 @@@` of a merge.
  private mutating func readHeader(_ line: ArraySlice<UInt8>) -> Bool {
    let signs = line.prefix { $0 == UInt8(ascii: "@") }.count
    let fields = line.dropFirst(signs).split(separator: 0x20, maxSplits: signs + 1).prefix(signs)
    guard signs >= 2, signs <= 64, fields.count == signs else { return false }
    old = []
    for (index, field) in fields.enumerated() {
      let isNew = index == signs - 1
      let parts = field.dropFirst().split(separator: UInt8(ascii: ","), maxSplits: 1)
      guard field.first == UInt8(ascii: isNew ? "+" : "-"), let start = Self.number(parts.first),
        let count = parts.count > 1 ? Self.number(parts[1]) : 1
      else { return false }
      if isNew { (self.line, new) = (start, count) } else { old.append(count) }
    }
    return true
  }

  private static func number(_ text: ArraySlice<UInt8>?) -> Int? {
    guard let text, !text.isEmpty, text.count <= 10, text.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(String(decoding: text, as: UTF8.self)), number < mostLines
    else { return nil }
    return number
  }

  /// Reads a line of a hunk: a sign for each old file, and the line.
  private mutating func readLine(_ text: ArraySlice<UInt8>) -> Bool {
    // "\ No newline at end of file"
    if text.first == UInt8(ascii: "\\") { return true }
    // Some programs remove the space of an empty line.
    let signs =
      text.isEmpty || text.elementsEqual([0x0D])
      ? [UInt8](repeating: 0x20, count: old.count) : Array(text.prefix(old.count))
    guard signs.count == old.count else { return false }
    var (isAdded, isRemoved) = (false, false)
    for sign in signs {
      switch sign {
      case UInt8(ascii: "+"): isAdded = true
      case UInt8(ascii: "-"): isRemoved = true
      case 0x20: break
      default: return false
      }
    }
    guard !(isAdded && isRemoved) else { return false }
    for (index, sign) in signs.enumerated() {
      // A removed line is in those old files that have a sign for it, another one in the others.
      if (sign == UInt8(ascii: "-")) == isRemoved, sign != UInt8(ascii: "+") { old[index] -= 1 }
    }
    if old.contains(where: { $0 < 0 }) { return false }
    if isRemoved { return true }
    if isAdded, let path { files[path, default: []].append(line) }
    line += 1
    new -= 1
    return new >= 0
  }
}
