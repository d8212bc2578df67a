import Composing
import Localization
import Model
import Text

/// The title, the subject, the facts and the summary of a digest.
struct DigestWords {
  private let projects: [ProjectDigest]
  private let rows: [DigestRow]
  private let period: DigestPeriod
  private let locale: Locale
  private let labels: [String]
  private let addresses: [String?]
  private let top: Int

  init(
    _ projects: [ProjectDigest], _ rows: [DigestRow], _ period: DigestPeriod, _ locale: Locale,
    labels: [String], addresses: [String?], top: Int
  ) {
    self.projects = projects
    self.rows = rows
    self.period = period
    self.locale = locale
    self.labels = labels
    self.addresses = addresses
    self.top = top
  }

  // MARK: Title

  /// "shop"; "3 projects".
  private var name: String {
    projects.count == 1 ? labels[0] : locale.count(.projects, projects.count)
  }

  /// "shop: 23–29 Nov 2026".
  var title: String { locale.labeled(name, period.text(locale, hasYear: true)) }

  /// "shop: 23–29 Nov: 2 new errors, 3 still failing".
  var subject: String {
    locale.labeled(
      subjectName,
      locale.labeled(period.text(locale, hasYear: false), locale.afterLabel(headline)))
  }

  /// The name of the project, as subjects of its runs have it.
  private var subjectName: String {
    projects.count == 1 ? TextLimits.cut(projects[0].name, toClusters: 40) : name
  }

  /// "shop: Digest", the same for each period.
  var stableSubject: String { locale.labeled(subjectName, locale.string(.digest)) }

  /// "Digest: 23–29 Nov 2026".
  var occasion: String {
    locale.labeled(locale.string(.digest), period.text(locale, hasYear: true))
  }

  /// "2 new errors, 3 still failing".
  var headline: String {
    func count(_ list: DigestList, _ urgency: Urgency? = nil) -> Int {
      rows.count { $0.list == list && (urgency == nil || $0.message.urgency == urgency) }
    }
    let counts: [(CountKey, Int)] = [
      (.newErrors, count(.new, .error)), (.newWarnings, count(.new, .warning)),
      (.worse, count(.worse)), (.stillFailing, count(.longest)), (.originFlaky, count(.flaky)),
      (.unseenOrUnchecked, count(.unseen)),
    ]
    var parts = runParts + counts.filter { $0.1 > 0 }.map { locale.count($0.0, $0.1) }
    let withoutRun = projects.count(where: \.runs.isEmpty)
    if projects.count > 1, withoutRun > 0 { parts.append(locale.count(.withoutRun, withoutRun)) }
    if !parts.isEmpty { return locale.list(parts) }
    let warnings = rows.reduce(0) { $0 + ($1.list == .rest ? $1.number : 0) }
    if warnings > 0 {
      return locale.string(.unchanged, ["messages": locale.count(.warning, warnings)])
    }
    let last = rows.filter { $0.list == .runs || $0.list == .clear }.map(\.message)
    let doubtful = last.filter { $0.urgency != .success }.map(\.title)
    if !doubtful.isEmpty || last.isEmpty { return doubtful.isEmpty ? name : shortened(doubtful) }
    let failed = runs.count(where: \.isFailed)
    return locale.list(
      (failed > 0 ? [locale.count(.failedRuns, failed)] : []) + [locale.string(.allClear)])
  }

  /// What is wrong with the runs themselves: of one project in words, else the number of failed last
  /// runs and what is wrong with the others.
  private var runParts: [String] {
    let own = rows.filter { $0.list == .runs && (projects.count < 2 || !$0.isAbsent) }
      .map(\.message)
    if projects.count < 2 { return own.map(\.title) }
    let failed = own.filter { $0.urgency == .error }.map(\.title)
    let others = own.filter { $0.urgency != .error }.map(\.title)
    return (failed.count > 1 ? [locale.count(.failedRuns, failed.count)] : failed)
      + (others.isEmpty ? [] : [shortened(others)])
  }

  /// The first two titles and the number of the others.
  private func shortened(_ titles: [String]) -> String {
    let more = TextLimits.more(titles.count - 2, locale)
    return [locale.list(Array(titles.prefix(2))), more].compactMap { $0 }.joined(separator: " ")
  }

  /// The page of the project, or the first page of the site. The empty fragment keeps links from
  /// naming messages of the digest, which these pages do not have.
  func url(ofSite baseURL: String?) -> String? {
    if projects.count == 1 { return addresses[0].map { $0 + "index.html#" } }
    if let baseURL { return baseURL + "index.html#" }
    let sites = Set(
      zip(projects, addresses).compactMap { project, address in
        address.map { String($0.dropLast(project.name.count + 1)) }
      })
    return sites.count == 1 ? sites.first.map { $0 + "index.html#" } : nil
  }

