import Composing
import Localization
import Markup
import Model
import Templating
import Text

/// A report as one target shows it; shared by all scopes.
final class ReportView: Sendable {
  let report: Report
  let style: TargetStyle
  let strings: StringsScope
  let saying: MessageLabels
  /// Words for enumeration cases. Those for urgencies are cached, because every message needs one.
  let labels: ReportLabels
  /// Whether readers can't follow relative addresses, because they read the target elsewhere. Such
  /// addresses are made absolute or dropped.
  private let dropsRelativeAddresses: Bool

  private let positions: [Int]

  /// The position of each alert's and banner's category in the report, from 1.
  let categoryPositions: [Int: Int]

  /// The parts of the list: on a page, the news are first.
  let listParts: [Report.ListPart]

  /// The lists of changes.
  let changeLists: [ChangeList]
  /// The first failure of a short report, which shows the beginning of its details.
  let excerpted: Int?
  /// The messages in these lists that the report also shows elsewhere.
  private let listed: Set<Int>
  /// The first message of the group that each message in these lists belongs to.
  private let firstAlike: [Int: Int]

  /// The prefix of ids, because one document, such as the summary of a job, may hold many reports.
  private let prefix: String

  /// The icons that the target can draw; nil allows any name.
  private let icons: Set<String>?
  /// The theme's logo; nil if there is none, or the target can't embed one.
  let logo: Logo?
  /// The strip of the last runs; nil outside a site.
  let recent: String?
  let attachments: AttachmentPlan

  init(
    _ report: Report, style: TargetStyle, followsRelativeAddresses: Bool = true,
    icons: Set<String>? = nil, logo: Logo? = nil, recent: String? = nil,
    attachments: AttachmentPlan = AttachmentPlan()
  ) {
    self.recent = recent
    self.attachments = attachments
    self.icons = icons
    self.logo = logo
    self.report = report
    positions = report.positions
    prefix = style.messageLinks == .here ? Self.prefix(of: report) : ""
    dropsRelativeAddresses = !followsRelativeAddresses
    self.style = style
    strings = StringsScope(report.locale, style)
    saying = MessageLabels(report)
    labels = ReportLabels(report.locale)
    var positions: [Int: Int] = [:]
    for (position, category) in report.categories.enumerated() {
      for index in category.above { positions[index] = position + 1 }
    }
    categoryPositions = positions
    listParts = report.listParts(newsFirst: style.hasAside)
    changeLists = report.changeLists(pastLimit: style.mostPast)
    excerpted = report.digest?.excerpted
    let news = Set(changeLists.filter { !$0.kind.isPast }.flatMap(\.items))
      .union(report.leads.causes.map(\.first))
    let kept = [report.alerts, report.banners] + report.sections.map(\.items)
    listed = news.isEmpty ? [] : Set(kept.joined().filter(news.contains))
    var firstAlike: [Int: Int] = [:]
    for section in news.isEmpty ? [] : report.sections {
      for group in section.groups {
        let items = section.items[group.items]
        for item in items where news.contains(item) { firstAlike[item] = items.first }
      }
    }
    self.firstAlike = firstAlike
  }

  /// The number of a message in its dataset. Uses `positions`, because `report` would be copied.
  func number(of position: Int) -> Int { Report.number(of: position, in: positions) }

  /// Text of the program, spelled in the target's style.
  func said(_ text: String?) -> Value { Value(text.map(style.spelled)) }

  /// "Tests (3)", with the title as a value.
  func titleWithCount(_ title: String, _ count: Int) -> Value {
    .finished(report.locale.titleWithCount(title, count))
  }

  /// The address of a link; absent if it is not allowed or the reader can't follow it.
  ///
  /// - Parameter base: The base of a relative address; nil uses the report's.
  func address(_ address: String?, base: String? = nil) -> Value {
    guard let address, Links.isAllowed(address) else { return .absent }
    if dropsRelativeAddresses {
      let absolute = Links.resolve(address, base: base ?? report.base)
      return absolute.map { .address($0) } ?? .absent
    }
    return .address(base.flatMap { Links.resolve(address, base: $0) } ?? address)
  }

