package import Composing
internal import Diagnostics
package import Model
internal import Text
package import Time

/// Remembers which of the last runs had each message. A message keeps its track while runs match it
/// (see "Same message in two runs"), even if its title or file changes. A message that comes back
/// is recognized by its fingerprint and line. The size depends on the number of messages, not of
/// runs.
package struct MessageTracker: Sendable {
  /// A message is forgotten this many days after the last run that had it, except the failure of a
  /// test that comes and goes.
  private static let mostDays = CoverageReference.mostDays
  /// The largest number of tracks of gone messages, and of those that no run of the window had.
  private static let (mostClosed, mostOld) = (20_000, 1_000)
  /// The largest number of kept messages, which no later run has checked for.
  private static let mostKept = 100_000

  /// The dataset to compare the next run with; nil before the first run. It has every message that
  /// may still exist: first the messages of the last run with a report, then `keptCount` messages
  /// of earlier runs that no later run has checked for. It always has a reference.
  package private(set) var baseline: Dataset?
  package private(set) var keptCount = 0
  /// The tracks of the baseline's messages.
  package private(set) var tracks: [MessageTrack] = []
  /// The tracks of gone messages, by their last `keyOfReturn`.
  package private(set) var closed: [Fingerprint: [ClosedTrack]] = [:]
  /// The number of added runs, up to the window.
  package private(set) var count = 0
  /// The durations of the slowest tests.
  private(set) var durations = DurationTracker()
  /// The titles of flaky messages that are gone.
  private(set) var goneTitles = GoneTitles()

  package init() {}

  /// Creates a tracker from its parts; nil unless every message has one track.
  init?(
    baseline: Dataset, keptCount: Int, tracks: [MessageTrack],
    closed: [Fingerprint: [ClosedTrack]], count: Int,
    durations: DurationTracker = DurationTracker(), goneTitles: GoneTitles = GoneTitles()
  ) {
    guard tracks.count == baseline.messages.count, keptCount <= tracks.count else { return nil }
    self.baseline = baseline
    self.keptCount = keptCount
    self.tracks = tracks
    self.closed = closed
    self.count = min(count, MessageTrack.window)
    self.durations = durations
    self.goneTitles = goneTitles
  }

  /// The messages of earlier runs that may still exist.
  package var kept: ArraySlice<Message> { baseline?.messages.suffix(keptCount) ?? [] }

  /// The earlier run that is still the reference; nil if the last run is.
  package var reference: CoverageReference? {
    baseline?.reference.flatMap { $0.laterRuns > 0 ? $0 : nil }
  }

  /// The history of each message of the last run.
  package var histories: [MessageHistory] {
    tracks.dropLast(keptCount).histories(of: count, areThere: true)
  }

  // MARK: Adding runs

  package mutating func add(_ dataset: Dataset, on date: CivilDate) {
    add(dataset, MessageMatches(baseline ?? Dataset(), dataset), on: date)
  }

  /// Adds the next run; returns the memory about its messages.
  package mutating func recall(_ dataset: Dataset, on date: CivilDate) -> MessageRecall {
    let earlier = tracks.histories(of: count, areThere: false)
    let outdated = tracks.indices.filter { Self.isForgotten(tracks[$0], on: date) }
    let keptCount = keptCount
    let before = tracks.lazy.map(\.lastSeen).max()
    let usual = durations.seconds
    let matches = MessageMatches(baseline ?? Dataset(), dataset)
    add(dataset, matches, on: date)
    var recall = MessageRecall(
      matches: matches, histories: histories,
      fingerprints: zip(tracks, matches.fingerprints).map { $0.name ?? $1 }, earlier: earlier,
      keptCount: keptCount, outdated: Set(outdated), before: before)
    recall.durations = usual
    recall.gone = goneTitles.messages(closed, of: count)
    return recall
  }

  private mutating func add(_ dataset: Dataset, _ matches: MessageMatches, on date: CivilDate) {
    let old = self
    let messages = baseline?.messages ?? []
    count = min(count + 1, MessageTrack.window)
    let continued = zip(dataset.messages.indices, matches.origins).map { index, origin in
      origin.map { origin in
        var track = old.tracks[origin]
        track.see(on: date)
        track.fail(dataset.messages[index])
        if track.name == nil, !messages[origin].isNamed(like: dataset.messages[index]) {
          track.name = Fingerprint(of: messages, at: origin).shortened
        }
        if track.name == matches.fingerprints[index].shortened { track.name = nil }
        return track
      }
    }
    var names = Names(continued, matches.fingerprints)
    let titles = closed.isEmpty ? nil : RepeatedTitles(dataset.messages)
    tracks = continued.enumerated().map { index, track in
      track
        ?? open(
          dataset.messages[index], matches.fingerprints[index].shortened, on: date, titles, &names)
    }
    miss(dataset, after: baseline?.scope)
    let hasScope = dataset.scope != nil || baseline?.scope != nil
    let lost = matches.lost.map { ScopeSubject(messages[$0]) }
    var kept: [(message: Message, track: MessageTrack)] = []
    let absences = dataset.absences(of: matches.lost.map { messages[$0] }, after: baseline)
    for (position, index) in matches.lost.enumerated() {
      let isKept = absences[position] == .unchecked
      let isGap = isKept || absences[position] == .leftOut
      var track = old.tracks[index].missing(isGap: isGap)
      if absences[position] == .checked { track.pass(after: messages[index]) }
      if !isKept {
        let own = Fingerprint(of: messages, at: index).shortened
        let key = messages[index].keyOfReturn(own)
        goneTitles.note(messages[index], key, track, of: count)
        let name = track.name ?? own
        track.name = name == key ? nil : name
        closed[key, default: []].append(
          ClosedTrack(track, hasScope ? lost[position].remembered : nil))
      } else if !Self.isForgotten(track, on: date) {
        var message = messages[index]
        message.base = message.base ?? baseline?.url
        kept.append((message, track))
      }
    }
    if kept.count > Self.mostKept {
      let oldest = kept.map(\.track.lastSeen.dayNumber).sorted()[kept.count - Self.mostKept]
      let room = Self.mostKept - kept.count { $0.track.lastSeen.dayNumber > oldest }
      var left = room
      kept.removeAll { _, track in
        if track.lastSeen.dayNumber == oldest { left -= 1 }
        return track.lastSeen.dayNumber < oldest || track.lastSeen.dayNumber == oldest && left < 0
      }
    }
    let reference = CoverageReference.reference(after: dataset, on: date, baseline)
    baseline = dataset
    baseline?.reference = reference
    baseline?.messages += kept.map(\.message)
    tracks += kept.map(\.track)
    keptCount = kept.count
    forget(on: date)
    goneTitles.removeOutdated(closed, of: count)
    durations.add(dataset.durations)
  }

  /// Adds a run to the tracks of gone messages that it does not have.
  private mutating func miss(_ dataset: Dataset, after before: RunScope?) {
    let keys = Array(closed.keys)
    let subjects = keys.flatMap { closed[$0, default: []].compactMap(\.subject) }
    var absences = dataset.absences(of: subjects, after: before)[...]
    let hasCompleted = dataset.hasCompleted
    for key in keys {
      closed[key] = closed[key]?.map { entry in
        let absence = entry.subject == nil ? nil : absences.popFirst()
        let isGap = absence.map { $0 == .unchecked || $0 == .leftOut } ?? !hasCompleted
        return ClosedTrack(entry.track.missing(isGap: isGap), entry.subject)
      }
    }
  }

  /// The track of a message that the run before did not have.
  ///
  /// - Parameter titles: The run's repeated titles; nil if no message is gone.
  private mutating func open(
    _ message: Message, _ fingerprint: Fingerprint, on date: CivilDate, _ titles: RepeatedTitles?,
    _ names: inout Names
  ) -> MessageTrack {
    let key = message.keyOfReturn(fingerprint)
    if let titles, !titles.contains(message), var known = closed[key], let entry = known.popLast() {
      closed[key] = known.isEmpty ? nil : known
      var track = entry.track
      track.reopen(on: date, canBeFixed: message.canBeFixed)
      track.fail(message)
      track.name = names.name(fingerprint, before: track.name)
      return track
    }
    var track = MessageTrack(on: date)
    track.name = names.name(fingerprint)
    return track
  }

  private static func isForgotten(
    _ track: MessageTrack, on date: CivilDate, after days: Int32 = mostDays
  ) -> Bool {
    date.dayNumber - track.lastSeen.dayNumber > days
  }

  /// Forgets messages that have been gone for long. If too many remain, forgets those gone longest.
  private mutating func forget(on date: CivilDate) {
    var all: [(key: Fingerprint, entry: ClosedTrack)] = []
    for (key, entries) in closed {
      for entry in entries {
        let days = entry.track.flakiness == nil ? Self.mostDays : Flakiness.mostDays
        guard entry.track.bits != 0 || !Self.isForgotten(entry.track, on: date, after: days) else {
          continue
        }
        all.append((key, entry))
      }
    }
    let old = all.count { $0.entry.track.bits == 0 }
    if all.count > Self.mostClosed || old > Self.mostOld {
      // Sorted, because the order of a dictionary differs from process to process.
      let ranked = all.map { ($0.entry.track.age, $0.key.short, $0) }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
      var olds = 0
      all = ranked.prefix(Self.mostClosed).filter { _, entry in
        if entry.track.bits == 0 { olds += 1 }
        return entry.track.bits != 0 || olds <= Self.mostOld
      }
      // The latest of several tracks with one key comes last.
      all.reverse()
    }
    closed = Dictionary(grouping: all, by: \.key).mapValues { $0.map(\.entry) }
  }
}

