package import Basics
package import Composing
package import Diagnostics
import Importing
package import Model

/// What a site knows of a night for reports of it that stand elsewhere: a mail, a job's summary.
/// Reads and changes nothing, before the night is published and after.
package struct SiteMemory {
  /// The report to compare with; nil when there is none.
  package private(set) var baseline: Dataset?
  /// How the run before went, which need not be the one to compare with.
  package private(set) var runBefore: Composer.Settings.RunBefore?
  package private(set) var histories: [Fingerprint: MessageHistory] = [:]
  /// The night's address for good; nil when nobody has said where the site stands.
  package private(set) var address: String?
  package private(set) var problems: [Diagnostic] = []

  /// - Parameters:
  ///   - site: The folder; nil when all that is known is where the site will stand.
  ///   - run: What the night is called; nil takes its time for it, as the site does.
  package init(
    of dataset: Dataset, site: String?, project: String, run: String?, baseURL: String?,
    settings: Composer.Settings
  ) throws(FileError) {
    let memory = DatasetWriter.bytes(dataset)
    var night = Night(dataset, id: run, memory, settings)
    var base = baseURL
    if let site {
      guard Folder.exists(site) else {
        problems.append(
          Diagnostic(
            .warning, "no-site", "there is no site in '\(site)': nothing is compared",
            help: ["'tidemark publish --site \(site)' makes one"]))
        return
      }
      var history = try ProjectHistory(site: site, project: project, rebuilding: false)
      night = history.recognized(night, dataset, run)
      recall(night, of: dataset, from: history)
      if history.isDamaged {
        history = try ProjectHistory(site: site, project: project, rebuilding: true)
        night = history.recognized(night, dataset, run)
        recall(night, of: dataset, from: history)
      }
      if baseline == nil {
        problems.append(
          Diagnostic(
            .note, "first-night",
            "the site in '\(site)' has no earlier report of '\(project)' to compare with"))
      }
      problems += history.problems
      base = base ?? history.index.address
    }
    address = base.map { "\($0)\(project)/runs/\(night.id)/index.html" }
  }

  private mutating func recall(_ night: Night, of dataset: Dataset, from history: ProjectHistory) {
    if night.isMissing { return }
    baseline = history.baseline(of: night)
    runBefore = history.runBefore(night)
    var presence = history.presence(at: history.night(before: night))
    presence.add(dataset, on: night)
    histories = presence.histories
  }
}
