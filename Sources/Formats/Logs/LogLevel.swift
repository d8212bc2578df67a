internal import Inputs
internal import JSON
internal import Model

/// The severity of a log record, by the word or the number that its logger writes.
struct LogLevel {
  /// The level as written; nil if the record has none.
  var word: String?
  /// The urgency; nil if the word is unknown.
  var urgency: Urgency?

  /// The keys of levels. The first key that a record has is used.
  static let keys = [
    "level", "severity", "lvl", "levelname", "log.level", "@l", "@level", "Level", "LogLevel",
    "loglevel", "log_level", "SeverityText", "severityText", "severity_text", "record.level.name",
    "error_severity", "levelno", "level_value", "SeverityNumber", "severityNumber",
    "severity_number", "PRIORITY", "priority",
  ]

  init(_ record: LogRecord) {
    guard let (key, value) = record.first(Self.keys) else {
      // Serilog omits the level for information.
      urgency = record.text(["@t"]) == nil ? nil : .information
      return
    }
    word = value.written
    guard let word else { return }
    if let number = value.number ?? Double(word) {
      urgency = Self.urgency(number, of: key, in: record)
    } else {
      urgency = Self.urgency(word)
    }
  }

  private static func urgency(_ number: Double, of key: String, in record: LogRecord) -> Urgency? {
    switch key {
    case "PRIORITY", "priority": return ofSyslog(number)
    case "level" where record.text(["short_message"]) != nil: return ofSyslog(number)
    case "level_value": return step(number / 1_000, [40, 30, 20, 0])
    case "SeverityNumber", "severityNumber", "severity_number": return step(number, [17, 13, 9, 0])
    case "levelno": return step(number, [40, 30, 20, 0])
    default:
      let isOfPython = record.first(["levelname", "levelno"]) != nil
      return step(number, isOfPython ? [40, 30, 20, 0] : [50, 40, 30, 10])
    }
  }

  /// The urgency of a syslog priority.
  static func ofSyslog(_ number: Double) -> Urgency? {
    switch number {
    case 0...3: .error
    case 4: .warning
    case 5: .information
    case 6...7: .neutral
    default: nil
    }
  }

  /// The urgency of a number, by the least numbers of errors, warnings, information and others.
  private static func step(_ number: Double, _ least: [Double]) -> Urgency? {
    let urgencies: [Urgency] = [.error, .warning, .information, .neutral]
    return zip(least, urgencies).first { number >= $0.0 }?.1
  }

  private static let words: [String: Urgency] = {
    let words: [(Urgency, [String])] = [
      (
        .error,
        [
          "emerg", "emergency", "alert", "crit", "critical", "fatal", "ftl", "panic", "dpanic",
          "severe", "error", "err", "eror", "failure", "e", "f",
        ]
      ),
      (.warning, ["warning", "warn", "wrn", "w"]),
      (
        .information,
        ["notice", "info", "information", "informational", "inf", "log", "ok", "n", "i"]
      ),
      (
        .neutral,
        [
          "debug", "dbug", "dbg", "trace", "trc", "verbose", "vrb", "fine", "finer", "finest",
          "config", "silly", "http", "default", "none", "d", "t", "v",
        ]
      ),
    ]
    return Dictionary(
      words.flatMap { urgency, words in words.map { ($0, urgency) } },
      uniquingKeysWith: { a, _ in a })
  }()

  /// The urgency of a word in any case. Go adds a number to it: `ERROR+2`.
  static func urgency(_ word: String) -> Urgency? {
    guard word.utf8.count <= 64 else { return nil }
    return words[String(word.lowercased().prefix { $0 != "+" && $0 != "-" && $0 != " " })]
  }
}
