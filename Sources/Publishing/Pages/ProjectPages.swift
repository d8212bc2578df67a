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
  let words: RunLabels
  let options: PublishOptions

  private var locale: Locale { words.locale }
  private var title: String { history.title }

  // MARK: The trail

  /// What stands above a night's own page.
  func trail(of night: PublishedRun) -> String {
    let turns = turns(of: night) { "../\($0.id)/index.html" }
    return site.part(
      "trail",
      .site(
        [
          "places": .sites([
            place(locale.string(.allProjects), "../../../index.html"),
            place(title, "../../index.html"),
            place(locale.string(.archive), "../../archive/\(night.month).html"),
            place(words.time(night), nil),
          ]), "links": .absent, "feed": .absent,
        ].merging(turns) { $1 }))
  }

  private func turns(of night: PublishedRun, _ url: (PublishedRun) -> String) -> [String: Value] {
    turns(
      (.previousNight, .nextNight), history.night(before: night).map { (words.time($0), url($0)) },
      history.night(after: night).map { (words.time($0), url($0)) })
  }

  private typealias Turn = (name: String, url: String)

  private func turns(
    _ words: (previous: StringKey, next: StringKey), _ previous: Turn?, _ next: Turn?
  ) -> [String: Value] {
    func turn(_ other: Turn?, _ word: StringKey) -> Value {
      guard let other else { return .absent }
      return .site([
        "url": .address(other.url), "name": .text(other.name), "text": .text(locale.string(word)),
      ])
    }
    let hasTurns = previous != nil || next != nil
    let turns: [String: Value] = [
      "previous": turn(previous, words.previous), "next": turn(next, words.next),
    ]
    return [
      "turns": hasTurns ? .site(turns) : .absent, "staleAfter": .absent,
    ]
  }

  private func place(_ name: String, _ url: String?) -> [String: Value] {
    ["name": .text(name), "url": url.map { .address($0) } ?? .absent]
  }

  // MARK: The latest night

  /// The latest night's page at the project's own address, with how it has been going.
  func latestPage(_ latest: PublishedRun, from page: [UInt8]) -> [UInt8]? {
    let above = site.part(
      "trail",
      .site(
        [
          "places": .sites([
            place(locale.string(.allProjects), "../index.html"),
            place(title, nil),
          ]),
          "links": .sites([
            place(words.time(latest), "runs/\(latest.id)/index.html").merging([
              "machineTime": .text(latest.machineTime)
            ]) { $1 },
            place(locale.string(.archive), archiveURL).merging(["machineTime": .absent]) { $1 },
          ]),
        ].merging(turns(of: latest) { "runs/\($0.id)/index.html" }) { $1 }
          .merging(stale(latest)) { $1 }.merging(["feed": feed("feed.xml")]) { $1 }))
    let head = site.part("head", .site(["feed": feed("feed.xml"), "title": .text(title)]))
    // A page of an older program has no such place in its head.
    let headed = PageFrame.replacing(.head, of: page, with: head) ?? page
    return PageFrame.replacing(.above, of: headed, with: above).flatMap {
      PageFrame.replacing(.below, of: $0, with: trend())
    }
  }

  /// From the project's own address to its nights: past a list of a single month.
  private var archiveURL: String {
    let months = history.index.months
    return "archive/\(months.count == 1 ? months[0].name : "index").html"
  }

  /// Where the feed is, if there is one.
  private func feed(_ url: String) -> Value {
    history.index.address != nil && history.index.authority != nil ? .address(url) : .absent
  }

  private func stale(_ latest: PublishedRun) -> [String: Value] {
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
    let urgencies = Urgency.allCases.reversed().filter { urgency in
      nights.contains { $0.counts[urgency, default: 0] > 0 }
    }
    let most = nights.map(\.total).max() ?? 0
    var charts = [
      chart(
        .trendMessages, nights, most: most, mostWords: locale.count(.messages, most),
        marks: Urgency.allCases.reversed().filter { mark in
          nights.contains { night in
            urgencies.contains { night.counts[$0, default: 0] > 0 && tone($0, night) == mark }
          }
        }.map(\.rawValue)
          + nights.compactMap { night in
            RunLabels.stopped(night) ?? (night.total == 0 ? RunLabels.mark(night) : nil)
          }
      ) { night in (night.text, Urgency.allCases.reversed().map { ($0, night.counts[$0] ?? 0) }) }
    ]
    let longest = nights.compactMap(\.duration).max()
    if let longest {
      charts.append(
        chart(
          .duration, nights, most: longest, mostWords: locale.duration(seconds: longest),
          marks: nights.compactMap { night in
            night.isMissing ? RunLabels.missing : RunLabels.stopped(night)
          }
        ) { night in
          night.duration.map { (locale.duration(seconds: $0), [(.neutral, $0)]) }
        })
    }
    var columns = urgencies.map { ["name": Value.text(locale.word(for: $0))] }
    if longest != nil { columns.append(["name": .text(locale.string(.duration))]) }
    let rows = nights.reversed().map { night in
      var record = words.record(night, url: "runs/\(night.id)/index.html")
      var cells = urgencies.map { urgency in
        ["value": Value.text(night.isMissing ? "–" : locale.number(night.counts[urgency] ?? 0))]
      }
      if longest != nil {
        cells.append(["value": .text(night.duration.map { locale.duration(seconds: $0) } ?? "–")])
      }
      record["cells"] = .sites(cells)
      return record
    }
    let all = history.index.count
    let shown =
      nights.count == all
      ? locale.count(.nights, all)
      : locale.string(
        .presence,
        [
          "nights": locale.string(
            .progressOf, ["done": locale.number(nights.count), "total": locale.number(all)])
        ])
    return site.part(
      "trend",
      .site([
        "text": .text(shown), "archive": .address(archiveURL),
        "charts": .sites(charts), "columns": .sites(columns), "rows": .sites(rows),
      ]))
  }

  /// The urgency whose colour messages have in a bar: nothing is green in a run that did not complete.
  private func tone(_ urgency: Urgency, _ night: PublishedRun) -> Urgency {
    urgency == .success && RunLabels.stopped(night) != nil ? .neutral : urgency
  }

  /// Bars of stacked parts, a night each. A night that nothing is known of has a bar of its own kind,
  /// one that does not say this has none, and around one that did not come to its end is a frame.
  private func chart(
    _ name: StringKey, _ nights: [PublishedRun], most: Int, mostWords: String, marks: [String],
    _ parts: (PublishedRun) -> (words: String, values: [(Urgency, Int)])?
  ) -> [String: Value] {
    let height = 100
    func bar(_ mark: String, _ size: Int, above bottom: Int = 0) -> [String: Value] {
      [
        "mark": .text(mark), "y": .number(height - bottom - size), "height": .number(size),
      ]
    }
    let columns = nights.enumerated().map { place, night in
      var bars: [[String: Value]] = []
      var sum = 0
      let parts = night.isMissing ? nil : parts(night)
      for (urgency, value) in parts?.values ?? [] where value > 0 {
        let bottom = sum * height / max(most, 1)
        sum += value
        bars.append(
          bar(
            tone(urgency, night).rawValue, max(sum * height / max(most, 1) - bottom, 1),
            above: bottom))
      }
      // A night without anything still has its place.
      if let stopped = RunLabels.stopped(night) {
        bars.append(bar(stopped, height))
      } else if night.isMissing {
        bars.append(bar(RunLabels.missing, height))
      } else if parts != nil, sum == 0 {
        bars.append(bar(night.urgency.rawValue, 3))
      }
      var what = night.isMissing ? night.text : parts?.words ?? "–"
      // The verdict says so itself.
      if what != night.text, RunLabels.stopped(night) != nil {
        what = locale.list([words.urgencyWord(night), what])
      }
      return [
        "x": Value.number(place * 5), "bars": .sites(bars),
        "text": .text(
          locale.string(.labelWithValue, ["label": words.time(night), "value": what])),
      ]
    }
    return [
      "name": .text(locale.string(name)), "width": .number(nights.count * 5),
      "short": .flag(nights.count < 20), "nights": .sites(columns), "most": .text(mostWords),
      "legend": words.records(marks, areCounted: false),
      "first": Value(site: nights.first.map(words.date)),
      "last": Value(site: nights.last.map(words.date)),
    ]
  }

  // MARK: The archive

  private func archiveTrail(_ last: [[String: Value]]) -> [String: Value] {
    [
      "turns": .absent, "staleAfter": .absent, "links": .absent, "feed": feed("../feed.xml"),
      "places": .sites(
        [
          place(locale.string(.allProjects), "../../index.html"),
          place(title, "../index.html"),
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
          locale.string(.worstNight, ["urgency": locale.word(for: month.worst)])),
        "nights": .text(locale.count(.nights, month.count)),
      ])
    }
    let title = locale.string(.archive)
    return site.page(
      "archive",
      .site(
        [
          "title": .text(locale.string(.labelWithValue, ["label": self.title, "value": title])),
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
              "machineTime": .text(date.machineTime),
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
          "title": .text(locale.string(.labelWithValue, ["label": title, "value": name])),
          "weekdays": .sites(weekdays(calendar)), "weeks": .sites(weeks),
          "list": .sites(nights.reversed().map { words.record($0, url: url($0)) }),
        ].merging(
          archiveTrail([place(locale.string(.archive), "index.html"), place(name, nil)])
        ) { $1 }.merging(monthTurns(month)) { $1 }))
  }

  private func monthTurns(_ month: String) -> [String: Value] {
    let months = history.index.months.map(\.name)
    func turn(_ month: String) -> Turn { (monthName(month), "\(month).html") }
    return turns(
      (.previousMonth, .nextMonth), months.last { $0 < month }.map(turn),
      months.first { $0 > month }.map(turn))
  }

  private func url(_ night: PublishedRun) -> String { "../runs/\(night.id)/index.html" }

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
