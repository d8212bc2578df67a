import Basics
import Diagnostics
import Model
import Rendering

/// The clock, the zone and the language that a report is made in: the command line's, else the
/// dataset's, else the environment's.
struct World {
  let arguments: Arguments
  let dataset: Dataset
  let host: Host
  let layers: Layers

  private var circumstances: Circumstances { Circumstances(dataset) }

  /// `--time-zone`, the dataset's, UTC.
  func zone(_ log: inout DiagnosticLog) -> TimeZoneRules? {
    var problems: [Diagnostic] = []
    defer { log.add(contentsOf: problems) }
    let folder = TimeZoneRules.folder(tzdir: host.environment["TZDIR"])
    return circumstances.zone(wish("time-zone"), folder: folder, &problems)
  }

  /// `--locale`, the dataset's, English.
  func locale(_ log: inout DiagnosticLog) -> Locale? {
    var problems: [Diagnostic] = []
    defer { log.add(contentsOf: problems) }
    return circumstances.locale(wish("locale"), in: layers.store, &problems)
  }

  /// `--now`, the dataset's, `SOURCE_DATE_EPOCH`, the clock.
  func now(in zone: TimeZoneRules, _ log: inout DiagnosticLog) -> Instant? {
    if let given = arguments.values("now").last {
      if let point = TimePoint(parsing: given.value) { return zone.instant(of: point) }
      log.add(
        Diagnostic(
          .error, "bad-time", "'\(given.value)' is no time", at: given.place,
          help: ["write it as 2026-11-20T03:12:00+01:00"]))
      return nil
    }
    if let now = circumstances.now(in: zone) { return now }
    if let epoch = host.environment["SOURCE_DATE_EPOCH"], !epoch.isEmpty {
      if let seconds = Int64(epoch), abs(seconds) < 1 << 40 { return Instant(seconds: seconds) }
      log.add(
        Diagnostic(
          .error, "bad-time", "SOURCE_DATE_EPOCH is '\(epoch)', not a number of seconds"))
      return nil
    }
    return host.clock()
  }

  private func wish(_ option: String) -> Circumstances.Wish? {
    arguments.values(option).last.map { Circumstances.Wish($0.value, at: $0.place) }
  }
}
