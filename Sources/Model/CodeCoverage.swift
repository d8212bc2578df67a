/// How much of the code was run, by file.
package struct CodeCoverage: Sendable, Hashable {
  package struct File: Sendable, Hashable {
    package var path: String
    package var lines: Share
    package var branches: Share
    /// Whether its tool counts branches in the percentage, as coverage.py does.
    package var countsBranches: Bool

    package init(
      path: String, lines: Share, branches: Share = Share(), countsBranches: Bool = false
    ) {
      self.path = path
      self.lines = lines
      self.branches = branches
      self.countsBranches = countsBranches
    }

    /// The percentage by the definition of its tool.
    package var share: Share {
      var share = lines
      if countsBranches { share.add(branches) }
      return share
    }
  }

  /// The coverage of the lines that a diff adds or changes.
  package struct Changed: Sendable, Hashable {
    package struct File: Sendable, Hashable {
      package var path: String
      package var lines: Share
      /// The lines that were not run, in ascending order.
      package var missed: [ClosedRange<Int>]

      package init(path: String, lines: Share, missed: [ClosedRange<Int>]) {
        self.path = path
        self.lines = lines
        self.missed = missed
      }
    }

    package var lines: Share
    /// The files with a line that was not run, the one with the most first.
    package var files: [File]
    /// The number of such files that are left out.
    package var otherFiles: Int

    package init(lines: Share, files: [File], otherFiles: Int = 0) {
      self.lines = lines
      self.files = files
      self.otherFiles = otherFiles
    }
  }

  /// The files, the one with the most missed lines first.
  package private(set) var files: [File] = []
  /// The number of files that are left out.
  package private(set) var otherFiles = 0
  /// nil without a diff.
  package var changed: Changed?

  /// The most files, and the most ranges of a file.
  package static let (mostFiles, mostRanges) = (10_000, 1_000)

  package init() {}

  /// - Parameter otherFiles: The number of files that the list does not have.
  package init(_ files: [File], otherFiles: Int = 0) {
    let sorted = files.sorted {
      let (left, right) = ($0.lines.missed, $1.lines.missed)
      return left == right ? $0.path < $1.path : left > right
    }
    self.files = Array(sorted.prefix(Self.mostFiles))
    self.otherFiles = otherFiles + sorted.count - self.files.count
  }

  /// The same with at most a number of files.
  package func limited(to count: Int) -> CodeCoverage {
    var limited = self
    limited.files = Array(files.prefix(count))
    limited.otherFiles += files.count - limited.files.count
    return limited
  }

  package var isEmpty: Bool { files.isEmpty && changed == nil }

  /// Adds the files of another run. A file of both is as well covered as in the better one, because
  /// it is unknown which lines they have in common.
  package mutating func add(_ other: CodeCoverage) {
    if other.isEmpty { return }
    var known = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    for file in other.files {
      let first = known[file.path] ?? file
      known[file.path] = first.lines.part < file.lines.part ? file : first
    }
    let changed = changed ?? other.changed
    self = CodeCoverage(Array(known.values), otherFiles: otherFiles + other.otherFiles)
    self.changed = changed
  }
}
