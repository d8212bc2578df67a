import Composing
import Localization
import Model
import Templating
import Text
import Time

/// Projects of a list as a template sees them.
final class ProjectRecords: Scope {
  /// How a list shows its projects.
  enum Style {
    /// With its trend and all words.
    case whole
    /// With its trend, in a list of limited size.
    case limited
    /// Without its trend, in a list of limited size.
    case short
  }

  private let projects: [LatestFile]
  private let labels: RunLabels
  private let style: Style

  init(_ projects: [LatestFile], _ labels: RunLabels, _ style: Style) {
    self.projects = projects
    self.labels = labels
    self.style = style
  }

  private var locale: Locale { labels.locale }

  func value(_ name: Name, at index: Int) -> Value {
    guard let field = SiteField(name) else { return .missing }
    let project = projects[index]
    switch field {
    case .url: return .address(project.project + "/index.html")
    case .name: return .text(limited(project.title ?? project.project))
    case .text, .headline: return limited(labels.value(field, of: project.run))
    case .subtitle:
      return project.title.map { $0 == project.project } ?? true
        ? .absent : .text(project.project)
    case .id: return .text(project.project)
    case .state: return .text(project.state.rawValue)
    case .newText: return count(.new, project.run.changes?.new)
    case .worseText: return count(.worse, project.run.changes?.worse)
    case .fixedText: return count(.fixed, project.run.changes?.fixed)
    case .bars:
      return style == .short || project.recent.isEmpty
        ? .absent : .records(BarRecords(project.recent, height: 32), project.recent.indices)
    case .sparkWords: return style == .short ? .absent : .text(lastRuns(of: project))
    case .staleAfter: return Value(site: project.staleAfter)
    case .staleWords:
      guard case .instant(let due)? = project.staleAfter.flatMap({ TimePoint(parsing: $0) }) else {
        return .absent
      }
      return .text(labels.due(due, project.run))
    default: return labels.value(field, of: project.run)
    }
  }

  private func count(_ key: CountKey, _ count: Int?) -> Value {
    count.flatMap { $0 > 0 ? .text(locale.count(key, $0)) : nil } ?? .absent
  }

  /// "Last runs: Error (3), Success (11)".
  private func lastRuns(of project: LatestFile) -> String {
    let tally = labels.tally(project.recent.map(\.mark)).map { _, word, count in
      locale.string(.titleWithCount, ["title": word, "count": locale.number(count)])
    }
    return locale.string(.lastRuns, ["runs": locale.list(tally)])
  }

  private func limited(_ text: String) -> String {
    style == .whole ? text : text.truncated(toClusters: RunLabels.longest)
  }

  private func limited(_ value: Value) -> Value {
    if case .text(let text) = value { .text(limited(text)) } else { value }
  }
}

extension RunLabels {
  /// The most characters of a text in a list of limited size, which shows two lines of it.
  static let longest = 100

  /// Projects as records; absent if there are none.
  func rows(_ projects: [LatestFile], _ style: ProjectRecords.Style = .whole) -> Value {
    projects.isEmpty ? .absent : .records(ProjectRecords(projects, self, style), projects.indices)
  }

  /// The number of changed and of failing projects.
  func states(of projects: some Collection<LatestFile>) -> Value {
    .sites(
      LatestFile.State.allCases.compactMap { state in
        let count = projects.count { $0.state == state }
        guard let word = word(for: state), count > 0 else { return nil }
        return [
          "state": .text(state.rawValue), "name": .text(word),
          "count": .text(locale.number(count)),
        ]
      })
  }

  func word(for state: LatestFile.State) -> String? {
    switch state {
    case .changed: locale.string(.changed)
    case .failing: locale.string(.failing)
    case .quiet: nil
    }
  }
}
