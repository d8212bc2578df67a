package import Composing
import Diagnostics
package import Files
import JSON
internal import Time

/// The runs of one project, read month by month on demand.
package final class ProjectHistory {
  package let name: String
  /// The title of the project, which is the same for all runs.
  package var title: String { index.titleOfAllRuns ?? name }
  package let staging: Staging
  package let files: RunFiles
  package var index: ProjectIndex
  private var months: [String: [PublishedRun]] = [:]
  /// The months that have changed and are not staged yet.
  package private(set) var changedMonths: Set<String> = []
  /// Whether the index was absent, damaged or not trusted, so that every run was read.
  var wasRebuilt = false
  /// Whether a month's number of runs differs from the index. A rebuild must precede any write.
  var isDamaged = false
  /// The problems found in the project's files.
  var problems: [Diagnostic] = []
  /// The damaged runs that can be rendered again.
  var broken: [Broken] = []
  /// The comparisons that are staged to be removed.
  var removedComparisons: Set<ComparisonPage> = []
  /// Whether this process has written the marker.
  private var isMarked = false

  /// Opens a project; one without runs is empty.
  package init(site: String, project: String, rebuilding: Bool) throws(FileError) {
    name = project
    staging = Staging(root: site)
    files = RunFiles(project: project, staging: staging)
    index = ProjectIndex()
    let known = staging.read(path("history/project.json"), .index).flatMap(ProjectIndex.init)
    if let known { index = known } else { recall() }
    let isUnfinished = staging.kind(of: path(Self.marker)) == .file
    if rebuilding || isUnfinished || known == nil { rebuild() }
    try staging.check()
  }

  /// Restores the index, except its months and time zone, from `latest.json`.
  private func recall() {
    guard let latest = staging.read(path("latest.json"), .index).flatMap(LatestFile.init),
      latest.project == name
    else { return }
    let end = name + "/"
    index.address = latest.address.flatMap {
      $0.hasSuffix(end) ? String($0.dropLast(end.count)) : nil
    }
    index.authority = latest.authority
    index.title = latest.title
    index.locale = latest.locale
    if case .instant(let due)? = latest.staleAfter.flatMap({ TimePoint(parsing: $0) }) {
      let dueAfter = due.seconds(since: latest.run.time)
      index.dueAfter = 1...10_000_000_000 ~= dueAfter ? Int(dueAfter) : nil
    }
  }

  /// The marker file. It exists while a process changes the project, and after an interruption.
  static let marker = "history/unfinished"

  package func path(_ rest: String) -> String { name + "/" + rest }

  // MARK: Runs

  package func runs(in month: String) -> [PublishedRun] {
    if let found = months[month] { return found }
    // A rebuild has read every run.
    if wasRebuilt { return [] }
    let found = stored(month)
    if found.count != index.months.first(where: { $0.name == month })?.count ?? 0 {
      isDamaged = true
    }
    months[month] = found
    return found
  }

  /// The runs in the file of a month; none if it is absent or damaged. In the files of a site, the
  /// keys `night` and `nights` mean runs.
  func stored(_ month: String) -> [PublishedRun] {
    let bytes = staging.unpack(file(of: month), .month)
    return (bytes.flatMap { PublishedRun.runs(in: $0, of: month) } ?? []).sorted()
  }

  private func file(of month: String) -> String { path("history/\(month).json.gz") }

  /// The run of this id.
  package func run(_ id: String) -> PublishedRun? {
    // An invalid name has no file.
    guard SiteName.isValid(id), let run = files.run(id) else {
      return nil
    }
    return runs(in: run.month).first { $0.id == id }
  }

  package var latest: PublishedRun? { index.months.last.flatMap { runs(in: $0.name).last } }

  package var first: PublishedRun? { index.months.first.flatMap { runs(in: $0.name).first } }

  /// Visits the runs before a run, the latest first, until `body` returns false.
  ///
  /// - Parameter ancestor: If given, visits this run and those before it: the run is placed directly
  ///   after this one.
  package func runs(
    before run: PublishedRun, from ancestor: PublishedRun? = nil, _ body: (PublishedRun) -> Bool
  ) {
    for month in index.months.reversed() where month.name <= (ancestor ?? run).month {
      for other in runs(in: month.name).reversed()
      where other.id != run.id && (ancestor.map { other <= $0 } ?? (other < run)) {
        guard body(other) else { return }
      }
    }
  }

  package func run(before run: PublishedRun) -> PublishedRun? {
    var found: PublishedRun?
    runs(before: run) {
      found = $0
      return false
    }
    return found
  }

  package func run(after run: PublishedRun) -> PublishedRun? {
    for month in index.months where month.name >= run.month {
      if let found = runs(in: month.name).first(where: { $0 > run && $0.id != run.id }) {
        return found
      }
    }
    return nil
  }

  /// The number of runs after a run.
  package func count(after run: PublishedRun) -> Int {
    index.months.reduce(0) { sum, month in
      if month.name < run.month { return sum }
      if month.name > run.month { return sum + month.count }
      return sum + runs(in: month.name).count { $0 > run && $0.id != run.id }
    }
  }

  /// The last `count` runs, the oldest first.
  package func last(_ count: Int) -> [PublishedRun] {
    var found: [PublishedRun] = []
    for month in index.months.reversed() where found.count < count {
      found = runs(in: month.name) + found
    }
    return found.suffix(count)
  }

  /// All runs, the oldest first.
  package var all: [PublishedRun] { index.months.flatMap { runs(in: $0.name) } }

  package func insert(_ run: PublishedRun) {
    if let old = self.run(run.id) { remove(old) }
    set(runs(in: run.month) + [run], in: run.month)
  }

  package func remove(_ run: PublishedRun) {
    set(runs(in: run.month).filter { $0.id != run.id }, in: run.month)
  }

  /// Drops the months in memory, so that they are read again.
  func forget() {
    months = [:]
    changedMonths = []
  }

  func set(_ runs: [PublishedRun], in month: String) {
    months[month] = runs.sorted()
    changedMonths.insert(month)
    index.setRuns(runs, for: month)
  }

  // MARK: Comparison

  /// The outcome of the run before a run; nil if there is none. Skips runs that are the same report
  /// under another name, and runs of branches.
  package func runBefore(
    _ run: PublishedRun, as identity: RunIdentity, from ancestor: PublishedRun? = nil
  ) -> Composer.Context.RunBefore? {
    var before: Composer.Context.RunBefore?
    runs(before: run, from: ancestor) { other in
      if identity.isSameReport(run, other) || other.isOfBranch { return true }
      before = Composer.Context.RunBefore(other.status)
      return false
    }
    return before
  }

  // MARK: Writing

  /// Stages the changed months and the index.
  func stage() throws(FileError) {
    for month in changedMonths.sorted() {
      let runs = runs(in: month)
      let file = file(of: month)
      if runs.isEmpty {
        staging.remove(file)
        staging.remove(path("archive/\(month).html"))
        continue
      }
      try staging.pack(PublishedRun.bytes(ofMonth: runs), to: file, .month)
    }
    try staging.write(index.bytes, to: path("history/project.json"), .index)
  }

  /// The later runs that are near enough to show a run in their strip; the run need not exist.
  package func runs(showing run: PublishedRun) -> [PublishedRun] {
    var found: [PublishedRun] = []
    for month in index.months where month.name >= run.month {
      for other in runs(in: month.name) where other > run && other.id != run.id {
        if found.count == TrendRun.earlier { return found }
        found.append(other)
      }
    }
    return found
  }

  /// Removes expired runs; returns the runs that need new links.
  package func prune(_ options: PublishOptions) -> [PublishedRun] {
    removeFiles(of: expire(options))
  }

  /// Removes expired runs from their months; `removeFiles` removes their files.
  func expire(_ options: PublishOptions) -> [PublishedRun] {
    guard options.keep != nil || options.keepDays != nil, let latest else { return [] }
    var followers = index.count
    var outdated: [PublishedRun] = []
    search: for month in index.months {
      for run in runs(in: month.name) {
        followers -= 1
        guard options.isOutdated(run, followers: followers, latest: latest) else { break search }
        outdated.append(run)
      }
    }
    for run in outdated { remove(run) }
    return outdated
  }

  /// Removes the files of expired runs; returns the runs that need new links.
  func removeFiles(of expired: [PublishedRun]) -> [PublishedRun] {
    for run in expired { staging.remove(path("runs/\(run.id)"), isFolder: true) }
    return removeComparisons(of: Set(expired.map(\.id)))
      + (expired.last.map(runs(showing:)) ?? [])
  }

  /// Writes the marker. A process that finds it in an unlocked project reads every run again and
  /// removes temporary files.
  package func begin() throws(FileError) {
    let marker = path(Self.marker)
    guard !isMarked, staging.kind(of: marker) != .file else { return try staging.check() }
    try staging.check()
    try staging.folder.create(path("history"))
    try staging.folder.touch(marker)
    isMarked = true
  }

  /// Puts all staged files in place.
  package func commit() throws(FileError) {
    if !staging.isEmpty { try begin() }
    try staging.commit()
    changedMonths = []
    // The marker stays until the last damaged run is rendered, so that an interruption is noticed.
    guard broken.isEmpty else { return }
    if let failure = removeMarker() { staging.leftovers.append(failure) }
    problems += staging.leftoverProblems
    staging.leftovers = []
  }

  /// Tries twice, since a network disk may fail for a moment.
  private func removeMarker() -> FileError? {
    var failure: FileError?
    for _ in 0..<2 {
      do throws(FileError) {
        try staging.folder.removeFile(path(Self.marker))
        return nil
      } catch {
        failure = error
      }
    }
    return failure
  }

  /// Discards the staged files of a run that could not be written.
  package func abandon(_ id: String) {
    let isUntouched = !staging.hasBegun
    staging.discard()
    if isUntouched, isMarked { _ = removeMarker() }
    do throws(FileError) {
      let run = path("runs/\(id)")
      if try staging.folder.names(in: run).isEmpty { try staging.folder.removeFlat(run) }
    } catch {
      // The next run that finds the marker removes it.
    }
  }
}
