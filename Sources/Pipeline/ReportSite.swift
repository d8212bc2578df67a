package import Basics
package import Composing
package import Diagnostics
package import Model

/// The site that a report is compared with and belongs to.
package protocol ReportSite: Sendable {
  /// The defaults of a project; nil when the log says why they cannot be read.
  func defaults(of project: String, _ log: inout DiagnosticLog) -> ProjectDefaults?

  /// Reads the memory of the runs before a run; nil when the log says why it can't be read.
  ///
  /// - Parameter isClock: Whether only the clock says when the run was.
  func memory(
    of dataset: Dataset, project: String, settings: Composer.Settings, isClock: Bool,
    _ log: inout DiagnosticLog
  ) -> (any RunMemory)?
}

/// The previous runs, as a run's report needs them.
package protocol RunMemory {
  /// The dataset to compare with; nil when there is none.
  var baseline: Dataset? { get }
  /// The status of the last run, which need not be the run of the baseline.
  var runBefore: Composer.Settings.RunBefore? { get }
  /// The run and that in which its errors began; nil when the run is not known.
  var episode: RunEpisode? { get }
  /// What the site remembers of the messages; nil when the run has no report.
  var recall: MessageRecall? { get }
  /// The runs of a trend, the oldest first.
  var earlierRuns: [TrendRun] { get }
  /// The address that the run will have.
  var address: String? { get }
  /// The time of the run if the site has it already.
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
  /// Returns the dataset with this project, whatever its own, and with the project's defaults.
  package func adopted(by project: String, _ defaults: ProjectDefaults) -> Dataset {
    var dataset = self
    dataset.project = project
    dataset.title = title ?? defaults.title ?? project
    dataset.locale = locale ?? defaults.locale
    dataset.timeZone = timeZone ?? defaults.timeZone
    return dataset
  }
}
