import Composing
import Localization
import Model
import Text
import Time

/// The lists of a digest, in their order.
enum DigestList: String, CaseIterable {
  /// What is wrong with the runs themselves.
  case runs
  case new, worse, longest, flaky
  /// What the last run did not check for.
  case unseen
  /// Warnings that are neither new nor worse, as a number.
  case rest
  /// Projects without errors and warnings.
  case clear
  case slower, slowest

  func title(_ locale: Locale) -> String {
    switch self {
    case .runs: locale.string(.digestRuns)
    case .new: locale.string(.headingNew)
    case .worse: locale.string(.headingWorse)
    case .longest: locale.string(.longestFailing)
    case .flaky: locale.string(.originFlaky)
    case .unseen: locale.string(.headingUnseenOrUnchecked)
    case .rest: locale.string(.headingStill)
    case .slower: locale.string(.slowerTests)
    case .slowest: locale.string(.slowestTests)
    case .clear: locale.string(.allClear)
    }
  }
}

/// A message of a digest, with its place in a list that several projects share.
struct DigestRow {
  var list: DigestList
  var message: Message
  /// The smallest comes first; rows with the same order stay as they are.
  var order = 0.0
  /// The number of messages that it stands for.
  var number = 1
  /// Whether it says that a project has no run in the period.
  var isAbsent = false
}

/// Makes the rows of one project.
struct DigestRows {
  private let project: ProjectDigest
  private let period: DigestPeriod
  private let locale: Locale
  /// The label in front of titles; nil if there is only one project.
  private let label: String?
  /// The address of the project's folder; nil if unknown.
  private let address: String?

  private(set) var all: [DigestRow] = []

  init(
    _ project: ProjectDigest, _ period: DigestPeriod, _ locale: Locale, label: String?,
    address: String?
  ) {
    self.project = project
    self.period = period
    self.locale = locale
    self.label = label
    self.address = address
    addRuns()
    guard let state = project.state else { return }
    addMessages(state)
    addTests(state)
    addQuiet(state)
  }

  // MARK: Runs

  private mutating func addRuns() {
    guard let last = project.runs.last else {
      let text =
        project.lastRun.map { locale.labeled(locale.string(.digestLastRun), date(of: $0)) }
        ?? locale.string(.digestNeverRun)
      add(.runs, .warning, locale.string(.digestNoRun), text, project.lastRun)
      all[all.count - 1].isAbsent = true
      return
    }
    if project.isOverdue {
      let title = locale.labeled(locale.string(.digestLastRun), date(of: last))
      add(.runs, .warning, title, nil, last)
    }
    if last.isPartial {
      let key: StringKey =
        switch last.status {
        case .missing: .runMissing
        case .canceled: .runCanceled
        default: .runFailed
        }
      let reason = last.isMissing ? last.headline : project.state?.report.run?.reason
      let urgency: Urgency = last.status == .canceled ? .warning : .error
      add(.runs, urgency, locale.string(key), reason, last)
    }
    guard let state = project.state else {
      // All runs without a report are named above.
      if !last.isMissing {
        let title = locale.string(.brokenInput, ["name": last.id])
        add(.runs, max(.warning, last.urgency), title, nil, last)
      }
      return
    }
    let gaps =
      state.report.gaps.map(\.inShort)
      + (state.report.lacksTests ? [locale.string(.noTestsRun)] : [])
    if !gaps.isEmpty { add(.runs, .warning, locale.list(gaps), nil, state.run) }
  }

  /// A project without other rows: what its last report says.
  private mutating func addQuiet(_ state: ProjectDigest.State) {
    let loud: [DigestList] = [.runs, .new, .worse, .longest, .flaky, .unseen, .rest]
    if all.contains(where: { loud.contains($0.list) }) { return }
    let failed = project.runs.count(where: \.isFailed)
    let runs = [locale.count(.runs, project.runs.count)]
    add(
      .clear, state.report.verdict.urgency, state.report.verdict.text,
      locale.list(runs + (failed > 0 ? [locale.count(.failedRuns, failed)] : [])), state.run)
  }

  // MARK: Messages

