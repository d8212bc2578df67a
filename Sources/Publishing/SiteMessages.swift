package import Composing
import Diagnostics
internal import Files
package import Model
package import Time

/// The messages of a site's run, with the fingerprints that identify them there.
package struct SiteMessages: Sendable {
  package let date: CivilDate
  package let messages: [Message]
  package let fingerprints: [Fingerprint]

  /// Reads the messages. Changes no file.
  ///
  /// - Parameter id: The run's id; nil uses the latest run with a report.
  package init(site: String, project: String, run id: String?) throws(PublishError) {
    let history: ProjectHistory
    let projects: [String]?
    do throws(FileError) {
      let folder = SiteFolder(site)
      projects = try folder.hasProject(project) ? nil : folder.projects()
      history = try ProjectHistory(site: site, project: project, rebuilding: false)
    } catch {
      throw .file(error)
    }
    if let projects {
      throw .refused(
        [
          Diagnostic(
            .error, "no-project", "the site in '\(site)' has no project '\(project)'",
            help: Suggestion.help(for: project, among: projects))
        ], .usage)
    }
    let found = id.map { history.run($0) } ?? history.last(1_000).last { !$0.isMissing }
    do throws(FileError) { try history.staging.check() } catch { throw .file(error) }
    guard let found, !found.isMissing else {
      throw .refused(
        [
          Diagnostic(
            .error, "unknown-run", "'\(project)' has no run \(VisibleText.quoted(id ?? ""))",
            help: Suggestion.help(for: id ?? "", among: history.last(1_000).map(\.id)))
        ], .usage)
    }
    let tracker = history.tracker(at: found)
    let all = tracker.baseline?.messages ?? []
    date = found.date
    messages = all.dropLast(tracker.keptCount)
    fingerprints = messages.indices.map { index in
      tracker.tracks[index].name ?? Fingerprint(of: all, at: index).shortened
    }
  }
}