  /// An address that the reader can't follow, to be shown as text.
  func relativeURL(_ address: String?, base: String? = nil) -> Value {
    guard dropsRelativeAddresses, let address else { return .absent }
    let destination = Links.destination(address, base: base ?? report.base)
    if case .text(let text) = destination { return .text(text) }
    return .absent
  }

  /// A text, with its colours if it is a log and the target shows them.
  func colored(_ text: String?, _ format: TextFormat, _ colored: String?) -> String? {
    style.usesHTML && format == .log ? colored ?? text : text
  }

  /// Details of an entry, cut to the number of lines that the target shows.
  func details(
    _ whole: String?, _ format: TextFormat, heading: Int, base: String?
  ) -> Value {
    guard let lines = style.detailLines, let whole else {
      return Value(rich: whole, format, heading: heading, base: base)
    }
    let (start, startFormat) = TextLimits.details(
      whole, format, lines: lines, url: report.url, linkText: report.locale.string(.viewDetails))
    return Value(rich: start, startFormat, heading: heading, base: base)
  }

  /// The name of an icon, if the target has it.
  func icon(_ name: String?) -> Value {
    guard let name, icons?.contains(name) ?? true else { return .absent }
    return Value(name)
  }

  /// "and 3 more"; absent if nothing is left out (see "Nothing is omitted silently").
  func more(_ count: Int) -> Value { said(TextLimits.more(count, report.locale)) }

  /// Whether a list of changes names a message that the target shows, so that it needs an anchor.
  func isListed(_ index: Int) -> Bool {
    style.messageLinks != .hosted && listed.contains(index)
  }

  /// `r3fa2c1-`: a digest of texts that distinguish reports.
  private static func prefix(of report: Report) -> String {
    let parts: [String?] = [
      report.project, report.title, report.subtitle, report.run?.label, report.verdict.text,
    ]
    let words = parts.map { $0 ?? "" } + report.messages.prefix(5).map(\.title)
    let digits = SHA256.digest(of: words.joined(separator: "\0")).prefix(3).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "r" + digits.joined() + "-"
  }

  /// The id of a message. In Markdown it is not text, because text may get isolates.
  func anchor(_ id: String) -> Value {
    style.messageLinks == .here ? .finished(prefix + id) : .text(id)
  }

  /// The address that leads to a message: in the target itself, or in the hosted report.
  func target(_ index: Int, anchor: String) -> Value {
    switch style.messageLinks {
    case .none: return .absent
    case .here where isListed(index):
      return .finished(
        "#" + prefix + (firstAlike[index].map { "m\(number(of: $0))" } ?? anchor))
    case .here, .hosted: return hosted(anchor)
    }
  }

  /// The address of a message in the hosted report, if the target has links to it.
  func hosted(_ anchor: String) -> Value {
    guard style.messageLinks != .none, let url = report.url, !url.contains("#") else {
      return .absent
    }
    return address(url + "#" + anchor)
  }

  /// The address of the page of a test, for the message of a test on a site.
  func testHistory(of message: Message) -> Value {
    guard report.testsAddress != nil, message.isTest, message.urgency >= .warning,
      let fingerprint = message.fingerprintAnywhere,
      !fingerprint.utf8.contains(TestDigests.problemMark)
    else { return .absent }
    return testHistory(of: TestDigests.digest(of: fingerprint))
  }

  /// - Parameter digest: The digest of the test's fingerprint in any environment.
  func testHistory(of digest: UInt64) -> Value {
    report.testsAddress.map { address($0 + "#" + TestDigests.text(digest)) } ?? .absent
  }

