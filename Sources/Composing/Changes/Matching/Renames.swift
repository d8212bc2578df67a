/// Files that vanished and reappeared under another name or in another folder, with at least half of
/// their messages (see "Same message in two runs").
enum Renames {
  /// How the messages of two files are compared.
  enum Evidence {
    /// By the lines of source; without lines, by the distances of the messages.
    case context
    /// By the distances in a file of the same name. Its lines may be edited, such as all lines with
    /// the name of a moved folder.
    case place
    /// By titles and columns in a file of the same folder with an alike name.
    case name

    var stages: [MatchingStage] {
      switch self {
      case .context: [withLines, withDistances]
      case .place: [MatchingStage(parts: [.baseName, .title, .previous, .next])]
      case .name: [MatchingStage(parts: [.title, .column])]
      }
    }
  }

  /// The largest number of vanished files that may share a key, so that the time stays linear.
  private static let mostShared = 8
  private static let withLines = MatchingStage(
    members: .withContext, parts: [.rule, .surroundings])
  private static let withDistances = MatchingStage(
    members: .withoutContext, parts: [.title, .previous, .next])

  /// The new number of each renamed file.
  static func find(
    _ old: MatchingSide, _ new: MatchingSide, by evidence: Evidence, _ names: FileNumbers
  ) -> [Int: Int] {
    let vanished = Set(old.open.map { old.files[$0] }).subtracting(new.files).subtracting([0])
    let appeared = Set(new.open.map { new.files[$0] }).subtracting(old.files).subtracting([0])
    if vanished.isEmpty || appeared.isEmpty { return [:] }
    let before = files(of: old, among: vanished, by: evidence.stages, names)
    let after = files(of: new, among: appeared, by: evidence.stages, names)

    var places: [Fingerprint: [Int]] = [:]
    for file in vanished.sorted() {
      for key in (before[file]?.keys).map(Array.init) ?? [] {
        // One more than the limit, to recognize keys of too many files.
        if places[key]?.count ?? 0 <= mostShared { places[key, default: []].append(file) }
      }
    }
    let alike = evidence == .name ? AlikeNames(vanished, names) : nil
    var candidates: [(common: Int, old: Int, new: Int)] = []
    for file in appeared.sorted() {
      var common: [Int: Int] = [:]
      let alike = alike?.files(to: names.name(file))
      for (key, count) in after[file] ?? [:] {
        guard let sources = alike ?? places[key], alike != nil || sources.count <= mostShared
        else { continue }
        for source in sources {
          common[source, default: 0] += min(count, before[source]?[key] ?? 0)
        }
      }
      let size = after[file]?.values.reduce(0, +) ?? 0
      for (source, count) in common
      where count * 2 >= max(size, before[source]?.values.reduce(0, +) ?? 0) {
        candidates.append((count, source, file))
      }
    }
    candidates.sort { ($1.common, $0.old, $0.new) < ($0.common, $1.old, $1.new) }
    var result: [Int: Int] = [:]
    var taken: Set<Int> = []
    for candidate in candidates
    where result[candidate.old] == nil && taken.insert(candidate.new).inserted {
      result[candidate.old] = candidate.new
    }
    return result
  }

  /// The number of times that each key occurs in each file.
  private static func files(
    of side: MatchingSide, among files: Set<Int>, by stages: [MatchingStage], _ names: FileNumbers
  ) -> [Int: [Fingerprint: Int]] {
    var result: [Int: [Fingerprint: Int]] = [:]
    var buffer: [UInt8] = []
    for index in side.open where files.contains(side.files[index]) {
      for stage in stages {
        guard let key = side.key(of: index, in: stage, names, &buffer) else { continue }
        result[side.files[index], default: [:]][key, default: 0] += 1
        break
      }
    }
    return result
  }
}

/// The files whose names are like the name of another file of the same folder: letters were added
/// or removed at one place of the name, or only the extension differs.
private struct AlikeNames {
  private var folders: [Substring: [(stem: Substring, file: Int)]] = [:]

  /// The largest number of files of a folder, so that the time stays linear.
  private static let mostFiles = 100
  /// The shortest name; shorter ones are in many others.
  private static let leastLength = 3

  init(_ files: Set<Int>, _ names: FileNumbers) {
    for file in files.sorted() {
      let (folder, stem) = Self.parts(of: names.name(file))
      folders[folder, default: []].append((stem, file))
    }
  }

  func files(to name: String) -> [Int] {
    let (folder, stem) = Self.parts(of: name)
    guard let files = folders[folder], files.count <= Self.mostFiles else { return [] }
    return files.filter { Self.isAlike($0.stem, stem) }.map(\.file)
  }

  private static func parts(of name: String) -> (folder: Substring, stem: Substring) {
    let start = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
    return (name[..<start], name[start...].prefix { $0 != "." })
  }

  private static func isAlike(_ one: Substring, _ other: Substring) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    if short.count < Self.leastLength { return false }
    let same = zip(short, long).prefix { $0 == $1 }.count
    return short[same...].elementsEqual(long.suffix(short.count - same))
  }
}
