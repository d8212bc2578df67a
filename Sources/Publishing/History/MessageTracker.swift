package import Basics
package import Composing
package import Model

/// Remembers in which of the last runs each message was. A message keeps its track when another run
/// matches it (N3), whatever its title or file are by then; one that is gone is known by its
/// fingerprint and its line when it comes back. The size depends on the number of messages, not of
/// runs.
package struct MessageTracker: Sendable {
  /// The days after which a message that no run has had is forgotten.
  private static let mostDays: Int32 = 90
  /// The largest number of tracks of messages that are gone for longer than the window.
  private static let mostClosed = 1_000

  /// The dataset to compare the next run with; nil before the first. Its messages are all that may
  /// still be there: those of the last run with a report, then the `keptCount` ones of earlier runs
  /// that no run since has looked for.
  package private(set) var baseline: Dataset?
  package private(set) var keptCount = 0
  /// The tracks of the baseline's messages.
  package private(set) var tracks: [MessageTrack] = []
  /// The tracks of messages that are gone, by their last `keyOfReturn`.
  package private(set) var closed: [Fingerprint: [MessageTrack]] = [:]
  /// The number of added runs, up to the window.
  package private(set) var count = 0
  /// How long the slowest tests took.
  private(set) var durations = DurationTracker()
  /// The titles of messages that come and go and are gone.
  private(set) var goneTitles = GoneTitles()

  package init() {}

  /// Creates a tracker from its parts; nil if there is not one track for each message.
  init?(
    baseline: Dataset, keptCount: Int, tracks: [MessageTrack],
    closed: [Fingerprint: [MessageTrack]], count: Int,
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

  /// The messages of earlier runs that may still be there.
  package var kept: ArraySlice<Message> { baseline?.messages.suffix(keptCount) ?? [] }

  /// The history of each message of the last run.
  package var histories: [MessageHistory] {
    tracks.dropLast(keptCount).histories(of: count, areThere: true)
  }

  // MARK: Adding runs

  package mutating func add(_ dataset: Dataset, on date: CivilDate) {
    add(dataset, MessageMatches(baseline?.messages ?? [], dataset.messages), on: date)
  }

  /// Adds the next run; returns what is remembered of its messages.
  package mutating func recall(_ dataset: Dataset, on date: CivilDate) -> MessageRecall {
    let earlier = tracks.histories(of: count, areThere: false)
    let usual = durations.seconds
    let matches = MessageMatches(baseline?.messages ?? [], dataset.messages)
    add(dataset, matches, on: date)
    var recall = MessageRecall(
      matches: matches, histories: histories,
      fingerprints: zip(tracks, matches.fingerprints).map { $0.name ?? $1 }, earlier: earlier)
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
        if track.name == nil, !messages[origin].isNamed(like: dataset.messages[index]) {
          track.name = Fingerprint(of: messages, at: origin).shortened
        }
        if track.name == matches.fingerprints[index].shortened { track.name = nil }
        return track
      }
    }
    let names = Set(continued.compactMap { $0?.name })
    let titles = closed.isEmpty ? nil : RepeatedTitles(dataset.messages)
    tracks = continued.enumerated().map { index, track in
      track
        ?? open(
          dataset.messages[index], matches.fingerprints[index].shortened, on: date, titles,
          unlike: names)
    }
    let isPartial = !dataset.hasCompleted
    closed = closed.mapValues { tracks in tracks.map { $0.missing(isGap: isPartial) } }
    var kept: [Message] = []
    let areLookedFor = dataset.hasLooked(
      for: matches.lost.map { messages[$0] }, after: baseline?.scope)
    for (index, isLookedFor) in zip(matches.lost, areLookedFor) {
      let isGap = !isLookedFor
      let track = old.tracks[index].missing(isGap: isGap)
      if !isGap {
        let key = messages[index].keyOfReturn(Fingerprint(of: messages, at: index).shortened)
        closed[key, default: []].append(track)
        goneTitles.note(messages[index], key, track, of: count)
      } else if !Self.isForgotten(track, on: date) {
        var message = messages[index]
        message.base = message.base ?? baseline?.url
        kept.append(message)
        tracks.append(track)
      }
    }
    baseline = dataset
    baseline?.messages += kept
    keptCount = kept.count
    forget(on: date)
    goneTitles.settle(closed, of: count)
    durations.add(dataset.durations)
  }

  /// The track of a message that the run before did not have.
  ///
  /// - Parameters:
  ///   - titles: Those of the run; nil if no message is gone.
  ///   - names: The fingerprints by which other messages are known.
  private mutating func open(
    _ message: Message, _ fingerprint: Fingerprint, on date: CivilDate, _ titles: RepeatedTitles?,
    unlike names: Set<Fingerprint>
  ) -> MessageTrack {
    if let titles, !titles.contains(message) {
      // Older sites know a message by its fingerprint alone.
      for key in [message.keyOfReturn(fingerprint), fingerprint] {
        guard var known = closed[key], var track = known.popLast() else { continue }
        closed[key] = known.isEmpty ? nil : known
        track.reopen(on: date, canBeFixed: message.canBeFixed)
        return track
      }
    }
    var track = MessageTrack(on: date)
    var name = fingerprint
    // Another message was known by it first.
    while names.contains(name) { name = name.combined(with: 1) }
    if name != fingerprint { track.name = name }
    return track
  }

  private static func isForgotten(_ track: MessageTrack, on date: CivilDate) -> Bool {
    date.dayNumber - track.lastSeen.dayNumber > mostDays
  }

  /// Forgets messages that are gone for long, and the oldest of too many.
  private mutating func forget(on date: CivilDate) {
    let old = closed.values.joined().filter { $0.bits == 0 }.map(\.lastSeen.dayNumber)
    if old.isEmpty { return }
    let oldest = old.count > Self.mostClosed ? old.sorted()[old.count - Self.mostClosed] : .min
    closed = closed.compactMapValues { tracks in
      let rest = tracks.filter {
        $0.bits != 0 || !Self.isForgotten($0, on: date) && $0.lastSeen.dayNumber >= oldest
      }
      return rest.isEmpty ? nil : rest
    }
  }
}

