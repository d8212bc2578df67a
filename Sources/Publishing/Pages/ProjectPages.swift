import Basics
import Composing
import JSON
import Model
import Rendering
import Templating

/// The pages of one project around its nights' own.
struct ProjectPages {
  let history: ProjectHistory
  let site: SiteRenderer
  let words: NightWords
  let options: PublishOptions

  private var locale: Locale { words.locale }
  private var title: String { history.index.title ?? history.name }

  // MARK: The trail

  /// What stands above a night's own page.
  func trail(of night: Night) -> String {
    let turns = turns(of: night) { "../\($0.id)/index.html" }
    return site.part(
      "trail",
      .site(
        [
          "places": .sites([
            place(locale.string("allProjects"), "../../../index.html"),
            place(title, "../../index.html"),
            place(locale.string("archive"), "../../archive/\(night.month).html"),
            place(words.time(night), nil),
          ])
        ].merging(turns) { $1 }))
  }

  private func turns(of night: Night, _ url: (Night) -> String) -> [String: Value] {
    func turn(_ other: Night?) -> Value {
      guard let other else { return .absent }
      return .site(["url": .address(url(other)), "name": .text(words.time(other))])
    }
    let previous = history.night(before: night)
    let next = history.night(after: night)
    let hasTurns = previous != nil || next != nil
    return [
      "turns": hasTurns ? .site(["previous": turn(previous), "next": turn(next)]) : .absent,
      "staleAfter": .absent, "feed": .absent,
    ]
  }

  private func place(_ name: String, _ url: String?) -> [String: Value] {
    ["name": .text(name), "url": url.map { .address($0) } ?? .absent]
  }

  // MARK: The latest night

  /// The latest night's page at the project's own address, with how it has been going.
  func latestPage(_ latest: Night, from page: [UInt8]) -> [UInt8]? {
    let above = site.part(
      "trail",
      .site(
        [
          "places": .sites([
            place(locale.string("allProjects"), "../index.html"),
            place(title, nil),
            place(locale.string("archive"), "archive/index.html"),
            place(words.time(latest), "runs/\(latest.id)/index.html"),
          ])
        ].merging(turns(of: latest) { "runs/\($0.id)/index.html" }) { $1 }
          .merging(stale(latest)) { $1 }.merging(["feed": feed("feed.xml")]) { $1 }))
    let head = site.part("head", .site(["feed": feed("feed.xml"), "title": .text(title)]))
    // A page of an older program has no such place in its head.
    let headed = PageFrame.replacing(.head, of: page, with: head) ?? page
    return PageFrame.replacing(.above, of: headed, with: above).flatMap {
      PageFrame.replacing(.below, of: $0, with: trend())
    }
  }

  /// Where the feed is, if there is one.
  private func feed(_ url: String) -> Value {
    history.index.address != nil && history.index.authority != nil ? .address(url) : .absent
  }

  private func stale(_ latest: Night) -> [String: Value] {
    guard let limit = options.staleAfter(latest) else { return [:] }
    return [
      "staleAfter": .text(limit.machineTime(in: .utc)),
      "staleWords": .text(words.due(limit, latest)),
    ]
  }

  /// How many nights a chart shows.
  private static let trendLength = 60

  private func trend() -> String {
    let nights = history.last(Self.trendLength)
    guard nights.count > 1 else { return "" }
    var charts = [
      chart(
        "trendMessages", nights, most: nights.map(\.total).max() ?? 0,
        mostWords: locale.count("messages", nights.map(\.total).max() ?? 0)
      ) { night in
        night.isMissing
          ? [] : Urgency.allCases.reversed().map { ($0, night.counts[$0] ?? 0) }
      }
    ]
    if nights.contains(where: { $0.duration != nil }) {
      charts.append(
        chart(
          "duration", nights, most: nights.compactMap(\.duration).max() ?? 0,
          mostWords: locale.duration(seconds: nights.compactMap(\.duration).max() ?? 0)
        ) { [(.neutral, $0.duration ?? 0)] })
    }
    let hasDuration = charts.count > 1
    let urgencies = Urgency.allCases.reversed().filter { urgency in
      nights.contains { $0.counts[urgency, default: 0] > 0 }
    }
    var columns = urgencies.map { ["name": Value.text(locale.word(for: $0))] }
    if hasDuration { columns.append(["name": .text(locale.string("duration"))]) }
    let rows = nights.reversed().map { night in
      var record = words.record(night, url: "runs/\(night.id)/index.html")
      var cells = urgencies.map { urgency in
        ["value": Value.text(night.isMissing ? "–" : locale.number(night.counts[urgency] ?? 0))]
      }
      if hasDuration {
        cells.append(["value": .text(night.duration.map { locale.duration(seconds: $0) } ?? "–")])
      }
      record["cells"] = .sites(cells)
      return record
    }
    return site.part(
      "trend",
      .site(["charts": .sites(charts), "columns": .sites(columns), "rows": .sites(rows)]))
  }

