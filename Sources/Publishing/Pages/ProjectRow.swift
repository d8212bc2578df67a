import Basics
import Composing
import Model
import Templating

extension RunLabels {
  /// How a list shows a project.
  enum RowStyle {
    /// With its trend and all words.
    case whole
    /// With its trend, in a list of limited size.
    case limited
    /// Without its trend, in a list of limited size.
    case short
  }

  /// A project in a list, as a template sees it.
  func row(_ project: LatestFile, _ style: RowStyle = .whole) -> [String: Value] {
    let run = project.run
    var record = record(run, url: project.project + "/index.html")
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
    if style == .short {
      (record["bars"], record["sparkWords"]) = (.absent, .absent)
    } else {
      record["bars"] = Self.bars(project.recent, height: 32)
      let tally = tally(project.recent.map(\.mark)).map { _, word, count in
        locale.string(.titleWithCount, ["title": word, "count": locale.number(count)])
      }
      record["sparkWords"] = .text(locale.string(.lastRuns, ["runs": locale.list(tally)]))
    }
    record["staleAfter"] = Value(site: project.staleAfter)
    record["staleWords"] = .absent
    if case .instant(let due)? = project.staleAfter.flatMap({ TimePoint(parsing: $0) }) {
      record["staleWords"] = .text(self.due(due, run))
    }
    if style != .whole {
      for name in ["name", "text", "headline"] {
        guard case .text(let text)? = record[name] else { continue }
        record[name] = .text(text.truncated(toClusters: Self.longest))
      }
    }
    return record
  }

  /// The most characters of a text in a list of limited size, which shows two lines of it.
  static let longest = 100

  /// How many projects are changed or failing.
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