  /// The address of the hosted page with only these messages. Only the pages of a site are known to
  /// understand it; other addresses lead to the whole report.
  func address(of news: Report.AlikeNews, _ change: Report.Change?) -> Value {
    guard style.messageLinks == .hosted, let url = report.url else { return .absent }
    guard report.isOnSite, !url.contains("#"), !url.contains("?") else { return address(url) }
    let words = news.title.split(separator: " ").filter { !$0.contains("…") && !$0.contains(",") }
    let text = PercentEncoding.encoded(path: words.joined(separator: " "))
    let filter = "?change=\((change ?? .new).rawValue)" + (text.isEmpty ? "" : "&text=" + text)
    return address(url + filter + "#messages")
  }

  /// Messages of the baseline as a list for a template.
  ///
  /// - Parameter histories: The histories of messages that show when they were last seen.
  func past(
    _ messages: [Message], _ change: Report.Change, _ indices: [Int],
    _ histories: [MessageHistory] = []
  ) -> Value {
    let scope = MessageScope(
      self, messages, [], indices, category: nil, heading: 3, past: change, earlier: histories)
    return .records(scope, 0..<indices.count)
  }

  /// Messages at these indices as a list for a template.
  func messages(_ indices: [Int], heading: Int) -> Value {
    .records(messageScope(indices, heading: heading), 0..<indices.count)
  }

  func messageScope(
    _ indices: [Int], heading: Int, category: String? = nil, alike: [Report.AlikeNews?] = []
  ) -> MessageScope {
    MessageScope(
      self, report.messages, report.changes, indices, category: category, heading: heading,
      alike: alike)
  }

  /// "×1,204".
  func times(_ count: Int) -> Value {
    .text(
      report.locale.string(.times, ["count": report.locale.number(count)])
        .replacing("×", with: style.isAscii ? "x" : "×"))
  }
}

/// The labels of the cases of the model's enumerations.
struct ReportLabels: Sendable {
  private let urgencies: [String]
  private let locale: Locale

  init(_ locale: Locale) {
    self.locale = locale
    urgencies = Urgency.allCases.map(locale.word)
  }

  func urgency(_ urgency: Urgency) -> String { urgencies[urgency.rank] }
  func change(_ change: Report.Change, of message: Message) -> String {
    locale.word(for: change, of: message)
  }
  func tense(_ tense: Tense) -> String { locale.word(for: tense) }
  func status(_ status: Status) -> String { locale.word(for: status) }
  func tone(_ tone: TimelineEntry.StatusNote.Tone) -> String { locale.word(for: tone) }
  func milestone(_ milestone: TimelineEntry.Milestone) -> String { locale.word(for: milestone) }
}

/// The locale's own phrases: `{{strings.timeline}}`.
final class StringsScope: Scope {
  private let locale: Locale
  private let style: TargetStyle

  init(_ locale: Locale, _ style: TargetStyle) {
    self.style = style
    self.locale = locale
  }

  func value(_ name: Name, at index: Int) -> Value {
    guard locale.hasString(named: name.text) else { return .missing }
    let text = style.spelled(locale.string(named: name.text))
    // A separator keeps the white space at its edges; other values lose it in a line of Markdown.
    return name.text == "labelSeparator" ? .finished(text) : Value(text)
  }
}

extension Value {
  /// Text, or `.absent` if it is nil or empty.
  init(_ text: String?) {
    if let text, !text.isEmpty { self = .text(text) } else { self = .absent }
  }

  /// A title, or `.absent` if it is nil or empty.
  init(title: String?) {
    if let title, !title.isEmpty { self = .title(title) } else { self = .absent }
  }

  /// Untrusted text, or `.absent`. Its outermost headings get the level `heading`.
  init(rich text: String?, _ format: TextFormat, heading: Int, base: String? = nil) {
    if let text, !text.isEmpty {
      self = .rich(text, format, heading: heading, base: base)
    } else {
      self = .absent
    }
  }
}
