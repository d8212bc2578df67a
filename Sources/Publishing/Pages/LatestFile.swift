import JSON
import Model
import Time

/// `latest.json`: the latest run, for other programs and for the page of all projects.
struct LatestFile: Sendable {
  let project: String
  /// The project's title, without the numbers of a run.
  let title: String?
  let locale: String?
  /// The address of the project's page.
  let address: String?
  /// The tagging authority of the feed's ids.
  let authority: String?
  let run: PublishedRun
  let staleAfter: String?
  /// The last runs, the oldest first.
  let recent: [Recent]
  let state: State

  struct Recent: Sendable {
    /// `missing` or an urgency.
    var mark: String
    var total: Int
  }

  static let length = 30

  var bytes: [UInt8] {
    var writer = JSONWriter(indent: 2)
    writer.object { writer in
      writer.member("version", 1)
      writer.member("project", project)
      writer.member("title", title)
      writer.member("locale", locale)
      writer.member("address", address)
      writer.member("authority", authority)
      writer.member("date", run.machineTime)
      writer.member("staleAfter", staleAfter)
      writer.member("url", "runs/\(run.id)/index.html")
      writer.key("night")
      run.write(to: &writer)
      writer.member("recentUrgencies", recent.map(\.mark).joined(separator: " "))
      writer.member("recentTotals", recent.map { String($0.total) }.joined(separator: " "))
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// The members that are read.
  private enum Key: String, MemberKey {
    case project, title, locale, address, authority, staleAfter, recentUrgencies, recentTotals
    case night
  }

  /// Reads a file; nil if it is damaged. Its run has no figures.
  init?(_ bytes: [UInt8]) {
    var run: PublishedRun?
    let members = JSONReader.read(bytes, file: "latest.json") { reader in
      JSONMembers<Key>(&reader) { key, reader in
        guard key == .night else { return false }
        run = PublishedRun(&reader, hasFigures: false)
        return true
      }
    }
    guard let members, let project = members.text(.project), let run else { return nil }
    self.project = project
    self.run = run
    title = members.text(.title)
    locale = members.text(.locale)
    address = members.text(.address).flatMap(SiteAddress.validated)
    authority = members.text(.authority).flatMap(SiteAddress.validatedAuthority)
    staleAfter = members.text(.staleAfter)
    let urgencies = members.text(.recentUrgencies)?.split(separator: " ") ?? []
    let totals = members.text(.recentTotals)?.split(separator: " ") ?? []
    recent = zip(urgencies, totals).map { word, total in
      let mark = String(word)
      let isKnown = mark == RunLabels.missing || Urgency(rawValue: mark) != nil
      return Recent(
        mark: isKnown ? mark : Urgency.neutral.rawValue,
        total: min(max(Int(total) ?? 0, 0), 1_000_000_000))
    }
    state = State(of: run, after: recent.dropLast().last)
  }

  init(
    project: String, title: String?, locale: String?, address: String?, authority: String?,
    run: PublishedRun, staleAfter: String?, recent: [Recent]
  ) {
    self.project = project
    self.title = title
    self.locale = locale
    self.address = address
    self.authority = authority
    self.run = run
    self.staleAfter = staleAfter
    self.recent = recent
    state = State(of: run, after: recent.dropLast().last)
  }

  init(_ history: ProjectHistory, _ run: PublishedRun, _ options: PublishOptions) {
    project = history.name
    title = history.index.titleOfAllRuns
    locale = history.index.locale
    address = history.index.address.map { $0 + history.name + "/" }
    authority = history.index.authority
    self.run = run
    staleAfter = options.staleAfter(run)?.machineTime(in: .utc)
    recent = history.last(Self.length).map { Recent(mark: RunLabels.mark($0), total: $0.total) }
    state = State(of: run, after: recent.dropLast().last)
  }
}
