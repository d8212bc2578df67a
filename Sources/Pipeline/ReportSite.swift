package import Basics
package import Composing
package import Diagnostics
package import Model

/// The site that a report is compared with and that it will stand in.
package protocol ReportSite: Sendable {
  /// The defaults of a project; nil when the log says why they cannot be read.
  func defaults(of project: String, _ log: inout DiagnosticLog) -> ProjectDefaults?

  /// What the site remembers of the runs before a run; nil when the log says why it cannot be read.
  ///
  /// - Parameter isClock: Whether only the clock says when the run was.
  func memory(
    of dataset: Dataset, project: String, settings: Composer.Settings, isClock: Bool,
    _ log: inout DiagnosticLog
  ) -> (any RunMemory)?
}

/// What is known of the runs before a run.
package protocol RunMemory {
  /// The dataset to compare with; nil when there is none.
  var baseline: Dataset? { get }
  /// How the last run went, which need not be the one to compare with.
  var runBefore: Composer.Settings.RunBefore? { get }
  var histories: [Fingerprint: MessageHistory] { get }
  /// The address that the run will have.
  var address: String? { get }
  /// The time of the run if the site has it already.
  var time: Instant? { get }
}

/// What a project's datasets are given where they name none themselves.
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
  /// The dataset as a report is made of it: of this project whatever it says itself, with the
  /// project's defaults.
  package func adopted(by project: String, _ defaults: ProjectDefaults) -> Dataset {
    var dataset = self
    dataset.project = project
    dataset.title = title ?? defaults.title ?? project
    dataset.locale = locale ?? defaults.locale
    dataset.timeZone = timeZone ?? defaults.timeZone
    return dataset
  }
}