/// The track of a message that is gone.
package struct ClosedTrack: Sendable, Equatable {
  /// The track's name is nil if it equals the key.
  package var track: MessageTrack
  /// Decides whether a run checked for the message; nil if every completed run checks for it.
  package var subject: ScopeSubject?

  package init(_ track: MessageTrack, _ subject: ScopeSubject? = nil) {
    self.track = track
    self.subject = subject
  }
}

/// The fingerprints that identify the messages of a run across runs.
private struct Names {
  private var given: Set<Fingerprint>
  private let fingerprints: [Fingerprint]
  private lazy var own = Set(fingerprints.map(\.shortened))

  /// - Parameter tracks: The tracks of messages that the run before had.
  init(_ tracks: [MessageTrack?], _ fingerprints: [Fingerprint]) {
    given = Set(tracks.compactMap { $0?.name })
    self.fingerprints = fingerprints
  }

  /// Returns the name of a message that the run before did not have; nil if it is its fingerprint.
  ///
  /// - Parameter before: The name of the message when a run last had it.
  mutating func name(_ fingerprint: Fingerprint, before: Fingerprint? = nil) -> Fingerprint? {
    if let before, before != fingerprint, !own.contains(before),
      given.insert(before).inserted
    {
      return before
    }
    var name = fingerprint
    // Another message already has this name.
    while given.contains(name) { name = name.combined(with: 1) }
    return name == fingerprint ? nil : name
  }
}

