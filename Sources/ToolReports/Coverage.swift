package import Model

/// How much of the code was run, in total and by folder.
package struct Coverage {
  package private(set) var total = Share()
  private var folders: [String: Share] = [:]
  /// How many leading folders of a path name a part; nil without parts.
  private let depth: Int?
  private let paths: SourcePaths

  /// The most folders that get a fact.
  private static let mostFolders = 50

  package init(_ options: ImportOptions) {
    if case .folder(let depth) = options.category { self.depth = depth } else { depth = nil }
    paths = options.paths
  }

  package var asksForFolders: Bool { depth != nil }

  /// Adds a file with the path from the report.
  ///
  /// - Parameter isTotal: Whether the file counts to the total, which a report may give separately.
  package mutating func add(_ share: Share, of file: String, isTotal: Bool = true) {
    if isTotal { total.add(share) }
    guard let depth else { return }
    let folders = paths.path(file).split(separator: "/").dropLast().prefix(depth)
    let name = folders.isEmpty ? "." : folders.joined(separator: "/")
    self.folders[MessageMaker.shortened(name), default: Share()].add(share)
  }

  /// Adds a total from the report.
  package mutating func add(total share: Share) { total.add(share) }

  package mutating func redact(_ redactor: inout Redactor) {
    folders = Dictionary(folders.map { (redactor.redacted($0.key), $0.value) }) { left, right in
      var sum = left
      sum.add(right)
      return sum
    }
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
}

/// The lines of files. Each line counts once, even if several parts of the report contain it.
package struct CoveredLines {
  /// For each file, twice the number of each line, plus 1 if the line was run.
  private var files: [String: [UInt32]] = [:]

  package init() {}

  package mutating func add(line: Int, isRun: Bool, of file: String) {
    guard let number = UInt32(exactly: line), 1...UInt32(Int32.max) ~= number else { return }
    files[file, default: []].append(number << 1 | (isRun ? 1 : 0))
  }

  /// The share of each file that was run.
  package consuming func shares() -> [(file: String, share: Share)] {
    files.map { file, lines in
      var (part, whole) = (0, 0)
      var last: UInt32?
      // If a line has several entries, one that was run is sorted first.
      for line in lines.sorted(by: >) where line >> 1 != last {
        last = line >> 1
        whole += 1
        part += Int(line & 1)
      }
      return (file, Share(part: part, whole: whole))
    }
  }
}

extension Dataset.Run.Fact {
  fileprivate init(_ title: String, _ share: Share) {
    self.init(title: title, value: share.text, number: share.percent, kind: .coverage)
    self.share = share
  }
}
