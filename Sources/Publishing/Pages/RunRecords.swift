import Composing
import Localization
import Model
import Templating

/// Runs of a list as a template sees them.
final class RunRecords: Scope {
  private let runs: [PublishedRun]
  private let labels: RunLabels
  /// The address of the folder of the runs, with a slash at the end.
  private let folder: String
  /// The id of the run that shows the list on its page, if any.
  private let current: String?

  init(_ runs: [PublishedRun], _ labels: RunLabels, in folder: String, current: String? = nil) {
    self.runs = runs
    self.labels = labels
    self.folder = folder
    self.current = current
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch SiteField(name) {
    case .url: .address("\(folder)\(runs[index].id)/index.html")
    case .isCurrent: current.map { .flag($0 == runs[index].id) } ?? .missing
    case let field?: labels.value(field, of: runs[index])
    case nil: .missing
    }
  }
}

extension RunLabels {
  /// The value of a run's field in lists; `.missing` for a field that runs do not have.
  func value(_ field: SiteField, of run: PublishedRun) -> Value {
    switch field {
    case .urgency: .text(run.urgency.rawValue)
    case .urgencyWord: .text(urgencyWord(run))
    case .time: .text(time(run))
    case .machineTime: .text(run.machineTime)
    case .text: Value(site: run.text)
    case .headline: Value(site: run.headline)
    case .news: Value(site: run.news)
    case .changes: Value(site: changes(run))
    case .missing: .flag(run.isMissing)
    case .mark: .text(Self.mark(run))
    case .stopped: Value(site: Self.stopped(run))
    case .severityWord:
      Self.stopped(run) == nil ? .absent : Value(site: locale.word(for: run.urgency))
    case .count: Value(site: Self.count(run).map { locale.number($0) })
    default: .missing
    }
  }

  /// Runs as records; absent if there are none.
  func runs(_ runs: [PublishedRun], in folder: String, current: String? = nil) -> Value {
    runs.isEmpty
      ? .absent : .records(RunRecords(runs, self, in: folder, current: current), runs.indices)
  }
}

/// The runs of a feed.
final class FeedRecords: Scope {
  private let runs: [PublishedRun]
  private let labels: RunLabels
  private let project: String
  private let tag: String

  /// - Parameters:
  ///   - project: The address of the project's page, with a slash at the end.
  ///   - tag: The id of the feed, which is the prefix of its entries' ids.
  init(_ runs: [PublishedRun], _ labels: RunLabels, in project: String, tag: String) {
    self.runs = runs
    self.labels = labels
    self.project = project
    self.tag = tag
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch SiteField(name) {
    case .url: .address("\(project)runs/\(runs[index].id)/index.html")
    case .id: .text("\(tag)/\(runs[index].id)")
    case .title:
      .text(labels.locale.labeled(headline(of: runs[index]), labels.time(runs[index])))
    case let field?: labels.value(field, of: runs[index])
    case nil: .missing
    }
  }

  /// The headline of a run. If the run is missing or has no headline, the word for its outcome.
  private func headline(of run: PublishedRun) -> String {
    run.isMissing ? labels.urgencyWord(run) : run.headline ?? labels.urgencyWord(run)
  }
}

/// Bars for the last runs of a project in a box, the latest run last. The height of a bar is
/// proportional to the number of messages.
final class BarRecords: Scope {
  private let runs: [LatestFile.Recent]
  private let height: Int
  private let most: Int

  init(_ runs: [LatestFile.Recent], height: Int) {
    self.runs = runs
    self.height = height
    most = max(runs.map(\.total).max() ?? 1, 1)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch SiteField(name) {
    case .mark: .text(runs[index].mark)
    case .x: .number((LatestFile.length - runs.count + index) * 5)
    case .y: .number(height - size(of: index))
    case .height: .number(size(of: index))
    default: .missing
    }
  }

  private func size(of index: Int) -> Int {
    let run = runs[index]
    return run.mark == RunLabels.missing ? height : max(3, run.total * height / most)
  }
}
