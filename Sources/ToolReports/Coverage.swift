package import Model

/// How much of the code was run, in total and by file.
package struct Coverage: Sendable {
  package private(set) var total = Share()
  package private(set) var files: [String: CoveredFile] = [:]
  /// How many leading folders of a path name a part; nil without parts.
  private let depth: Int?
  private let paths: SourcePaths

  /// The most folders that get a fact.
  private static let mostFolders = 50

  package init(_ options: ImportOptions) {
    if case .folder(let depth) = options.category { self.depth = depth } else { depth = nil }
    paths = options.paths
  }

  /// Adds a file with the path from the report.
  ///
  /// - Parameter isTotal: Whether the file counts to the total, which a report may give separately.
  package mutating func add(_ file: CoveredFile, at path: String, isTotal: Bool = true) {
    if isTotal { total.add(file.share) }
    let path = MessageMaker.shortened(paths.path(path))
    let twice = insert(file, at: path)
    if isTotal { total = total.less(twice) }
  }

  /// Adds a total from the report.
  package mutating func add(total share: Share) { total.add(share) }

  /// Adds another report. A line of both counts once.
  package mutating func join(_ other: Coverage) {
    total.add(other.total)
    for (path, file) in other.files { total = total.less(insert(file, at: path)) }
  }

  /// Returns what was known twice.
  private mutating func insert(_ file: CoveredFile, at path: String) -> Share {
    guard var joined = files[path] else {
      files[path] = file
      return Share()
    }
    var sum = joined.share
    sum.add(file.share)
    joined.join(file)
    files[path] = joined
    return sum.less(joined.share)
  }

  package mutating func redact(_ redactor: inout Redactor) {
    files = Dictionary(files.map { (redactor.redacted($0.key), $0.value) }) { left, right in
      var joined = left
      joined.join(right)
      return joined
    }
  }

  package var byFile: CodeCoverage {
    CodeCoverage(files.filter { $0.value.lines.whole > 0 }.map { $0.value.file(at: $0.key) })
  }

  /// The total, and the largest folders, sorted by name.
  package var facts: [Dataset.Run.Fact] {
    guard total.whole > 0 else { return [] }
    let kind = Dataset.Run.Fact.Kind.coverage
    let largest = folders.filter { $0.value.whole > 0 }.sorted {
      $0.value.whole == $1.value.whole ? $0.key < $1.key : $0.value.whole > $1.value.whole
    }
    let named = largest.prefix(Self.mostFolders).sorted { $0.key < $1.key }
    return [Dataset.Run.Fact(kind.title, total)]
      + named.map { Dataset.Run.Fact("\(kind.title) \($0.key)", $0.value) }
  }

  private var folders: [String: Share] {
    var folders: [String: Share] = [:]
    guard let depth else { return folders }
    for (path, file) in files {
      let parts = path.split(separator: "/").dropLast().prefix(depth)
      folders[parts.isEmpty ? "." : parts.joined(separator: "/"), default: Share()].add(file.share)
    }
    return folders
  }
}

extension Share {
  fileprivate func less(_ other: Share) -> Share {
    Share(part: part - other.part, whole: whole - other.whole)
  }
}

extension Dataset.Run.Fact {
  fileprivate init(_ title: String, _ share: Share) {
    self.init(title: title, value: share.text, number: share.percent, kind: .coverage)
    self.share = share
  }
}
