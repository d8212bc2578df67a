import Basics
import Composing
import Model
import Templating

/// The list of all projects on a site's first page: in groups by the names of their folders, and in each
/// those with changes first, then the failing ones.
struct ProjectList {
  private let projects: [LatestFile]
  private let labels: RunLabels
  private let groups: [Group]

  private var locale: Locale { labels.locale }

  /// Projects that stand together.
  private struct Group {
    /// nil for those that are in no group.
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
        // Those in no group stand behind groups as pressing.
        (left.state, right.changed, left.name == nil ? 1 : 0, left.name ?? "")
          < (right.state, left.changed, right.name == nil ? 1 : 0, right.name ?? "")
      }
  }

  var value: Value {
    let states = LatestFile.State.allCases.compactMap { state -> [String: Value]? in
      let count = projects.count { $0.state == state }
      guard let word = word(for: state), count > 0 else { return nil }
      return [
        "state": .text(state.rawValue), "name": .text(word), "count": .text(locale.number(count)),
      ]
    }
    return .site([
      "title": .text(locale.string(.allProjects)), "hasProjects": .flag(!projects.isEmpty),
      "text": .text(locale.count(.projects, projects.count)),
      "counts": labels.records(projects.map { RunLabels.mark($0.run) }),
      // A script has numbers and no plural forms.
      "shownWords": .text(
        locale.string(.progressOf, ["done": "#", "total": locale.number(projects.count)])),
      "states": .sites(states), "groups": .sites(groups.map(record)),
    ])
  }

  private func record(_ group: Group) -> [String: Value] {
    // Without groups there is one list, and a short one has nothing to fold.
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
      "projects": .sites(group.projects.prefix(length).map(record)),
      "others": .sites(others.map(record)),
      "moreOthers": Value(site: TextLimits.more(others.count, locale)),
    ]
  }

  private func word(for state: LatestFile.State) -> String? {
    switch state {
    case .changed: locale.string(.changed)
    case .failing: locale.string(.failing)
    case .quiet: nil
    }
  }

  private func record(_ project: LatestFile) -> [String: Value] {
    let run = project.run
    var record = labels.record(run, url: project.project + "/index.html")
    record["name"] = .text(project.title ?? project.project)
    record["subtitle"] =
      project.title.map { $0 == project.project } ?? true ? .absent : .text(project.project)
    record["id"] = .text(project.project)
    record["state"] = .text(project.state.rawValue)
    func count(_ key: CountKey, _ count: Int?) -> Value {
      count.flatMap { $0 > 0 ? .text(locale.count(key, $0)) : nil } ?? .absent
    }
    record["newText"] = count(.new, run.changes?.new)
    record["worseText"] = count(.worse, run.changes?.worse)
    record["fixedText"] = count(.fixed, run.changes?.fixed)
    record["bars"] = RunLabels.bars(project.recent, height: 32)
    let tally = labels.tally(project.recent.map(\.mark)).map { _, word, count in
      locale.string(.titleWithCount, ["title": word, "count": locale.number(count)])
    }
    record["sparkWords"] = .text(locale.string(.lastRuns, ["runs": locale.list(tally)]))
    record["staleAfter"] = Value(site: project.staleAfter)
    record["staleWords"] = .absent
    if case .instant(let due)? = project.staleAfter.flatMap({ TimePoint(parsing: $0) }) {
      record["staleWords"] = .text(labels.due(due, run))
    }
    return record
  }
}

extension LatestFile {
  /// How pressing a project is, the most pressing first.
  enum State: String, CaseIterable, Comparable {
    /// There are new or more urgent messages, or the run went wrong and the one before did not.
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
  }

  var state: State {
    if run.isMissing {
      let before = recent.dropLast().last
      return before?.mark == RunLabels.missing ? .failing : .changed
    }
    if let changes = run.changes, changes.hasNew || run.isPartial && changes.run != nil {
      return .changed
    }
    return run.isPartial || run.urgency == .error ? .failing : .quiet
  }

  /// Its place in a list: by state, missing runs first, then by urgency and name.
  fileprivate var rank: (State, Int, String) {
    (state, run.isMissing ? -1 : Urgency.allCases.count - run.urgency.rank, project)
  }
}
