import Basics
import JSON
import Model

/// `latest.json`: the latest run, for other programs and for the page of all projects.
struct LatestFile {
  var project: String
  /// The project's title, without the numbers of a run.
  var title: String?
  var locale: String?
  /// The address of the project's page.
  var address: String?
  /// The tagging authority of the feed's ids.
  var authority: String?
  var run: PublishedRun
  var staleAfter: String?
  /// The last runs, the oldest first.
  var recent: [Recent]

  struct Recent {
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

  /// Reads a file; nil when it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let root = JSONValue.parse(bytes, file: "latest.json").0,
      let project = root["project"]?.string, let run = root["night"].flatMap(PublishedRun.init)
    else { return nil }
    self.project = project
    self.run = run
    title = root["title"]?.string
    locale = root["locale"]?.string
    address = root["address"]?.string.flatMap(SiteAddress.validated)
    authority = root["authority"]?.string.flatMap(SiteAddress.validatedAuthority)
    staleAfter = root["staleAfter"]?.string
    let urgencies = root["recentUrgencies"]?.string?.split(separator: " ") ?? []
    let totals = root["recentTotals"]?.string?.split(separator: " ") ?? []
    recent = zip(urgencies, totals).map { word, total in
      let mark = String(word)
      let isKnown = mark == RunLabels.missing || Urgency(rawValue: mark) != nil
      return Recent(
        mark: isKnown ? mark : Urgency.neutral.rawValue,
        total: min(max(Int(total) ?? 0, 0), 1_000_000_000))
    }
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
  }
}
