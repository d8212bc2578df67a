import Basics
import Composing
import Diagnostics
import Model
import Rendering

/// The clock, the zone and the language that a report is made in: the command line's, else the
/// dataset's, else the environment's.
struct World {
  let arguments: Arguments
  let host: ProcessEnvironment
  let layers: AssetLoader

  /// Everything that composing needs to know of the world; what is wrong with it is in the log, and
  /// what is usual stands in for it.
  func settings(
    for dataset: Dataset, _ baseline: Dataset?, _ log: inout DiagnosticLog
  ) -> Composer.Settings {
    let sort = arguments.values("sort")
    let filters = arguments.values("filter")
    var wishes = Circumstances.Overrides(
      zoneFolder: TimeZoneRules.folder(tzdir: host.environment["TZDIR"]))
    wishes.timeZone = wish("time-zone")
    wishes.locale = wish("locale")
    wishes.sort = sort.isEmpty ? nil : sort.map(\.value)
    wishes.sortOrigin = sort.first?.place
    wishes.filters = filters.map(\.value)
    wishes.filtersOrigin = filters.first?.place

    let circumstances = Circumstances(dataset)
    var problems = layers.problems(ofStrings: wishes.locale?.value ?? dataset.locale ?? "en")
    let settings = circumstances.settings(
      wishes, in: layers.store, baseline: baseline, &problems
    ) { zone, problems in
      now(circumstances, zone, &problems)
    }
    log.add(contentsOf: problems)
    return settings
  }

  /// Whether only the clock, or what stands in for it, says when a dataset is from.
  func isClock(for dataset: Dataset) -> Bool {
    arguments.values("now").isEmpty && dataset.moment == nil
  }

  /// `--now`, the dataset's, `SOURCE_DATE_EPOCH`, the clock.
  private func now(
    _ circumstances: Circumstances, _ zone: TimeZoneRules, _ problems: inout [Diagnostic]
  ) -> Instant? {
    if let given = arguments.values("now").last {
      if let point = TimePoint(parsing: given.value) { return zone.instant(of: point) }
      problems.append(
        Diagnostic(
          .error, "bad-time", "'\(given.value)' is no time", at: given.place,
          help: ["write it as 2026-11-20T03:12:00+01:00"]))
      return nil
    }
    if let now = circumstances.now(in: zone) { return now }
    if let epoch = host.environment["SOURCE_DATE_EPOCH"], !epoch.isEmpty {
      if let seconds = Int64(epoch), seconds.magnitude < 1 << 40 {
        return Instant(seconds: seconds)
      }
      problems.append(
        Diagnostic(
          .error, "bad-time", "SOURCE_DATE_EPOCH is '\(epoch)', not a number of seconds"))
      return nil
    }
    return host.clock()
  }

  private func wish(_ option: String) -> Circumstances.Override? {
    arguments.values(option).last.map { Circumstances.Override($0.value, at: $0.place) }
  }
}