  // MARK: Numbers

  private var runs: [PublishedRun] { projects.flatMap(\.runs) }

  var facts: [Dataset.Run.Fact] {
    let runs = runs
    let failed = runs.count(where: \.isFailed)
    let before = projects.flatMap(\.runsBefore)
    func sum(_ key: KeyPath<ChangeCounts, Int>) -> Int {
      runs.reduce(0) { $0 + ($1.changes?[keyPath: key] ?? 0) }
    }
    let known = projects.reduce(0) { $0 + ($1.state?.report.known.total ?? 0) }
    var facts = [number(.digestRuns, runs.count)]
    if !runs.isEmpty {
      facts.append(
        fact(locale.string(.digestFailedRuns), share(failed, of: runs.count), failed))
    }
    let failedBefore = before.count(where: \.isFailed)
    facts.append(
      fact(period.length.before(locale), share(failedBefore, of: before.count), failedBefore))
    if !runs.isEmpty {
      // In the first run of a site, everything is new.
      let first = runs.filter { $0.changes == nil && !$0.isMissing }
        .reduce(0) { $0 + $1.counts.values.reduce(0, +) }
      facts += [number(.changeNew, sum(\.new) + first), number(.changeFixed, sum(\.fixed))]
    }
    if known > 0 { facts.append(number(.known, known)) }
    return facts
  }

  private func number(_ key: StringKey, _ number: Int) -> Dataset.Run.Fact {
    fact(locale.string(key), locale.number(number), number)
  }

  private func fact(_ title: String, _ value: String, _ number: Int) -> Dataset.Run.Fact {
    Dataset.Run.Fact(title: title, value: value, number: Double(number))
  }

  /// "5 of 7"; "0 runs" without runs.
  private func part(_ count: Int, of total: Int) -> String {
    if total == 0 { return locale.count(.runs, 0) }
    return locale.string(
      .positionOf, ["position": locale.number(count), "total": locale.number(total)])
  }

  /// "5 of 7 (71%)".
  private func share(_ count: Int, of total: Int) -> String {
    if total == 0 { return part(0, of: 0) }
    let percent = locale.percent(String((count * 100 + total / 2) / total))
    return locale.string(.newsAndRest, ["news": part(count, of: total), "rest": percent])
  }

  // MARK: Summary

  /// Markdown: a table of the days or of the projects, and what the site does not keep.
  var summary: String? {
    if projects.isEmpty { return nil }
    var notes: [String] = []
    let branches = projects.reduce(0) { $0 + $1.branchRuns }
    if branches > 0 { notes.append(locale.count(.branchRuns, branches) + ".") }
    if !runs.isEmpty {
      notes.append(locale.string(.digestCounted))
      notes.append(
        locale.string(.digestMemory, ["runs": locale.number(MessageTrack.window)]))
    }
    return [table, notes.joined(separator: " ")].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var table: String {
    let first: StringKey
    let lines: [(name: String, runs: [PublishedRun])]
    var rest = 0
    if projects.count > 1 {
      first = .digestProject
      func failed(_ project: ProjectDigest) -> Int { project.runs.count(where: \.isFailed) }
      let worst = zip(projects, labels).sorted {
        (failed($1.0), $0.0.name) < (failed($0.0), $1.0.name)
      }.prefix(top)
      rest = projects.count - worst.count
      lines = worst.map { (TextFormat.plain.markdown($1), $0.runs) }
    } else {
      first = .digestDate
      let parts = period.parts
      // The facts say enough about one day, and about days without failures.
      if parts.count < 2 || !runs.contains(where: \.isFailed) { return "" }
      lines = parts.map { part in
        (
          DigestPeriod.text(part, locale, hasYear: false),
          runs.filter { part.contains(period.date(of: $0)) }
        )
      }
    }
    // More columns would break words on a phone.
    let heads = [first, .factFailed, .factErrors].map { locale.string($0) }
    var table = "| " + heads.joined(separator: " | ") + " |\n|---|--:|--:|"
    for line in lines {
      let errors = line.runs.last { !$0.isMissing }.map { locale.number($0.counts[.error] ?? 0) }
      let cells = [
        line.name, part(line.runs.count(where: \.isFailed), of: line.runs.count), errors ?? "–",
      ]
      table += "\n| " + cells.joined(separator: " | ") + " |"
    }
    if let more = TextLimits.more(rest, locale) { table += "\n\n" + more }
    return table
  }
}
