import Basics
import Composing
import JSON
import Model
import Rendering
import Templating

/// The pages of one project beside its runs' reports.
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

  // MARK: The trail

  /// The navigation above a run's report.
  func trail(of run: PublishedRun) -> String {
    let turns = turns(of: run) { "../\($0.id)/index.html" }
    return site.part(
      "trail",
      .site(
        [
          "places": .sites([
            crumb(locale.string(.allProjects), "../../../index.html"),
            crumb(title, "../../index.html"),
            crumb(locale.string(.archive), "../../archive/\(run.month).html"),
            crumb(labels.time(run), nil),
          ]), "links": .sites(comparisonLinks(of: run, "../../")), "feed": .absent,
        ].merging(turns) { $1 }))
  }

  /// The navigation above the page that compares a run with another one.
  func trail(of run: PublishedRun, comparedWith other: PublishedRun) -> String {
    site.part(
      "trail",
      .site([
        "places": .sites([
          crumb(locale.string(.allProjects), "../../index.html"),
          crumb(title, "../index.html"),
          crumb(labels.time(run), "../runs/\(run.id)/index.html"),
          crumb(comparedWith(other), nil),
        ]),
        "links": .sites([
          crumb(labels.time(other), "../runs/\(other.id)/index.html").merging([
            "machineTime": .text(other.machineTime)
          ]) { $1 }
        ]), "feed": .absent, "turns": .absent, "staleAfter": .absent,
      ]))
  }

  /// The links to the pages that compare a run with another one.
  private func comparisonLinks(of run: PublishedRun, _ root: String) -> [[String: Value]] {
    comparisons.compactMap { page in
      guard let other = page.partner(of: run.id).flatMap(history.run) else { return nil }
      return crumb(comparedWith(other), root + page.path)
        .merging(["machineTime": .absent]) { $1 }
    }
  }

  /// "Compared with 20 Nov 2026, 03:12".
  private func comparedWith(_ run: PublishedRun) -> String {
    locale.string(.comparedWith, ["time": labels.time(run)])
  }

  private func turns(of run: PublishedRun, _ url: (PublishedRun) -> String) -> [String: Value] {
    turns(
      (.previousRun, .nextRun), history.run(before: run).map { (labels.time($0), url($0)) },
      history.run(after: run).map { (labels.time($0), url($0)) })
  }

  private typealias Turn = (name: String, url: String)

  private func turns(
    _ keys: (previous: StringKey, next: StringKey), _ previous: Turn?, _ next: Turn?
  ) -> [String: Value] {
    func turn(_ other: Turn?, _ word: StringKey) -> Value {
      guard let other else { return .absent }
      return .site([
        "url": .address(other.url), "name": .text(other.name), "text": .text(locale.string(word)),
      ])
    }
    let hasTurns = previous != nil || next != nil
    let turns: [String: Value] = [
      "previous": turn(previous, keys.previous), "next": turn(next, keys.next),
    ]
    return [
      "turns": hasTurns ? .site(turns) : .absent, "staleAfter": .absent,
    ]
  }

  private func crumb(_ name: String, _ url: String?) -> [String: Value] {
    ["name": .text(name), "url": url.map { .address($0) } ?? .absent]
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
  func latestPage(_ latest: PublishedRun, from page: [UInt8]) -> [UInt8]? {
    let above = site.part(
      "trail",
      .site(
        [
          "places": .sites([
            crumb(locale.string(.allProjects), "../index.html"),
            crumb(title, nil),
          ]),
          "links": .sites(
            [
              crumb(labels.time(latest), "runs/\(latest.id)/index.html").merging([
                "machineTime": .text(latest.machineTime)
              ]) { $1 },
              crumb(locale.string(.archive), archiveURL).merging(["machineTime": .absent]) { $1 },
            ] + comparisonLinks(of: latest, "")),
        ].merging(turns(of: latest) { "runs/\($0.id)/index.html" }) { $1 }
          .merging(stale(latest)) { $1 }.merging(["feed": feed("feed.xml")]) { $1 }))
    let head = site.part("head", .site(["feed": feed("feed.xml"), "title": .text(title)]))
    // Pages of older versions have no such region.
    var page = AttachedLinks.leading(through: "runs/\(latest.id)/", in: page)
    _ = PageFrame.replace(.head, of: &page, with: head)
    let recent = recent(latest, in: "runs/")
    _ = PageFrame.replace(.recent, of: &page, with: recent)
    let trend = trend()
    guard PageFrame.replace(.above, of: &page, with: above) else { return nil }
    // Of a run without earlier ones, as of a template without a trend, it stands below.
    let isPlaced =
      PageFrame.replace(.trend, of: &page, with: trend)
      || PageFrame.replace(.below, of: &page, with: trend)
    return isPlaced ? page : nil
  }

  /// The address of the archive, or of the month when there is only one.
  private var archiveURL: String {
    let months = history.index.months
    return "archive/\(months.count == 1 ? months[0].name : "index").html"
  }

  /// The address of the feed, if there is one.
  private func feed(_ url: String) -> Value {
    history.index.address != nil && history.index.authority != nil ? .address(url) : .absent
  }

  private func stale(_ latest: PublishedRun) -> [String: Value] {
    guard let limit = options.staleAfter(latest) else { return [:] }
    return [
      "staleAfter": .text(limit.machineTime(in: .utc)),
      "staleWords": .text(labels.due(limit, latest)),
    ]
  }

  /// The number of runs in the trend.
  private static let trendLength = 90

  /// The trend of the last runs; empty for one run.
  private func trend() -> String {
    let runs = history.last(Self.trendLength)
    guard var trend = TrendComposing(runs.map(\.trendRun), locale, isWhole: true).trend() else {
      return ""
    }
    let all = history.index.count
    if runs.count < all {
      trend.count = locale.string(
        .progressOf, ["done": locale.number(runs.count), "total": locale.number(all)])
    }
    return site.trend(trend, runs: "runs/", archive: archiveURL)
  }

  // MARK: The archive

  private func archiveTrail(_ last: [[String: Value]]) -> [String: Value] {
    [
      "turns": .absent, "staleAfter": .absent, "links": .absent, "feed": feed("../feed.xml"),
      "places": .sites(
        [
          crumb(locale.string(.allProjects), "../../index.html"),
          crumb(title, "../index.html"),
        ] + last),
    ]
  }

  private func monthName(_ month: String) -> String {
    guard let calendar = CalendarMonth(month, weeksBy: locale.weeks) else { return month }
    return locale.pattern(.monthHeader).format(calendar.first, locale: locale)
  }

  func archive() -> [UInt8] {
    var years: [(name: String, months: [[String: Value]])] = []
    for month in history.index.months.reversed() {
      let year = String(month.name.prefix { $0 != "-" })
      if years.last?.name != year { years.append((year, [])) }
      years[years.count - 1].months.append([
        "name": .text(monthName(month.name)), "url": .address("\(month.name).html"),
        "urgency": .text(month.worst.rawValue),
        "text": .text(
          locale.string(.worstRun, ["urgency": locale.word(for: month.worst)])),
        "runs": .text(locale.count(.runs, month.count)),
      ])
    }
    let title = locale.string(.archive)
    return site.page(
      "archive",
      .site(
        [
          "title": .text(locale.labeled(self.title, title)),
          "years": .sites(years.map { ["name": .text($0.name), "months": .sites($0.months)] }),
        ].merging(archiveTrail([crumb(title, nil)])) { $1 }))
  }

  func month(_ month: String) -> [UInt8] {
    let runs = history.runs(in: month)
    let byDay = Dictionary(grouping: runs, by: \.date)
    guard let calendar = CalendarMonth(month, weeksBy: locale.weeks) else { return [] }
    let weeks = calendar.weeks.map { week in
      [
        "days": Value.sites(
          week.map { date -> [String: Value] in
            guard let date else {
              return ["isEmpty": .flag(true), "day": .absent, "runs": .absent]
            }
            return [
              "isEmpty": .flag(false), "day": .text(String(date.day)),
              "machineTime": .text(date.machineTime),
              "runs": labels.runs(byDay[date] ?? [], in: Self.runs),
            ]
          })
      ]
    }
    let name = monthName(month)
    return site.page(
      "month",
      .site(
        [
          "title": .text(locale.labeled(title, name)),
          "weekdays": .sites(weekdays(calendar)), "weeks": .sites(weeks),
          "list": labels.runs(runs.reversed(), in: Self.runs),
        ].merging(
          archiveTrail([crumb(locale.string(.archive), "index.html"), crumb(name, nil)])
        ) { $1 }.merging(monthTurns(month)) { $1 }))
  }

  private func monthTurns(_ month: String) -> [String: Value] {
    let months = history.index.months.map(\.name)
    func turn(_ month: String) -> Turn { (monthName(month), "\(month).html") }
    return turns(
      (.previousMonth, .nextMonth), months.last { $0 < month }.map(turn),
      months.first { $0 > month }.map(turn))
  }

  /// The address of the folder of the runs in the archive.
  private static let runs = "../runs/"

  private func weekdays(_ calendar: CalendarMonth) -> [[String: Value]] {
    guard calendar.weeks.count > 1 else { return [] }
    // The second week is complete.
    return calendar.weeks[1].compactMap { $0 }.map { date in
      [
        "name": .text(locale.weekday(of: date, isWide: true)),
        "short": .text(locale.weekday(of: date, isWide: false)),
      ]
    }
  }
}
