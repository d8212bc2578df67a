internal import Model

/// How much of the code was run, in all and by folder.
struct Coverage {
  private(set) var total = Share()
  private var folders: [String: Share] = [:]
  /// How many folders of a path a part has; nil without parts.
  private let depth: Int?
  private let paths: SourcePaths

  /// The most folders that have a fact.
  private static let mostFolders = 50

  init(_ options: ImportOptions) {
    if case .folder(let depth) = options.category { self.depth = depth } else { depth = nil }
    paths = options.paths
  }

  var asksForFolders: Bool { depth != nil }

  /// Adds a file, as the report gives its path.
  ///
  /// - Parameter isTotal: Whether it is part of the total, which the report may give by itself.
  mutating func add(_ share: Share, of file: String, isTotal: Bool = true) {
    if isTotal { total.add(share) }
    guard let depth else { return }
    let folders = paths.path(file).split(separator: "/").dropLast().prefix(depth)
    let name = folders.isEmpty ? "." : folders.joined(separator: "/")
    self.folders[MessageMaker.shortened(name), default: Share()].add(share)
  }

  /// Adds what the report gives as a total.
  mutating func add(total share: Share) { total.add(share) }

  mutating func redact(_ redactor: inout Redactor) {
    folders = Dictionary(folders.map { (redactor.redacted($0.key), $0.value) }) { left, right in
      var sum = left
      sum.add(right)
      return sum
    }
  }

  /// The total, and the largest folders by name.
  var facts: [Dataset.Run.Fact] {
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

/// The lines of files, each once, however many parts of the report tell of it.
struct CoveredLines {
  /// For each file, twice the number of a line, and 1 more where it was run.
  private var files: [String: [UInt32]] = [:]

  mutating func add(line: Int, isRun: Bool, of file: String) {
    guard let number = UInt32(exactly: line), 1...UInt32(Int32.max) ~= number else { return }
    files[file, default: []].append(number << 1 | (isRun ? 1 : 0))
  }

  /// What was run of each file.
  consuming func shares() -> [(file: String, share: Share)] {
    files.map { file, lines in
      var (part, whole) = (0, 0)
      var last: UInt32?
      // Of the same line, that it was run comes first.
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
