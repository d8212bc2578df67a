import Composing
import JSON
import Localization
import Model
import Rendering
import Templating
import Time

/// The pages of one project, except its runs' reports.
struct ProjectPages {
  let history: ProjectHistory
  let site: SiteRenderer
  let labels: RunLabels
  let options: PublishOptions
  /// The pages that compare two runs.
  var comparisons: [ComparisonPage]

  init(
    history: ProjectHistory, site: SiteRenderer, labels: RunLabels, options: PublishOptions
  ) {
    self.history = history
    self.site = site
    self.labels = labels
    self.options = options
    comparisons = history.comparisons
  }

  private var locale: Locale { labels.locale }
  private var title: String { history.title }

  // MARK: Pages about several runs

  var overview: ProjectOverview {
    ProjectOverview(
      name: history.name, index: history.index, runs: history.last(ProjectOverview.trendLength),
      site: site, labels: labels)
  }

  // MARK: The trail

  /// The navigation above a run's report.
  func trail(of run: PublishedRun) -> String {
    let turns = turns(of: run) { "../\($0.id)/index.html" }
    return site.part(
      "trail",
      .site(
        [
          "places": .sites([
            labels.crumb(locale.string(.allProjects), "../../../index.html"),
            labels.crumb(title, "../../index.html"),
            labels.crumb(locale.string(.archive), "../../archive/\(run.month).html"),
            labels.crumb(labels.time(run), nil),
          ]), "links": .sites(comparisonLinks(of: run, "../../")), "feed": .absent,
        ].merging(turns) { $1 }))
  }

  /// The navigation above the page that compares a run with another one.
  func trail(of run: PublishedRun, comparedWith other: PublishedRun) -> String {
    site.part(
      "trail",
      .site([
        "places": .sites([
          labels.crumb(locale.string(.allProjects), "../../index.html"),
          labels.crumb(title, "../index.html"),
          labels.crumb(labels.time(run), "../runs/\(run.id)/index.html"),
          labels.crumb(comparedWith(other), nil),
        ]),
        "links": .sites([
          labels.crumb(labels.time(other), "../runs/\(other.id)/index.html").merging([
            "machineTime": .text(other.machineTime)
          ]) { $1 }
        ]), "feed": .absent, "turns": .absent, "staleAfter": .absent,
      ]))
  }

  /// The links to the pages that compare a run with another one.
  private func comparisonLinks(of run: PublishedRun, _ root: String) -> [[String: Value]] {
    comparisons.compactMap { page in
      guard let other = page.partner(of: run.id).flatMap(history.run) else { return nil }
      return labels.crumb(comparedWith(other), root + page.path)
        .merging(["machineTime": .absent]) { $1 }
    }
  }

  /// "Compared with 20 Nov 2026, 03:12".
  private func comparedWith(_ run: PublishedRun) -> String {
    locale.string(.comparedWith, ["time": labels.time(run)])
  }

  private func turns(of run: PublishedRun, _ url: (PublishedRun) -> String) -> [String: Value] {
    labels.turns(
      (.previousRun, .nextRun), history.run(before: run).map { (labels.time($0), url($0)) },
      history.run(after: run).map { (labels.time($0), url($0)) })
  }

  // MARK: The strip of runs

  /// The last runs up to one, each a link to its page; empty for the first run.
  ///
  /// - Parameter folder: The address of the folder of the runs, with a slash at the end.
  func recent(_ run: PublishedRun, in folder: String) -> String {
    var runs = [run]
    history.runs(before: run) { other in
      runs.append(other)
      return runs.count <= TrendRun.earlier
    }
    if runs.count == 1 { return "" }
    return site.part(
      "recent", .site(["runs": labels.runs(runs.reversed(), in: folder, current: run.id)]))
  }

  /// The strip in the page of a run.
  func recent(of run: PublishedRun) -> String { recent(run, in: "../") }

  // MARK: The latest run

  /// The latest run's page at the project's own address, with the trend.
  func latestPage(
    _ latest: PublishedRun, from page: [UInt8], _ overview: ProjectOverview, trend: String
  ) -> [UInt8]? {
    let above = site.part(
      "trail",
      .site(
        [
          "places": .sites([
            labels.crumb(locale.string(.allProjects), "../index.html"),
            labels.crumb(title, nil),
          ]),
          "links": .sites(
            [
              labels.crumb(labels.time(latest), "runs/\(latest.id)/index.html").merging([
                "machineTime": .text(latest.machineTime)
              ]) { $1 },
              labels.crumb(locale.string(.archive), overview.archiveURL).merging([
                "machineTime": .absent
              ]) { $1 },
            ] + testsLink + comparisonLinks(of: latest, "")),
        ].merging(turns(of: latest) { "runs/\($0.id)/index.html" }) { $1 }
          .merging(stale(latest)) { $1 }.merging(["feed": overview.feedLink("feed.xml")]) { $1 }))
    let head = site.part(
      "head", .site(["feed": overview.feedLink("feed.xml"), "title": .text(title)]))
    // A template may omit these regions.
    var page = AssetLinks.inProjectFolder(
      AttachedLinks.leading(through: "runs/\(latest.id)/", in: page))
    _ = PageFrame.replace(.head, of: &page, with: head)
    let recent = recent(latest, in: "runs/")
    _ = PageFrame.replace(.recent, of: &page, with: recent)
    guard PageFrame.replace(.above, of: &page, with: above) else { return nil }
    // A first run's page, or a template without a trend, lacks this region: use the one below.
    let isPlaced =
      PageFrame.replace(.trend, of: &page, with: trend)
      || PageFrame.replace(.below, of: &page, with: trend)
    return isPlaced ? page : nil
  }

  /// The link to the page of tests, if there is one.
  private var testsLink: [[String: Value]] {
    guard history.staging.read(history.path(TestPage.path)) != nil else { return [] }
    return [
      labels.crumb(locale.string(.factTests), TestPage.path)
        .merging(["machineTime": .absent]) { $1 }
    ]
  }

  private func stale(_ latest: PublishedRun) -> [String: Value] {
    guard let limit = options.staleAfter(latest) else { return [:] }
    return [
      "staleAfter": .text(limit.machineTime(in: .utc)),
      "staleWords": .text(labels.due(limit, latest)),
    ]
  }
}
