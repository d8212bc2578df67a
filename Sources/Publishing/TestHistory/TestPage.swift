import Composing
import Files
import Localization
import Model
import Rendering
import Templating

/// The page of a project's tests: `PROJECT/tests/index.html`. With its script it also shows a single
/// test, whose shard it loads.
struct TestPage {
  let memory: TestMemory
  let pages: ProjectPages
  /// The addresses of commits.
  let links: CommitLinks

  static let path = TestMemory.folder + "/index.html"
  /// The number of tests with failures that the page lists without its script.
  static let mostListed = 100
  /// The number of signs of a test in the list.
  private static let signs = 30

  private var labels: RunLabels { pages.labels }
  private var locale: Locale { pages.labels.locale }

  func rendered() -> (bytes: [UInt8], assets: [PageAsset]) {
    let lists = TestLists(memory.shards, memory.runs.map(\.id), latest: memory.latestComplete)
    let tests = locale.string(.factTests)
    let data: [String: Value] = [
      "title": .text(locale.labeled(pages.history.title, tests)),
      "count": .text(locale.count(.tests, lists.count)),
      "digits": .number(memory.digits),
      "window": .text(locale.string(.lastRuns, ["runs": locale.number(memory.runs.count)])),
      "runWords": .text(
        (0...TestMemory.window).map { locale.count(.runs, $0) }.joined(separator: "|")),
      "units": .text(
        [UnitKey.millisecond, .second, .minute, .hour].map { locale.unit($0, "#") }
          .joined(separator: "|")),
      "hasTests": .flag(lists.count > 0),
      "runs": .sites(memory.runs.map(run)),
      "lists": .sites(self.lists(lists)),
      "slowest": .sites(lists.slowest.map(slow)),
      // A valid template begins with the address of a server.
      "compare": Value(site: links.address(from: "1", to: "2") == nil ? nil : links.compare),
      "places": .sites([
        labels.crumb(locale.string(.allProjects), "../../index.html"),
        labels.crumb(pages.history.title, "../index.html"), labels.crumb(tests, nil),
      ]),
      "turns": .absent, "staleAfter": .absent, "links": .absent, "feed": .absent,
    ]
    return pages.site.testsPage(.site(data), assetsIn: "../\(AssetLinks.folder)/")
  }

  private func run(_ run: PublishedRun) -> [String: Value] {
    [
      "id": .text(run.id), "url": .address("../runs/\(run.id)/index.html"),
      "time": .text(labels.time(run)), "short": .text(labels.shortDate(run)),
      "machineTime": .text(run.machineTime), "missing": .flag(run.isMissing),
      "mark": .text(RunLabels.stopped(run) ?? RunLabels.mark(run)),
      "text": .text(labels.urgencyWord(run)),
      "commit": Value(site: run.commit.map { String($0.prefix(8)) }),
      "commitURL": links.address(of: run.commit).map { .address($0) } ?? .absent,
    ]
  }

  /// The lists of tests that failed: at most `mostListed` together.
  private func lists(_ lists: TestLists) -> [[String: Value]] {
    var room = Self.mostListed
    return TestLists.Kind.allCases.compactMap { kind in
      let items = lists.items.filter { $0.kind == kind }
      if items.isEmpty { return nil }
      let shown = items.prefix(room)
      room -= shown.count
      let (name, title) = title(of: kind)
      return [
        "kind": .text(name), "title": .text(title), "count": .text(locale.number(items.count)),
        "items": .sites(shown.map(item)),
        "more": Value(site: TextLimits.more(items.count - shown.count, locale)),
      ]
    }
  }

  private func title(of kind: TestLists.Kind) -> (String, String) {
    switch kind {
    case .failing: ("failing", locale.string(.testsFailing))
    case .flaky: ("flaky", locale.string(.flaky))
    case .earlier: ("earlier", locale.string(.testsFailedEarlier))
    }
  }

  private func name(of test: TestShard.Row) -> [String: Value] {
    let id = TestDigests.text(test.digest)
    return [
      "id": .text(id), "name": .text(test.name.isEmpty ? id : test.name),
      "place": Value(site: test.place),
    ]
  }

  private func item(_ item: TestLists.Item) -> [String: Value] {
    let last = memory.runs[item.last]
    let tally = [
      (item.failed, StringKey.factFailed), (item.ran - item.failed, .factPassed),
    ].map { locale.labeled(locale.string($0.1), locale.number($0.0)) }
    return name(of: item.test).merging([
      "strip": .text(item.outcomes.suffix(Self.signs).map(Self.sign).joined()),
      "stripWords": .text(locale.list(tally)),
      "text": .text(item.ran == 0 ? "" : locale.percent(locale.number(item.failedPercent))),
      "url": .address("../runs/\(last.id)/index.html"), "time": .text(labels.time(last)),
      "machineTime": .text(last.machineTime), "owner": Value(site: item.owner),
      "causes": .sites(item.causes.map { ["text": .text($0)] }),
    ]) { $1 }
  }

  private func slow(_ slow: TestLists.Slow) -> [String: Value] {
    let milliseconds = slow.milliseconds
    let text =
      milliseconds < 1_000
      ? locale.unit(.millisecond, String(milliseconds))
      : locale.shortDuration(seconds: Double(milliseconds) / 1_000)
    return name(of: slow.test).merging(["text": .text(text)]) { $1 }
  }

  private static func sign(_ outcome: TestResults.Outcome) -> String {
    switch outcome {
    case .passed: "✔"
    case .failed, .error: "✖"
    case .flaky: "◐"
    case .skipped, .todo: "–"
    case .none: "·"
    }
  }
}