  /// Bars of stacked parts, a night each.
  private func chart(
    _ name: String, _ nights: [Night], most: Int, mostWords: String,
    _ parts: (Night) -> [(Urgency, Int)]
  ) -> [String: Value] {
    let height = 100
    var bars: [[String: Value]] = []
    for (place, night) in nights.enumerated() {
      var sum = 0
      let parts = parts(night)
      for (urgency, value) in parts.reversed() where value > 0 {
        let bottom = sum * height / max(most, 1)
        sum += value
        let top = max(sum * height / max(most, 1), bottom + 1)
        bars.append(bar(place, urgency, from: height - top, height: top - bottom))
      }
      // A night without anything still has its place; one without a report is no good one.
      if sum == 0 { bars.append(bar(place, night.urgency, from: height - 1, height: 1)) }
    }
    return [
      "name": .text(locale.string(name)), "width": .number(nights.count * 5),
      "bars": .sites(bars), "most": .text(mostWords),
      "first": Value(site: nights.first.map(words.date)),
      "last": Value(site: nights.last.map(words.date)),
    ]
  }

  private func bar(_ place: Int, _ urgency: Urgency, from y: Int, height: Int) -> [String: Value] {
    [
      "urgency": .text(urgency.rawValue), "x": .number(place * 5), "y": .number(y),
      "height": .number(height),
    ]
  }

  // MARK: The archive

  private func archiveTrail(_ last: [[String: Value]]) -> [String: Value] {
    [
      "turns": .absent, "staleAfter": .absent, "feed": feed("../feed.xml"),
      "places": .sites(
        [
          place(locale.string("allProjects"), "../../index.html"),
          place(title, "../index.html"),
        ] + last),
    ]
  }

  private func monthName(_ month: String) -> String {
    guard let calendar = CalendarMonth(month, weeksBy: locale.weeks) else { return month }
    return locale.pattern("monthHeader").format(calendar.first, locale: locale)
  }

  func archive() -> [UInt8] {
    var years: [(name: String, months: [[String: Value]])] = []
    for month in history.index.months.reversed() {
      let year = String(month.name.prefix { $0 != "-" })
      if years.last?.name != year { years.append((year, [])) }
      years[years.count - 1].months.append([
        "name": .text(monthName(month.name)), "url": .address("\(month.name).html"),
        "urgency": .text(month.worst.rawValue),
        "urgencyWord": .text(locale.word(for: month.worst)),
        "nights": .text(locale.count("nights", month.count)),
      ])
    }
    let title = locale.string("archive")
    return site.page(
      "archive",
      .site(
        [
          "title": .text(locale.string("labelWithValue", ["label": self.title, "value": title])),
          "years": .sites(years.map { ["name": .text($0.name), "months": .sites($0.months)] }),
        ].merging(archiveTrail([place(title, nil)])) { $1 }))
  }

  func month(_ month: String) -> [UInt8] {
    let nights = history.nights(in: month)
    let byDay = Dictionary(grouping: nights, by: \.date)
    guard let calendar = CalendarMonth(month, weeksBy: locale.weeks) else { return [] }
    let weeks = calendar.weeks.map { week in
      [
        "days": Value.sites(
          week.map { date -> [String: Value] in
            guard let date else {
              return ["isEmpty": .flag(true), "day": .absent, "nights": .absent]
            }
            return [
              "isEmpty": .flag(false), "day": .text(String(date.day)),
              "nights": .sites((byDay[date] ?? []).map { words.record($0, url: url($0)) }),
            ]
          })
      ]
    }
    let name = monthName(month)
    return site.page(
      "month",
      .site(
        [
          "title": .text(locale.string("labelWithValue", ["label": title, "value": name])),
          "weekdays": .sites(weekdays(calendar)), "weeks": .sites(weeks),
          "list": .sites(nights.reversed().map { words.record($0, url: url($0)) }),
        ].merging(
          archiveTrail([place(locale.string("archive"), "index.html"), place(name, nil)])
        ) { $1 }))
  }

  private func url(_ night: Night) -> String { "../runs/\(night.id)/index.html" }

  private func weekdays(_ calendar: CalendarMonth) -> [[String: Value]] {
    guard calendar.weeks.count > 1 else { return [] }
    // The second week is whole.
    return calendar.weeks[1].compactMap { $0 }.map { date in
      [
        "name": .text(locale.weekday(of: date, isWide: true)),
        "short": .text(locale.weekday(of: date, isWide: false)),
      ]
    }
  }
}
