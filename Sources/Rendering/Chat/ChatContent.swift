import Composing
import Diagnostics
import Localization
import Markup
import Model
import Templating
import Text

/// The short form of a report for a chat, as runs of text. No run has markup, so text of a dataset
/// can't format, link or notify anything.
struct ChatContent {
  /// A run of text with one appearance.
  struct Run {
    var text: String
    var isBold = false
    var urgency: Urgency?
    var url: String?
  }

  /// The lines of a paragraph or a list.
  typealias Part = [[Run]]

  /// The numbers of messages per list to try, in this order, because chat programs limit the size
  /// of a message.
  private static let tops = [5, 3, 1]
  /// The maximum length of a run in UTF-16 units, in which the programs count.
  private static let longest = 200
  private static let longestAddress = 500
  private static let longestCause = 120

  let title: String
  /// The text of a notification: the subject and the preheader of the mail.
  let notification: String
  let parts: [Part]
  let url: String?
  let linkTitle: String
  let language: String
  let isRightToLeft: Bool

  /// Renders the longest lists that fit into `limit` bytes, otherwise the verdict alone.
  static func render(
    _ report: Report, bytes limit: Int, to outlet: Outlet, _ write: (ChatContent) -> [UInt8]
  ) -> [Diagnostic] {
    var bytes: [UInt8] = []
    for top in tops {
      bytes = write(ChatContent(report, top: top))
      if bytes.count <= limit { break }
    }
    if bytes.count > limit { bytes = write(ChatContent(report, top: nil)) }
    var sink = ByteSink()
    sink.bytes = bytes
    sink.write(byte: UInt8(ascii: "\n"))
    _ = outlet(&sink)
    return []
  }

  /// - Parameter top: The number of messages that each list names; nil for the verdict alone.
  private init(_ report: Report, top: Int?) {
    var report = report
    report.digest = Report.Digest(report, top: top ?? 1)
    let (locale, verdict) = (report.locale, report.verdict)
    let shown = Self.short(report.title, to: 150)
    title = shown.isEmpty ? locale.string(.report) : shown
    notification = [SubjectLine(report).usual, Preheader.text(of: report)].map { Self.short($0) }
      .filter { !$0.isEmpty }.joined(separator: " · ")
    linkTitle = locale.string(.viewDetails)
    language = locale.tag
    isRightToLeft = locale.isRightToLeft
    var style = TargetStyle()
    style.messageLinks = .hosted
    let view = ReportView(report, style: style, followsRelativeAddresses: false)
    url = Self.address(view.address(report.url))

    var lines: Part = []
    if let run = report.run, run.isAlarming, let headline = run.headline {
      let reason = run.reason.map { [Run(text: " " + Self.short($0))] } ?? []
      lines.append([Run(text: headline, isBold: true)] + reason)
    }
    if let last = report.lastReportText { lines.append([Run(text: Self.short(last))]) }
    if !report.isWithoutVerdict {
      lines.append([
        Run(
          text: style.urgency(verdict.urgency) + " " + Self.short(verdict.lines.first.text),
          isBold: true, urgency: verdict.urgency)
      ])
    }
    for rest in [verdict.lines.second.text, verdict.lines.rest.text] where !rest.isEmpty {
      lines.append([Run(text: Self.short(rest))])
    }
    if let text = report.origins.text { lines.append([Run(text: Self.short(text))]) }
    for gap in report.gaps where verdict.total > 0 {
      lines.append([Run(text: Self.short(gap.text))])
    }
    lines.append([Run(text: report.asOf)])
    var parts = [lines]
    if let top { parts += report.gaps.map { Self.part($0, top, locale) } }
    if let top {
      if let summary = report.summary {
        let line = RichText.line(summary, in: .markdown, limit: 300).text
        if !line.isEmpty { parts.append([[Run(text: Self.short(line, to: 400))]]) }
      }
      parts += Self.lists(view, top)
      if let skips = report.run?.skipLine(locale) {
        parts.append([[Run(text: Self.short(skips, to: 400))]])
      }
    }
    self.parts = parts
  }

  /// The inputs that were not read or are incomplete.
  private static func part(_ gaps: Report.Gaps, _ top: Int, _ locale: Locale) -> Part {
    var part = gaps.items.prefix(top).map { item in
      let words = ["label": short(item.title), "value": short(item.text)]
      return [Run(text: locale.string(.labelWithValue, words))]
    }
    if let more = TextLimits.more(gaps.count - part.count, locale) {
      part.append([Run(text: more)])
    }
    return part
  }