  private mutating func addMessages(_ state: ProjectDigest.State) {
    let report = state.report
    var rest = 0
    for (message, index) in report.flakyMessages(state.gone) {
      let failing = index.map { report.messages[$0].urgency } ?? .warning
      if failing < .warning { continue }
      add(
        .flaky, failing, message.title, message.history.stripText(locale), state.run,
        index.map { (report, $0) }, order: -message.history.rate)
    }
    let oldest = report.oldestErrors().filter { !isFlaky($0.index, report) }
    for (index, history) in oldest {
      let list = list(of: index, history, state)
      // Tests come first, each the oldest first.
      let since = Double(history.since.dayNumber) + (report.messages[index].isTest ? 0 : 1e8)
      add(
        list, .error, report.messages[index].title, text(history), state.run, (report, index),
        order: list == .longest ? since : 0)
    }
    for index in report.messages.indices
    where report.messages[index].urgency == .warning && !isFlaky(index, report) {
      guard index < report.histories.count else { continue }
      let list = list(of: index, report.histories[index], state)
      if list == .longest {
        rest += 1
      } else {
        add(
          list, .warning, report.messages[index].title, text(report.histories[index]), state.run,
          (report, index))
      }
    }
    if rest > 0 {
      let warnings = locale.count(.warning, rest)
      add(
        .rest, .warning, locale.string(.unchanged, ["messages": warnings]), nil, state.run)
      all[all.count - 1].number = rest
    }
    let unseen = report.comparison?.lost(to: .unseen)
    for (place, message) in (unseen?.messages ?? []).enumerated()
    where message.urgency >= .warning {
      let histories = unseen?.histories ?? []
      let seen = place < histories.count ? histories[place].lastSeenText(locale) : nil
      add(.unseen, .warning, message.title, seen, state.run)
    }
  }

  private func isFlaky(_ index: Int, _ report: Report) -> Bool {
    index < report.histories.count && report.histories[index].isFlaky
  }

  /// New, worse or older than the period.
  private func list(
    of index: Int, _ history: MessageHistory, _ state: ProjectDigest.State
  ) -> DigestList {
    let report = state.report
    guard let before = state.before, index < report.fingerprints.count else {
      // The site has no run from before the period, but may remember dates of removed runs.
      return history.since >= period.days.lowerBound ? .new : .longest
    }
    // Equal messages share a fingerprint. Of these, the dates tell which are new.
    guard let urgency = before[report.fingerprints[index].shortened],
      history.since < period.days.lowerBound
    else { return .new }
    return urgency < report.messages[index].urgency ? .worse : .longest
  }

  /// "3 runs, since 26 Nov 2026".
  private func text(_ history: MessageHistory) -> String {
    locale.string(
      .stillSince,
      [
        "runs": locale.count(.runs, history.runs),
        "date": locale.pattern(.date).format(history.since, locale: locale),
      ])
  }

  // MARK: Tests

  /// The duration of the fastest test in the list of the slowest ones.
  private static let leastSeconds = 1.0

  private mutating func addTests(_ state: ProjectDigest.State) {
    for list in state.report.testLists {
      let own: DigestList
      switch list.kind {
      case .slower: own = .slower
      case .slowest: own = .slowest
      case .flaky, .longest: continue
      }
      for (place, item) in list.items.enumerated() {
        let order = own == .slowest ? -(item.seconds ?? 0) : Double(place)
        // Most tests are fast, and a list of them is no news.
        if own == .slowest, item.seconds ?? 0 < Self.leastSeconds { continue }
        add(own, .information, item.title, item.text, nil, order: order)
      }
    }
  }

  // MARK: Rows

  private func date(of run: PublishedRun) -> String {
    locale.pattern(.date).format(period.date(of: run), locale: locale)
  }

  /// - Parameters:
  ///   - run: The run that the row links to.
  ///   - source: The report with the row's message, for its place and its number on the page.
  private mutating func add(
    _ list: DigestList, _ urgency: Urgency, _ title: String, _ text: String?, _ run: PublishedRun?,
    _ source: (report: Report, index: Int)? = nil, order: Double = 0
  ) {
    var message = Message(
      urgency: urgency, category: list.rawValue,
      title: label.map { locale.labeled($0, title) } ?? title, text: text)
    message.textFormat = .plain
    if let (report, index) = source {
      let original = report.messages[index]
      message.location = original.location
      message.location?.context = nil
      message.base = original.base ?? report.base
      message.cause = original.cause
      message.owner = original.owner
    }
    if let address, let run {
      let anchor = source.map { "#m\(Report.number(of: $0.index, in: $0.report.positions))" }
      message.link = Message.Link(
        title: locale.string(.digestLastRun),
        url: "\(address)runs/\(run.id)/index.html\(anchor ?? "")")
    }
    all.append(DigestRow(list: list, message: message, order: order))
  }
}