/// The titles that say too little to know a message by after it was gone: several messages of a run
/// have them, and neither a line of source nor a given fingerprint tells these apart.
private struct RepeatedTitles {
  private struct Title: Hashable {
    var category: String?
    var title: String
  }
  private var counts: [Title: Int] = [:]

  init(_ messages: [Message]) {
    for message in messages where message.isKnownByTitle {
      counts[Title(category: message.category, title: message.outline), default: 0] += 1
    }
  }

  func contains(_ message: Message) -> Bool {
    message.isKnownByTitle
      && counts[Title(category: message.category, title: message.outline)] ?? 0 > 1
  }
}

extension Message {
  fileprivate var isKnownByTitle: Bool {
    location?.line != nil && location?.context == nil && fingerprint?.isEmpty ?? true
  }

  /// The title without values that differ from run to run, such as ports and counts.
  fileprivate var outline: String {
    var (bytes, text) = ([UInt8](), title)
    text.withUTF8 { VolatileText($0).writeNormalized(.outline, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a message is known by when it comes back: its fingerprint, in a file without the values of
  /// its title, and its line, if that is telling, else the three lines.
  fileprivate func keyOfReturn(_ fingerprint: Fingerprint) -> Fingerprint {
    var known = fingerprint
    if self.fingerprint?.isEmpty ?? true, let file = location?.file, !file.isEmpty {
      known =
        Fingerprint(
          of: Message(
            urgency: urgency, category: category, title: outline,
            location: Message.Location(file: file))
        ).shortened
    }
    guard let digest = location?.context?.digest else { return known }
    return known.combined(
      with: ContextDigest.isTelling(digest.line) ? digest.line : digest.surroundings)
  }

  /// Whether two messages have the same fingerprint, without computing it. May be false for equal
  /// ones.
  fileprivate func isNamed(like other: Message) -> Bool {
    if let fingerprint, !fingerprint.isEmpty { return fingerprint == other.fingerprint }
    return title == other.title && location?.file == other.location?.file
      && category == other.category && other.fingerprint?.isEmpty ?? true
  }
}
