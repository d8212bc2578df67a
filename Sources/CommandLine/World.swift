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

  /// `--time-zone`, the dataset's, UTC.
  func zone(_ log: inout DiagnosticLog) -> TimeZoneRules? {
    let given = arguments.values("time-zone").last
    let name = given?.value ?? dataset.timeZone ?? "UTC"
    do throws(TimeZoneError) {
      return try TimeZoneRules(
        named: name, folder: TimeZoneRules.folder(tzdir: host.environment["TZDIR"]))
    } catch {
      log.add(
        Diagnostic(
          .error, "unknown-time-zone", error.message,
          at: place(of: given, else: dataset.timeZoneSource),
          help: ["zones are named as in Europe/Berlin; the package tzdata holds them"]))
      return nil
    }
  }

  /// `--locale`, the dataset's, English. A region that has no file of its own takes its language's.
  func locale(_ log: inout DiagnosticLog) -> Locale? {
    let given = arguments.values("locale").last
    let tag = given?.value ?? dataset.locale ?? "en"
    let (locale, problems) = Strings.locale(tag, in: layers.store)
    for var problem in problems {
      if problem.location == nil {
        problem.location = place(of: given, else: dataset.localeSource)
      }
      log.add(problem)
    }
    return locale
  }

  /// `--now`, the dataset's, `SOURCE_DATE_EPOCH`, the clock.
  func now(in zone: TimeZoneRules, _ log: inout DiagnosticLog) -> Instant? {
    if let given = arguments.values("now").last {
      if let point = TimePoint(parsing: given.value) { return zone.instant(of: point) }
      log.add(
        Diagnostic(
          .error, "bad-time", "'\(given.value)' is no time", at: place(of: given, else: nil),
          help: ["write it as 2026-11-20T03:12:00+01:00"]))
      return nil
    }
    if let point = dataset.now { return zone.instant(of: point) }
    if let epoch = host.environment["SOURCE_DATE_EPOCH"], !epoch.isEmpty {
      if let seconds = Int64(epoch), abs(seconds) < 1 << 40 { return Instant(seconds: seconds) }
      log.add(
        Diagnostic(
          .error, "bad-time", "SOURCE_DATE_EPOCH is '\(epoch)', not a number of seconds"))
      return nil
    }
    return host.clock()
  }

  private func place(of setting: Setting?, else mark: SourceMark?) -> SourceLocation? {
    setting.map(\.place) ?? mark.map(dataset.location)
  }
}
