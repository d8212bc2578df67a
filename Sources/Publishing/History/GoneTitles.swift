import Composing
import JSON
import Model

/// The titles of flaky errors and warnings that are gone, so that lists can name them. Of other
/// gone messages a site stores only the fingerprint.
struct GoneTitles: Sendable, Equatable {
  private static let most = 50

  private(set) var titles: [Fingerprint: String] = [:]

  /// Stores the title of a gone message if it is a flaky error or warning.
  mutating func note(_ message: Message, _ key: Fingerprint, _ track: MessageTrack, of count: Int) {
    guard message.urgency >= .warning, titles.count < Self.most,
      track.history(of: count, isThere: false).isFlaky
    else { return }
    titles[key] = TextLimits.title(message.title)
  }

  /// Removes the titles of messages that are back, forgotten or no longer flaky.
  mutating func removeOutdated(_ closed: [Fingerprint: [ClosedTrack]], of count: Int) {
    titles = titles.filter { key, _ in Self.flaky(closed[key], of: count) != nil }
  }

  /// The gone messages, sorted by title.
  func messages(_ closed: [Fingerprint: [ClosedTrack]], of count: Int) -> [GoneMessage] {
    titles.compactMap { key, title in
      Self.flaky(closed[key], of: count).map { track, history in
        let test = track.subject.flatMap { $0.kind == .test && $0.suite == nil ? $0.test : nil }
        return GoneMessage(title: title, history: history, test: test)
      }
    }.sorted { ($0.title, $0.history.since) < ($1.title, $1.history.since) }
  }

  private static func flaky(
    _ tracks: [ClosedTrack]?, of count: Int
  ) -> (ClosedTrack, MessageHistory)? {
    tracks?.lazy.map { ($0, $0.track.history(of: count, isThere: false)) }.first { $1.isFlaky }
  }

  // MARK: The file

  init() {}

  func write(to writer: inout JSONWriter) {
    if titles.isEmpty { return }
    writer.key("titles")
    writer.array { writer in
      for (key, title) in titles.map({ ($0.key.short, $0.value) }).sorted(by: { $0.0 < $1.0 }) {
        writer.array { writer in
          writer.value(key)
          writer.value(title)
        }
      }
    }
  }

  /// Returns nil if the file is damaged.
  init?(_ json: JSONValue?) {
    for row in json?.elements ?? [] {
      let parts = row.elements
      guard parts.count == 2, let key = parts[0].string.flatMap(Fingerprint.init(short:)),
        let title = parts[1].string
      else { return nil }
      titles[key] = title
    }
  }
}
