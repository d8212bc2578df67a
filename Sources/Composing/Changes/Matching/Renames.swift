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

    var stages: [MatchingStage] {
      switch self {
      case .context: [withLines, withDistances]
      case .place: [MatchingStage(parts: [.baseName, .title, .previous, .next])]
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
    var candidates: [(common: Int, old: Int, new: Int)] = []
    for file in appeared.sorted() {
      var common: [Int: Int] = [:]
      for (key, count) in after[file] ?? [:] {
        guard let sources = places[key], sources.count <= mostShared else { continue }
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
