package import Composing
package import Diagnostics
package import Model
package import Time

/// The site of a report, with its earlier runs.
package protocol ReportSite: Sendable {
  /// The defaults of a project; logs problems and returns nil if they cannot be read.
  func defaults(of project: String, _ log: inout DiagnosticLog) -> ProjectDefaults?

  /// Reads the memory of the runs before a run; logs problems and returns nil if it can't be read.
  ///
  /// - Parameter isClock: Whether the run's time comes only from the clock.
  func memory(
    of dataset: Dataset, project: String, context: Composer.Context, isClock: Bool,
    _ log: inout DiagnosticLog
  ) -> (any RunMemory)?
}

/// The previous runs, for a run's report.
package protocol RunMemory {
  /// The dataset to compare with; nil if there is none.
  var baseline: Dataset? { get }
  /// The status of the last run, which may differ from the baseline.
  var runBefore: Composer.Context.RunBefore? { get }
  /// The run and the beginning of its episode of errors; nil if the run is unknown.
  var episode: RunEpisode? { get }
  /// The site's memory of the messages; nil if the run has no report.
  var recall: MessageRecall? { get }
  /// What the main line says about the failures of a run of a branch; nil for other runs.
  var mainLine: MainLine? { get }
  /// The runs of a trend, the oldest first.
  var earlierRuns: [TrendRun] { get }
  /// The messages about numbers that have changed.
  var metrics: MetricMessages { get }
  /// The future address of the run.
  var address: String? { get }
  /// Whether the address is that of the run, not of its project.
  var isAddressOfRun: Bool { get }
  /// The address of the page of tests; nil if there is none, or if the site's address is unknown.
  var testsAddress: String? { get }
  /// The time of the run, if the site already has it.
  var time: Instant? { get }
}

/// The defaults for datasets of a project.
package struct ProjectDefaults: Sendable {
  package var title: String?
  package var locale: String?
  package var timeZone: String?

  package init(title: String? = nil, locale: String? = nil, timeZone: String? = nil) {
    self.title = title
    self.locale = locale
    self.timeZone = timeZone
  }
}

extension Dataset {
  /// Returns the dataset with this project, replacing its own, and with the project's defaults.
  package func adopted(by project: String, _ defaults: ProjectDefaults) -> Dataset {
    var dataset = self
    dataset.project = project
    dataset.title = title ?? defaults.title ?? project
    dataset.locale = locale ?? defaults.locale
    dataset.timeZone = timeZone ?? defaults.timeZone
    return dataset
  }
}
