import Composing
import Localization
import Model
import Templating

/// The list of all projects on a site's first page, grouped by the names of their folders. A group
/// lists changed projects first, then failing ones.
struct ProjectList {
  private let projects: [LatestFile]
  private let labels: RunLabels
  private let groups: [Group]

  private var locale: Locale { labels.locale }

  /// A group of projects in the list.
  private struct Group {
    /// nil for the projects without a group.
    var name: String?
    var projects: [LatestFile]

    var changed: Int { projects.count { $0.state == .changed } }
    /// The state of its first project, which is the most pressing.
    var state: LatestFile.State { projects.first?.state ?? .quiet }
  }

  init(_ projects: [LatestFile], _ labels: RunLabels) {
    self.projects = projects
    self.labels = labels
    let grouping = ProjectGroups(projects.map(\.project)).groups
    let order = projects.sorted { $0.rank < $1.rank }
    groups = Dictionary(grouping: order) { grouping[$0.project] }
      .map { Group(name: $0.key, projects: $0.value) }
      .sorted { left, right in
        // Projects without a group follow groups that are as pressing.
        (left.state, right.changed, left.name == nil ? 1 : 0, left.name ?? "")
          < (right.state, left.changed, right.name == nil ? 1 : 0, right.name ?? "")
      }
  }

  var value: Value {
    .site([
      "title": .text(locale.string(.allProjects)), "hasProjects": .flag(!projects.isEmpty),
      "text": .text(locale.count(.projects, projects.count)),
      "counts": labels.records(projects.map { RunLabels.mark($0.run) }),
      // The script fills in a number; it has no plural forms.
      "shownWords": .text(
        locale.string(.progressOf, ["done": "#", "total": locale.number(projects.count)])),
      "states": labels.states(of: projects), "groups": .sites(groups.map(record)),
    ])
  }

  private func record(_ group: Group) -> [String: Value] {
    // A single short list is never folded.
    let isPlain = groups.count == 1 && projects.count <= ProjectGroups.most
    let length = isPlain || group.changed == 0 ? group.projects.count : group.changed
    let others = group.projects.dropFirst(length)
    return [
      "name": group.name.map { .text($0) }
        ?? (groups.count > 1 ? .text(locale.string(.otherProjects)) : .absent),
      "text": .text(locale.count(.projects, group.projects.count)),
      "isOpen": .flag(group.changed > 0),
      "states": group.changed > 0
        ? .sites([
          ["name": .text(locale.string(.changed)), "count": .text(locale.number(group.changed))]
        ]) : .absent,
      "counts": labels.records(group.projects.map { RunLabels.mark($0.run) }),
      "projects": labels.rows(Array(group.projects.prefix(length))),
      "others": labels.rows(Array(others)),
      "moreOthers": Value(site: TextLimits.more(others.count, locale)),
    ]
  }
}

extension LatestFile {
  /// How pressing a project is, the most pressing first.
  enum State: String, CaseIterable, Comparable {
    /// The run has new or more urgent messages, or it went wrong and the run before did not.
    case changed
    case failing, quiet

    static func < (left: State, right: State) -> Bool { left.place < right.place }
    private var place: Int {
      switch self {
      case .changed: 0
      case .failing: 1
      case .quiet: 2
      }
    }

    init(of run: PublishedRun, after before: Recent?) {
      if run.isMissing {
        self = before?.mark == RunLabels.missing ? .failing : .changed
      } else if let changes = run.changes, changes.hasNew || run.isPartial && changes.run != nil {
        self = .changed
      } else {
        self = run.isPartial || run.urgency == .error ? .failing : .quiet
      }
    }
  }

  /// Its sort key in a list: by state, missing runs first, then by urgency and name.
  var rank: (State, Int, String) {
    (state, run.isMissing ? -1 : Urgency.allCases.count - run.urgency.rank, project)
  }
}