  private static func lists(_ view: ReportView, _ top: Int) -> [Part] {
    let (report, locale) = (view.report, view.report.locale)
    let url = address(view.address(report.url))
    var parts: [Part] = []
    func add(_ heading: String?, _ rows: Part, more: Int, _ key: CountKey? = nil) {
      var part = heading.map { [[Run(text: $0, isBold: true)]] } ?? []
      part += rows
      let said = key.map { locale.count($0, more) } ?? TextLimits.more(more, locale)
      if more > 0, let said { part.append([Run(text: said, url: url)]) }
      if !part.isEmpty { parts.append(part) }
    }
    let leads = report.leads
    if !leads.causes.isEmpty {
      add(
        locale.string(.lookFirst), leads.causes.prefix(top).flatMap { rows($0, view) },
        more: leads.others + leads.causes.dropFirst(top).reduce(0) { $0 + $1.items.count },
        .otherFailures)
    }
    if let note = report.environmentNote { parts.append([[Run(text: short(note))]]) }
    let commits = report.commits
    add(
      commits.items.isEmpty ? nil : locale.string(.commitsSince),
      commits.items.prefix(top).map { row($0, commits.links, view) },
      more: max(commits.items.count - top, 0))
    let lists = view.report.changeLists(pastLimit: top)
    if report.verdict.kind == .single {
      // Name the single message here unless a list of changes names it.
      let isNamed = lists.contains { !$0.kind.isPast && !$0.items.isEmpty }
      let only = (report.alerts + report.banners + report.single).filter { _ in !isNamed }
      add(nil, only.flatMap { rows(report.messages[$0], at: $0, nil, view) }, more: 0)
    }
    for list in lists {
      let summary = report.comparison
      let past = list.kind.past.map { summary?.lost(to: $0).messages ?? [] }
      let said: Part = list.items.enumerated().flatMap { position, index in
        let alike = position < list.alike.count ? list.alike[position].map(Alike.init) : nil
        if let past { return rows(past[index], at: nil, nil, view, isFixed: list.kind == .fixed) }
        return rows(report.messages[index], at: index, alike, view)
      }
      let title = report.comparison.map { locale.word(for: list.kind, $0.counts) } ?? ""
      add(PhraseValue.unmarked(locale.titleWithCount(title, list.count)), said, more: list.more)
    }
    for note in report.comparison?.tests.lines(locale, naming: TestChanges.named) ?? [] {
      add(nil, [[Run(text: short(note, to: 400))]], more: 0)
    }
    guard let digest = report.digest else { return parts }
    if report.verdict.kind != .single {
      let named = digest.named.flatMap { rows(report.messages[$0], at: $0, nil, view) }
      add(nil, named, more: digest.more)
    }
    if let backlog = digest.backlog { parts.append([[Run(text: short(backlog), url: url)]]) }
    if digest.counts.isEmpty { return parts }
    let counts = digest.counts.prefix(10)
    add(
      PhraseValue.unmarked(locale.titleWithCount(locale.string(.messages), digest.counted)),
      counts.map { count in
        [
          Run(text: view.style.urgency(count.urgency) + " ", urgency: count.urgency),
          Run(text: locale.labeled(short(count.title), locale.list(count.parts))),
        ]
      }, more: digest.counts.count + digest.moreCounts - counts.count)
    let groups = report.groupsByWeight()
    add(
      nil,
      groups.prefix(top).flatMap { section, _, group in
        let first = section.items[group.items.lowerBound]
        let alike = Alike(title: group.title, count: group.count, cause: nil, owner: nil)
        return rows(report.messages[first], at: first, alike, view)
      }, more: groups.dropFirst(top).reduce(0) { $0 + $1.group.count })
    return parts
  }

  /// Messages that are shown as one.
  private struct Alike {
    var title: String
    var count: Int
    var cause: String?
    var owner: String?

    init(title: String, count: Int, cause: String?, owner: String?) {
      (self.title, self.count, self.cause, self.owner) = (title, count, cause, owner)
    }

    init(_ news: Report.AlikeNews) {
      self.init(title: news.title, count: news.count, cause: news.cause, owner: news.owner)
    }
  }

