import Composing
import Localization
import Model
import Rendering
import Templating
import Time

/// The pages of a project that are about several runs: trend, feed and archive.
struct ProjectOverview {
  let name: String
  let index: ProjectIndex
  /// The last runs, as many as the trend shows.
  let runs: [PublishedRun]
  let site: SiteRenderer
  let labels: RunLabels

  private var locale: Locale { labels.locale }
  private var title: String { index.titleOfAllRuns ?? name }

  /// The address of the archive, or of the month when there is only one.
  var archiveURL: String {
    "archive/\(index.months.count == 1 ? index.months[0].name : "index").html"
  }

  /// The address of the feed, if there is one.
  func feedLink(_ url: String) -> Value {
    index.address != nil && index.authority != nil ? .address(url) : .absent
  }

  // MARK: The trend

  /// The number of runs in the trend.
  static let trendLength = 90

  /// The trend of the last runs; empty for one run.
  func trend() -> String {
    guard var trend = TrendComposing(runs.map(\.trendRun), locale, isWhole: true).trend() else {
      return ""
    }
    let all = index.count
    if runs.count < all {
      trend.count = locale.string(
        .progressOf, ["done": locale.number(runs.count), "total": locale.number(all)])
    }
    return site.trend(trend, runs: "runs/", archive: archiveURL)
  }

  // MARK: The feed

  /// The number of runs in the feed.
  private static let feedLength = 30

  /// The last runs as an Atom feed (RFC 4287); nil while the site's address is unknown, since the
  /// entries of a feed need absolute addresses.
  func feed() -> [UInt8]? {
    guard let base = index.address, let authority = index.authority else {
      return nil
    }
    let runs = runs.suffix(Self.feedLength)
    guard let latest = runs.last else { return nil }
    let projectURL = base + name + "/"
    let tag = "tag:\(authority):\(name)"
    let entries = FeedRecords(runs.reversed(), labels, in: projectURL, tag: tag)
    return site.xml(
      "feed",
      .site([
        "id": .text(tag), "title": .text(title), "name": .text(name),
        "machineTime": .text(latest.machineTime), "feed": .address(projectURL + "feed.xml"),
        "url": .address(projectURL), "entries": .records(entries, 0..<runs.count),
      ]))
  }

  // MARK: The archive

  private func archiveTrail(_ last: [[String: Value]]) -> [String: Value] {
    [
      "turns": .absent, "staleAfter": .absent, "links": .absent, "feed": feedLink("../feed.xml"),
      "places": .sites(
        [
          labels.crumb(locale.string(.allProjects), "../../index.html"),
          labels.crumb(title, "../index.html"),
        ] + last),
    ]
  }

  private func monthName(_ month: String) -> String {
    guard let calendar = CalendarMonth(month, weeksBy: locale.weeks) else { return month }
    return locale.pattern(.monthHeader).format(calendar.first, locale: locale)
  }

  func archive() -> [UInt8] {
    var years: [(name: String, months: [[String: Value]])] = []
    for month in index.months.reversed() {
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
        ].merging(archiveTrail([labels.crumb(title, nil)])) { $1 }))
  }

  /// - Parameter runs: All runs of the month.
  func month(_ month: String, _ runs: [PublishedRun]) -> [UInt8] {
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
          archiveTrail([
            labels.crumb(locale.string(.archive), "index.html"), labels.crumb(name, nil),
          ])
        ) { $1 }.merging(monthTurns(month)) { $1 }))
  }

  private func monthTurns(_ month: String) -> [String: Value] {
    let months = index.months.map(\.name)
    func turn(_ month: String) -> RunLabels.Turn { (monthName(month), "\(month).html") }
    return labels.turns(
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
