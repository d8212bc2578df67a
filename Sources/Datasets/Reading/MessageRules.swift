import Diagnostics
internal import Inputs
internal import JSON
internal import Model

/// Checks the rules of a message that involve several keys or the position of a value.
struct MessageRules {
  let start: JSONReader.Position
  var idPosition: JSONReader.Position
  var hasUrgency = false
  /// Whether the kind is invalid, so that a missing urgency is not reported.
  var isKindUnknown = false
  /// Whether a title or a text was given, valid or not.
  var hasWords = false
  var hasTime = false
  var hasPersistence = false
  var persistence: Message.Persistence.Word?
  var persistencePosition: JSONReader.Position
  /// How many steps are beyond the limits.
  var stepsLeftOut = 0
  var hasSeconds = false
  var seconds: Int?
  var secondsPosition: JSONReader.Position

  init(start: JSONReader.Position) {
    self.start = start
    idPosition = start
    persistencePosition = start
    secondsPosition = start
  }

  func check(_ kind: Message.Kind, _ urgency: Urgency, _ reader: inout JSONReader) {
    if !hasUrgency, !isKindUnknown, kind == .message || kind == .alert {
      let words = DatasetChoices.urgency.words.reversed()
      reader.report(
        .error, "missing-urgency", at: start, "a message without 'urgency'",
        help: ["valid values: " + words.joined(separator: ", ")])
    }
    if !hasWords {
      reader.report(
        .error, "missing-title", at: start, "a message with neither 'title' nor 'text'")
    }
    if kind == .offline, !hasTime {
      reader.report(
        .warning, "offline-without-time", at: start, "an offline message without 'time'",
        help: ["set 'time' to when the data was last updated"])
    }
    if hasSeconds, persistence != .timed, !hasPersistence || persistence != nil {
      reader.report(
        .warning, "unused-seconds", at: secondsPosition,
        "'seconds' has no effect unless 'persistence' is 'timed'")
    }
    if persistence == .timed, urgency == .error {
      reader.report(
        .warning, "timed-error", at: persistencePosition,
        "an error can't be hidden after a time; it stays")
    }
  }

  /// The persistence of the banner. `timed` without a number means ten seconds.
  var stay: Message.Persistence {
    switch persistence {
    case .timed: .timed(seconds: seconds ?? 10)
    case .dismissible: .dismissible
    case .persistent, nil: .persistent
    }
  }
}