  /// A message: sign, urgency, title with a link, place and owner in a line, and the cause below.
  private static func rows(
    _ message: Message, at index: Int?, _ alike: Alike?, _ view: ReportView,
    isFixed: Bool = false
  ) -> Part {
    let sign = view.style.urgency(isFixed ? .success : message.urgency)
    var title = alike?.title ?? message.title
    if title.isEmpty, let text = message.text {
      title = RichText.line(text, in: message.textFormat, limit: TextLimits.titleClusters).text
    }
    let count = alike?.count ?? message.count
    if count > 1 {
      let times = ["count": view.report.locale.number(count)]
      title = short(title) + " " + view.report.locale.string(.times, times)
    }
    let target = index.map { address(view.hosted("m\(view.number(of: $0))")) } ?? nil
    var runs = [
      Run(
        text: isFixed ? sign + " " : "\(sign) \(view.labels.urgency(message.urgency)) ",
        isBold: true,
        urgency: isFixed ? .success : message.urgency)
    ]
    let shown = short(title)
    // Slack refuses a message with an empty text.
    if !shown.isEmpty { runs.append(Run(text: shown, url: target)) }
    if alike == nil, let place = message.location?.text, !place.isEmpty {
      runs.append(Run(text: " · " + short(place)))
      if let test = message.testLocation, !isFixed {
        let place = test.name + (test.line.map { ":\($0)" } ?? "")
        let words = ["label": view.report.locale.string(.test), "value": short(place)]
        runs.append(Run(text: " · " + view.report.locale.string(.labelWithValue, words)))
      }
    }
    if let owner = (alike == nil ? message.owner : alike?.owner).map({ short($0) }), !isFixed,
      !owner.isEmpty
    {
      runs.append(Run(text: " · " + owner))
    }
    let results = index == nil ? [] : view.report.environmentResults.results(of: message)
    if alike == nil, !results.isEmpty {
      runs.append(Run(text: " · " + short(view.style.text(of: results), to: longestCause)))
    }
    if alike == nil, let index, let history = view.report.shownHistories.history(of: index),
      let word = history.flakyText(view.report.locale)
    {
      let words = [word, view.style.strip(history), history.stripText(view.report.locale)]
      runs.append(Run(text: " · " + words.joined(separator: " ")))
    }
    let commits = view.report.commits
    let suspects = alike == nil ? commits.suspects : commits.suspectsOfAlike
    if let suspects = index.flatMap({ suspects[$0] }) {
      runs += [Run(text: " · ")] + self.runs(suspects, view)
    }
    let cause = index == nil ? nil : alike == nil ? message.shownCause : alike?.cause
    return [runs] + (cause.map { [[Run(text: short($0, to: longestCause))]] } ?? [])
  }

  /// A commit in a line: the beginning of its hash with a link, subject, author.
  private static func row(_ commit: Commit, _ links: CommitLinks, _ view: ReportView) -> [Run] {
    let url = address(view.address(links.address(of: commit.id)))
    let words = [commit.subject, commit.author].map { short($0) }.filter { !$0.isEmpty }
    return [Run(text: CommitLinks.short(commit.id), url: url)] + words.map { Run(text: " · " + $0) }
  }

  /// The commits that touched the files of failures, by the beginnings of their hashes.
  private static func runs(_ suspects: Report.Suspects, _ view: ReportView) -> [Run] {
    let (report, locale) = (view.report, view.report.locale)
    let title = locale.string(
      .labelWithValue, ["label": short(suspects.title(locale)), "value": ""])
    var runs = [Run(text: title)]
    for (position, index) in suspects.commits.prefix(Report.Commits.namedOfMessage).enumerated() {
      let id = report.commits.items[index].id
      let url = address(view.address(report.commits.links.address(of: id)))
      if position > 0 { runs.append(Run(text: " · ")) }
      runs.append(Run(text: CommitLinks.short(id), url: url))
    }
    let more = suspects.commits.count - Report.Commits.namedOfMessage
    if let more = TextLimits.more(more, locale) { runs.append(Run(text: " · " + more)) }
    return runs
  }

  /// A cause of several failures in lines: count, cause and place; a test with a link; commits.
  private static func rows(_ lead: Report.Lead, _ view: ReportView) -> Part {
    let (report, locale) = (view.report, view.report.locale)
    let count = locale.count(.tests, lead.tests)
    let words = [
      lead.cause.map { short($0, to: longestCause) }, lead.location.map { short($0.text) },
      report.owner(of: lead.items).map { short($0) }, report.news(of: lead),
      report.history(of: lead),
    ]
    let sign = Run(
      text: "\(view.style.urgency(.error)) \(PhraseValue.unmarked(count))", isBold: true,
      urgency: .error)
    var test = [
      Run(text: short(lead.name), url: address(view.hosted("m\(view.number(of: lead.first))")))
    ]
    if let more = TextLimits.more(lead.otherTests, locale) { test.append(Run(text: " " + more)) }
    let said = words.compactMap { $0.map { Run(text: " · " + $0) } }
    let advice = lead.advice.map { [[Run(text: $0)]] } ?? []
    let commits = lead.suspects.map { [runs($0, view)] } ?? []
    return [[sign] + said] + (lead.name.isEmpty ? [] : [test]) + advice + commits
  }

  /// The text in one line, with hidden characters as signs and at most `limit` UTF-16 units.
  private static func short(_ text: String, to limit: Int = longest) -> String {
    let words = PhraseValue.unmarked(text).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let visible = VisibleText.of(words)
    if visible.utf16.count <= limit { return visible }
    var cut = String.UnicodeScalarView()
    var length = 1
    for scalar in visible.unicodeScalars {
      length += scalar.value > 0xFFFF ? 2 : 1
      if length > limit { break }
      cut.append(scalar)
    }
    return String(cut) + "…"
  }

  private static func address(_ value: Value) -> String? {
    guard case .address(let address) = value, address.utf8.count <= longestAddress,
      address.hasPrefix("https://") || address.hasPrefix("http://")
    else { return nil }
    return address
  }
}
