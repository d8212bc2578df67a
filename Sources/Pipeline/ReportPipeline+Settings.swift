package import Composing
package import Diagnostics
import JSON
internal import Localization
package import Model
import Rendering
package import Time
import ToolReports

/// The environment of a pipeline.
package struct PipelineEnvironment: Sendable {
  /// The folder of the time zone files.
  package var zoneFolder: String
  /// The value of `SOURCE_DATE_EPOCH`.
  package var sourceDateEpoch: String?
  /// nil makes a report without a time an error.
  package var clock: (@Sendable () -> Instant)?

  package init(
    zoneFolder: String, sourceDateEpoch: String? = nil, clock: (@Sendable () -> Instant)? = nil
  ) {
    self.zoneFolder = zoneFolder
    self.sourceDateEpoch = sourceDateEpoch
    self.clock = clock
  }
}

/// A dataset and its context for composing.
package struct PreparedRun {
  /// The dataset for a site, with its own time, so that it gets the same name everywhere.
  package var kept: Dataset
  /// The dataset for the report, with the project's name and defaults.
  package var dataset: Dataset
  package var context: Composer.Context
}

extension ReportPipeline {
  /// The project of a dataset. If neither it nor the request names one, logs an error and returns
  /// nil.
  package func project(of dataset: Dataset, _ log: inout DiagnosticLog) -> String? {
    guard let name = request.settings.project ?? dataset.project else {
      log.add(
        Diagnostic(
          .error, "project-needed", "no project given",
          help: ["use --project NAME, or 'project' in the dataset"]))
      return nil
    }
    return name
  }

  /// Resolves time zone, language and time. Wrong values are logged and replaced by defaults, so
  /// that the rest can still be checked.
  ///
  /// - Parameters:
  ///   - defaults: The project's defaults; nil if they could not be read.
  ///   - isForSite: Whether the inputs must be one run of a site.
  ///   - isPartial: Whether the dataset could not be read to its end.
  package func prepare(
    _ dataset: Dataset, as project: String?, _ defaults: ProjectDefaults?, isForSite: Bool,
    isPartial: Bool = false, _ log: inout DiagnosticLog
  ) -> PreparedRun {
    var kept = dataset
    kept.now = dataset.moment
    // The user's name of the project says more than the name of a suite.
    if dataset.isTitleOfReport, (project ?? dataset.project) != nil { kept.title = nil }
    var adopted = kept
    if let project, let defaults { adopted = kept.adopted(by: project, defaults) }
    let settings = request.settings
    log.add(
      contentsOf: request.assets.problems(
        ofStrings: settings.locale?.value ?? adopted.locale ?? "en"))
    let zone = zone(of: adopted, &log) ?? .utc
    let locale =
      locale(of: adopted, &log) ?? Strings.locale("en", in: AssetStore()).0
      ?? Locale(JSONValue(.object([]), at: SourceLocation(file: "")))
    let now = now(of: adopted, in: zone, isPartial: isPartial, &log) ?? Instant(seconds: 0)
    if isForSite, settings.now == nil, let disagreement = kept.disagreement(in: zone) {
      log.add(disagreement)
    }
    var context = Composer.Context(
      settings, now: now, zone: zone.expecting(now), locale: locale)
    context.commits = request.recentCommits
    context.diff = request.diff
    return PreparedRun(kept: kept, dataset: adopted, context: context)
  }

  /// The requested zone, else the dataset's, else UTC.
  func zone(of dataset: Dataset, _ log: inout DiagnosticLog) -> TimeZoneRules? {
    let asked = request.settings.timeZone
    do throws(TimeZoneError) {
      return try TimeZoneRules(
        named: asked?.value ?? dataset.timeZone ?? "UTC", folder: environment.zoneFolder)
    } catch {
      log.add(
        Diagnostic(
          .error, "unknown-time-zone", error.message,
          at: asked.map(\.location) ?? dataset.timeZoneSource.map(dataset.location),
          help: TimeZoneError.help))
      return nil
    }
  }

  /// The requested language, else the dataset's, else English. A region without its own file uses
  /// that of its language.
  private func locale(of dataset: Dataset, _ log: inout DiagnosticLog) -> Locale? {
    let asked = request.settings.locale
    let (locale, found) = Strings.locale(
      asked?.value ?? dataset.locale ?? "en", in: request.assets.store)
    for var problem in found {
      problem.location =
        problem.location ?? asked.map(\.location) ?? dataset.localeSource.map(dataset.location)
      log.add(problem)
    }
    return locale
  }

  /// The language of generated texts: the requested one, else that of the datasets read so far,
  /// else English. `locale(of:)` reports an unknown one.
  func locale(ofReports datasets: String?) -> Locale {
    let store = request.assets.store
    let tag = request.settings.locale?.value ?? datasets ?? "en"
    return Strings.locale(tag, in: store).0 ?? Strings.locale("en", in: store).0
      ?? ImportOptions().locale
  }

  /// The requested time, else the dataset's, else `SOURCE_DATE_EPOCH`, else the clock's.
  func time(ofDatasets moment: TimePoint?, in zone: TimeZoneRules) -> Instant? {
    if let point = request.settings.now ?? moment { return zone.instant(of: point) }
    guard let epoch = environment.sourceDateEpoch, !epoch.isEmpty else {
      return environment.clock?()
    }
    guard let seconds = Int64(epoch), seconds.magnitude < 1 << 40 else { return nil }
    return Instant(seconds: seconds)
  }

  /// Whether the time of a run is only the clock's.
  package func isClock(_ run: PreparedRun) -> Bool {
    request.settings.now == nil && run.kept.namingTime == nil
  }

  /// The time of the report, or the reason why there is none.
  private func now(
    of dataset: Dataset, in zone: TimeZoneRules, isPartial: Bool, _ log: inout DiagnosticLog
  ) -> Instant? {
    if let now = time(ofDatasets: dataset.namingTime, in: zone) { return now }
    if let epoch = environment.sourceDateEpoch, !epoch.isEmpty {
      log.add(
        Diagnostic(
          .error, "bad-time", "SOURCE_DATE_EPOCH is '\(epoch)', not a number of seconds"))
      return nil
    }
    // The unread part of a file may hold the time.
    if !isPartial {
      log.add(
        Diagnostic(
          .error, "no-time", "neither the options nor the dataset give the time",
          help: ["set 'now', or give the dataset a 'now' or its run a 'finished'"]))
    }
    return nil
  }
}

extension Dataset {
  /// The error of inputs with different times, which can't be one run.
  fileprivate func disagreement(in zone: TimeZoneRules) -> Diagnostic? {
    var times: [(file: String, time: Instant)] = []
    for (file, now) in zip(files, nows) {
      if let now { times.append((file, zone.instant(of: now))) }
    }
    guard let first = times.first, let other = times.first(where: { $0.time != first.time }) else {
      return nil
    }
    let parts = [first, other].map { "'\($0.file)' of \($0.time.machineTime(in: zone))" }
    return Diagnostic(
      .error, "several-times", "one run can't be of two times: \(parts[0]), \(parts[1])",
      help: [
        "publish them one by one, or with '--each'; '--now TIME' makes them one run of that time"
      ])
  }
}
