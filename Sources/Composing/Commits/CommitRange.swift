internal import Model
internal import Time

/// Chooses the commits of a log that are in a run and not in the run before (see "Commits since the
/// last report").
struct CommitRange {
  private let log: [Commit]
  private let indices: [String: Int]

  /// The fewest digits that identify a commit.
  private static let leastDigits = 7

  /// - Parameter log: The commits, the newest first.
  init(_ log: [Commit]) {
    self.log = log
    indices = Dictionary(zip(log.map(\.id), log.indices)) { first, _ in first }
  }

  /// The commits from the commit of the last run to the commit of this run, in the order of the
  /// log. If the log lacks the last run's commit, the commits after the time of the last run; without
  /// a time, all.
  func commits(after last: String?, at time: Instant?, to head: String?) -> [Commit] {
    var isWanted = [Bool](repeating: true, count: log.count)
    if let head = index(of: head) { isWanted = history(of: head) }
    if let last = index(of: last) {
      for (index, isOld) in history(of: last).enumerated() where isOld { isWanted[index] = false }
    } else if let time, !begins(after: last) {
      for (index, commit) in log.enumerated() where commit.time <= time { isWanted[index] = false }
    }
    return zip(log, isWanted).compactMap { $1 ? $0 : nil }
  }

  /// Which commits of the log are a commit or its ancestors.
  private func history(of index: Int) -> [Bool] {
    var isReached = [Bool](repeating: false, count: log.count)
    isReached[index] = true
    var waiting = [index]
    while let index = waiting.popLast() {
      for parent in log[index].parents {
        guard let parent = indices[parent], !isReached[parent] else { continue }
        isReached[parent] = true
        waiting.append(parent)
      }
    }
    return isReached
  }

  /// The index of a commit by its hash or the beginning of it.
  private func index(of name: String?) -> Int? {
    guard let name = hash(name) else { return nil }
    if let index = indices[name] { return index }
    let found = log.indices.filter { log[$0].id.hasPrefix(name) }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether the log has the commits after a commit, which it lacks itself: `git log LAST..`.
  private func begins(after name: String?) -> Bool {
    guard let name = hash(name) else { return false }
    return log.contains { $0.parents.contains { $0.hasPrefix(name) } }
  }

  private func hash(_ name: String?) -> String? {
    guard let name = name?.lowercased(), name.utf8.count >= Self.leastDigits, Commit.isHash(name)
    else { return nil }
    return name
  }
}
