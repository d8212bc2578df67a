import Diagnostics
internal import JSON
internal import Model

/// The rules of a message in which more than one key has a part, or the place of a value.
struct MessageRules {
  let start: JSONReader.Position
  var idPlace: JSONReader.Position
  var hasUrgency = false
  /// Whether nobody can tell if an urgency is needed.
  var isKindUnknown = false
  /// Whether there is a title or a text, or what was meant to be one.
  var hasWords = false
  var hasTime = false
  var hasPersistence = false
  var persistence: PersistenceWord?
  var persistencePlace: JSONReader.Position
  var hasSeconds = false
  var seconds: Int?
  var secondsPlace: JSONReader.Position

  init(start: JSONReader.Position) {
    self.start = start
    idPlace = start
    persistencePlace = start
    secondsPlace = start
  }

  func check(_ kind: Message.Kind, _ urgency: Urgency, _ reader: inout JSONReader) {
    if !hasUrgency, !isKindUnknown, kind == .message || kind == .alert {
      let words = DatasetChoices.urgency.table.words.reversed()
      reader.report(
        .error, "missing-urgency", at: start, "a message without 'urgency'",
        help: ["it is one of " + words.joined(separator: ", ")])
    }
    if !hasWords {
      reader.report(
        .error, "missing-title", at: start, "a message with neither 'title' nor 'text'")
    }
    if kind == .offline, !hasTime {
      reader.report(
        .warning, "offline-without-time", at: start, "an offline message without 'time'",
        help: ["'time' says since when the data stands"])
    }
    if hasSeconds, persistence != .timed, !hasPersistence || persistence != nil {
      reader.report(
        .warning, "unused-seconds", at: secondsPlace,
        "'seconds' means nothing unless 'persistence' is 'timed'")
    }
    if persistence == .timed, urgency == .error {
      reader.report(
        .warning, "timed-error", at: persistencePlace,
        "an error is never hidden after a time; it stays")
    }
  }

  /// How long the banner is to stay: ten seconds where `timed` says no number (B9).
  var stay: Message.Persistence {
    switch persistence {
    case .timed: .timed(seconds: seconds ?? 10)
    case .dismissible: .dismissible
    case .persistent, nil: .persistent
    }
  }
}
