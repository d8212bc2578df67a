package import Composing
package import Datasets
package import Diagnostics
import Files
package import Model
package import Pipeline

/// A site and a run in it, for reports outside of the site.
package struct SiteReference: ReportSite {
  /// The folder of the site; nil if only the site's address is known.
  package var folder: String?
  /// The address of the site, with a slash at the end; nil uses the address that the site stores.
  package var baseURL: String?
  /// The run's id; nil uses the site's run with the same report, else the time of the report.
  package var run: String?
  /// The commits of a run of a branch, to compare it with the run of the nearest one.
  package var ancestry: CommitAncestry?

  package init(folder: String?, baseURL: String? = nil, run: String? = nil) {
    self.folder = folder
    self.baseURL = baseURL
    self.run = run
  }

  package func defaults(of project: String, _ log: inout DiagnosticLog) -> ProjectDefaults? {
    guard let folder else { return ProjectDefaults() }
    do throws(PublishError) { return try Publisher.defaults(of: project, in: folder) } catch {
      log.add(contentsOf: error.diagnostics)
      return nil
    }
  }

  package func memory(
    of dataset: Dataset, project: String, context: Composer.Context, isClock: Bool,
    _ log: inout DiagnosticLog
  ) -> (any RunMemory)? {
    if let problem = SiteName.problem(project, "project", option: "--project") {
      log.add(problem)
      return nil
    }
    do throws(FileError) {
      let memory = try SiteMemory(
        of: dataset, site: folder, project: project, run: run, baseURL: baseURL,
        ancestry: ancestry, context: context, isClock: isClock)
      log.add(contentsOf: memory.problems)
      return memory
    } catch {
      log.add(Diagnostic(.error, "unreadable-file", error.message))
      return nil
    }
  }
}

extension SiteMemory: RunMemory {}

extension ProjectDefaults {
  init(_ index: ProjectIndex) {
    self.init(title: index.titleOfAllRuns, locale: index.locale, timeZone: index.timeZone)
  }
}