/// The titles that can't identify a returning message. Several messages of a run have such a title,
/// without a line of source or a given fingerprint that distinguishes them.
private struct RepeatedTitles {
  private struct Title: Hashable {
    var category: String?
    var title: String
  }
  private var counts: [Title: Int] = [:]

  init(_ messages: [Message]) {
    for message in messages where message.isKnownByTitle {
      counts[
        Title(category: message.category, title: message.title(.outlineWithNames)), default: 0] += 1
    }
  }

  func contains(_ message: Message) -> Bool {
    message.isKnownByTitle
      && counts[Title(category: message.category, title: message.title(.outlineWithNames))] ?? 0 > 1
  }
}

extension Message {
  fileprivate var isKnownByTitle: Bool {
    location?.line != nil && location?.context == nil && fingerprint?.isEmpty ?? true
  }

  /// The key that recognizes a returning message: its fingerprint with its environment and its line
  /// of source, or with three lines if its line says too little, such as a brace. In a file, a
  /// computed fingerprint ignores numbers and ids of the title. Unless its line says too little, it
  /// also ignores quoted parts.
  fileprivate func keyOfReturn(_ fingerprint: Fingerprint) -> Fingerprint {
    let digest = location?.context?.digest
    let isTelling = digest.map { ContextDigest.isTelling($0.line) } ?? false
    var known = fingerprint
    if self.fingerprint?.isEmpty ?? true, let file = location?.file, !file.isEmpty {
      let title = title(isTelling ? .outline : .outlineWithNames)
      known =
        Fingerprint(
          of: Message(
            urgency: urgency, category: category, title: title,
            location: Message.Location(file: file))
        ).shortened
    }
    // A fingerprint with the whole mark of the environment already names it.
    if let environment, self.fingerprint?.contains(TestDigests.mark(of: environment)) != true {
      known = known.combined(with: TestDigests.digest(of: environment))
    }
    guard let digest else { return known }
    return known.combined(with: isTelling ? digest.line : digest.surroundings)
  }

  /// The title without the parts that vary from run to run.
  fileprivate func title(_ kind: VolatileText.Kind) -> String {
    String(decoding: VolatileText(title).normalized(kind), as: UTF8.self)
  }

  /// Whether two messages have the same fingerprint, without computing it. Can be false for equal
  /// fingerprints.
  fileprivate func isNamed(like other: Message) -> Bool {
    if let fingerprint, !fingerprint.isEmpty {
      return fingerprint == other.fingerprint
    }
    return title == other.title && location?.file == other.location?.file
      && category == other.category && other.fingerprint?.isEmpty ?? true
  }
}
