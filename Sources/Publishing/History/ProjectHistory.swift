package import Basics
package import Composing
import Diagnostics
import Importing
import JSON
package import Model

/// The nights of one project: read by months, as far as somebody asks.
package final class ProjectHistory {
  package let name: String
  /// What the project is called, whatever its last run was called.
  package var title: String { index.titleOfAllRuns ?? name }
  package let staging: Staging
  package var index: ProjectIndex
  private var months: [String: [PublishedRun]] = [:]
  var changed: Set<String> = []
  /// Whether the small files were not there or not to be trusted, so that all was read anew.
  var wasRebuilt = false

  /// Whether a month turned out to hold other nights than are known of, so that all has to be read
  /// anew before anything is written.
  var isDamaged = false

  /// What was found wrong with it.
  var problems: [Diagnostic] = []
  /// What can be mended of it.
  var broken: [Broken] = []

  /// Whether the marker is this one's own.
  var isMarked = false

  /// Opens what is there; a project without nights is empty.
  package init(site: String, project: String, rebuilding: Bool) throws(FileError) {
    name = project
    staging = Staging(root: site)
    index = ProjectIndex()
    let known = staging.read(path("history/project.json"), .index).flatMap(ProjectIndex.init)
    if let known { index = known } else { recall() }
    let isUnfinished = staging.kind(of: path(Self.marker)) == .file
    if rebuilding || isUnfinished || known == nil { rebuild() }
    try staging.check()
  }

  /// What the index knew that no night tells, as far as the latest night's file still does.
  private func recall() {
    guard let latest = staging.read(path("latest.json"), .index).flatMap(LatestFile.init),
      latest.project == name
    else { return }
    let end = name + "/"
    index.address = latest.address.flatMap {
      $0.hasSuffix(end) ? String($0.dropLast(end.count)) : nil
    }
    index.authority = latest.authority
    index.locale = latest.locale
    if case .instant(let due)? = latest.staleAfter.flatMap({ TimePoint(parsing: $0) }) {
      let patience = due.seconds(since: latest.night.time)
      index.patience = 1...10_000_000_000 ~= patience ? Int(patience) : nil
    }
  }

  /// What says that somebody has begun to change the project and has not come to an end.
  static let marker = "history/unfinished"

  package func path(_ rest: String) -> String { name + "/" + rest }
  package func run(_ id: String, _ file: String) -> String { "\(name)/runs/\(id)/\(file)" }

  // MARK: Nights

  package func nights(in month: String) -> [PublishedRun] {
    if let found = months[month] { return found }
    // What was made anew is all there is.
    if wasRebuilt { return [] }
    let found = stored(month)
    if found.count != index.months.first(where: { $0.name == month })?.count ?? 0 {
      isDamaged = true
    }
    months[month] = found
    return found
  }

  /// What the file of a month holds.
  func stored(_ month: String) -> [PublishedRun] {
    let bytes = staging.unpack(path("history/\(month).json.gz"), .month)
    let list = bytes.flatMap { JSONValue.parse($0, file: month).0 }?["nights"]?.elements ?? []
    return list.compactMap(PublishedRun.init).sorted()
  }

  /// A night by its id, wherever it stands.
  package func night(_ id: String) -> PublishedRun? {
    guard let night = Self.night(id, in: self) else { return nil }
    return nights(in: night.month).first { $0.id == id }
  }

  static func night(_ id: String, in history: ProjectHistory) -> PublishedRun? {
    history.staging.read(history.run(id, "run.json"), .run)
      .flatMap { JSONValue.parse($0, file: "run.json").0 }.flatMap(PublishedRun.init)
  }

  package var latest: PublishedRun? { index.months.last.flatMap { nights(in: $0.name).last } }

  package var first: PublishedRun? { index.months.first.flatMap { nights(in: $0.name).first } }

  /// The nights before one, the latest first, for as long as somebody wants more.
  package func nights(before night: PublishedRun, _ body: (PublishedRun) -> Bool) {
    for month in index.months.reversed() where month.name <= night.month {
      for other in nights(in: month.name).reversed() where other < night && other.id != night.id {
        guard body(other) else { return }
      }
    }
  }

  package func night(before night: PublishedRun) -> PublishedRun? {
    var found: PublishedRun?
    nights(before: night) {
      found = $0
      return false
    }
    return found
  }

  package func night(after night: PublishedRun) -> PublishedRun? {
    for month in index.months where month.name >= night.month {
      if let found = nights(in: month.name).first(where: { $0 > night && $0.id != night.id }) {
        return found
      }
    }
    return nil
  }

  /// How many nights there are after one.
  package func count(after night: PublishedRun) -> Int {
    index.months.reduce(0) { sum, month in
      if month.name < night.month { return sum }
      if month.name > night.month { return sum + month.count }
      return sum + nights(in: month.name).count { $0 > night && $0.id != night.id }
    }
  }

  /// The last so many nights, the oldest first.
  package func last(_ count: Int) -> [PublishedRun] {
    var found: [PublishedRun] = []
    for month in index.months.reversed() where found.count < count {
      found = nights(in: month.name) + found
    }
    return found.suffix(count)
  }

  /// All of them, the oldest first.
  package var all: [PublishedRun] { index.months.flatMap { nights(in: $0.name) } }

  package func insert(_ night: PublishedRun) {
    if let old = self.night(night.id) { remove(old) }
    set(nights(in: night.month) + [night], in: night.month)
  }

  package func remove(_ night: PublishedRun) {
    set(nights(in: night.month).filter { $0.id != night.id }, in: night.month)
  }

  /// Reads the months again when somebody asks.
  func forget() {
    months = [:]
    changed = []
  }

  func set(_ nights: [PublishedRun], in month: String) {
    months[month] = nights.sorted()
    changed.insert(month)
    index.take(nights, for: month)
  }

  // MARK: What a night was

  /// The dataset that a night kept; nil when it is gone or damaged.
  package func dataset(of night: PublishedRun) -> Dataset? {
    dataset(ofRun: night.id, night.digest)
  }

  /// - Parameter digest: What the dataset is known by; another one is damaged, and not looked into.
  func dataset(ofRun id: String, _ digest: String?) -> Dataset? {
    guard let bytes = data(ofRun: id) else { return nil }
    if let digest, digest != PublishedRun.digest(bytes) { return nil }
    var importer = DatasetImporter()
    importer.read(file: run(id, "data.json"), from: ByteSource(bytes: bytes))
    return importer.finish().dataset
  }

  /// Whether what a night kept is there as it was.
  package func isWhole(_ night: PublishedRun) -> Bool {
    staging.kind(of: run(night.id, "index.html")) == .file
      && data(ofRun: night.id).map(PublishedRun.digest) == night.digest
  }

  private func data(ofRun id: String) -> [UInt8]? {
    staging.unpack(run(id, "data.json.gz"), .dataset)
  }

  /// What a night is compared with: the last before it that came to its end; where none has, the
  /// last that had anything to say. The same report under another name is passed over.
  package func baseline(of night: PublishedRun, as identity: RunIdentity) -> Dataset? {
    var best: Dataset?
    // Where no run comes to its end any more, the search has one.
    var left = 100
    nights(before: night) { other in
      left -= 1
      if left < 0 { return false }
      if other.isMissing || best != nil && other.isPartial || identity.isSameReport(night, other) {
        return true
      }
      guard let dataset = dataset(of: other) else {
        let loss = loss(other.id)
        if !problems.contains(loss) { problems.append(loss) }
        return true
      }
      best = dataset
      return other.isPartial
    }
    return best
  }

  /// How the run before a night went; nil when there is none. The same report under another name is
  /// passed over.
  package func runBefore(
    _ night: PublishedRun, as identity: RunIdentity
  ) -> Composer.Settings.RunBefore? {
    var before: Composer.Settings.RunBefore?
    nights(before: night) { other in
      if identity.isSameReport(night, other) { return true }
      before = Composer.Settings.RunBefore(other.status)
      return false
    }
    return before
  }

  /// What was there in the last nights up to one, which each night keeps beside its dataset; where
  /// that is gone it is worked out from the nights before.
  package func presence(at night: PublishedRun?) -> MessageTracker {
    guard let night else { return MessageTracker() }
    if let found = kept(night) { return found }
    var presence = presence(before: night)
    take(night, into: &presence)
    return presence
  }

  /// What was there before a night.
  ///
  /// - Parameter limit: From this night on what nights have kept is not trusted.
  package func presence(before night: PublishedRun, trustedBefore limit: PublishedRun? = nil)
    -> MessageTracker
  {
    var unknown: [PublishedRun] = []
    var known = MessageTracker()
    nights(before: night) { other in
      if limit.map({ other < $0 }) ?? true, let found = kept(other) {
        known = found
        return false
      }
      unknown.append(other)
      return true
    }
    for night in unknown.reversed() { take(night, into: &known) }
    return known
  }

  /// Works out anew for every night what had been seen; the first alone may know of nights that are
  /// gone, and is taken at its word, unless one of those before it stands elsewhere now.
  func keepAll(trustsFirst: Bool = true) throws(FileError) {
    guard let first else { return }
    var presence = MessageTracker()
    if trustsFirst { presence = self.presence(at: first) } else { take(first, into: &presence) }
    try keep(presence, at: first, forAll: true)
  }

  private func kept(_ night: PublishedRun) -> MessageTracker? {
    staging.unpack(run(night.id, Self.seen), .seen).flatMap(MessageTracker.init)
  }

  private func take(_ night: PublishedRun, into presence: inout MessageTracker) {
    guard !night.isMissing, let dataset = dataset(of: night) else { return }
    presence.add(dataset, on: night)
  }

  /// Keeps what was there up to a night, and works it out anew for those that follow, as far as the
  /// night makes a difference to them; or for all of them.
  package func keep(
    _ presence: MessageTracker, at night: PublishedRun, forAll: Bool = false
  ) throws(FileError) {
    var presence = presence
    var night = night
    while true {
      let bytes = presence.bytes
      if bytes.count <= FileLimit.seen.bytes {
        try staging.pack(bytes, to: run(night.id, Self.seen), .seen)
      } else {
        // It is worked out from the datasets each time.
        staging.remove(run(night.id, Self.seen))
      }
      guard let next = self.night(after: night) else { return }
      night = next
      take(night, into: &presence)
      if !forAll, kept(night) == presence { return }
    }
  }

  private static let seen = "seen.json.gz"

  // MARK: Writing

  /// The small files as they are now. The months of a project are the truth; the rest is for speed.
  package func stage() throws(FileError) {
    for month in changed.sorted() {
      let nights = nights(in: month)
      let file = path("history/\(month).json.gz")
      if nights.isEmpty {
        staging.remove(file)
        staging.remove(path("archive/\(month).html"))
        continue
      }
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("version", 1)
        writer.key("nights")
        writer.array { writer in for night in nights { night.write(to: &writer) } }
      }
      try staging.pack(writer.bytes, to: file, .month)
    }
    try staging.write(index.bytes, to: path("history/project.json"), .index)
  }

  /// The months that have changed.
  package var changedMonths: Set<String> { changed }

  /// Takes out the nights that are not kept; gives back those that a link to them stood on.
  package func prune(_ options: PublishOptions) -> [PublishedRun] {
    guard let latest else { return [] }
    var followers = index.count
    var outdated: [PublishedRun] = []
    search: for month in index.months {
      for night in nights(in: month.name) {
        followers -= 1
        guard options.isOutdated(night, followers: followers, latest: latest) else { break search }
        outdated.append(night)
      }
    }
    for night in outdated {
      remove(night)
      staging.remove(path("runs/\(night.id)"), isFolder: true)
    }
    return outdated.last.flatMap { night(after: $0) }.map { [$0] } ?? []
  }
}

extension MessageTracker {
  package mutating func add(_ dataset: Dataset, on night: PublishedRun) {
    let found = dataset.messages.indices.map { Fingerprint(of: dataset.messages, at: $0) }
    add(Set(found), on: night.date, isPartial: night.isPartial)
  }
}
