import Basics
import JSON
import Model

/// `latest.json`: the latest night for programs, and for the page of all projects.
struct LatestFile {
  var project: String
  /// What all runs are called, not the last one alone.
  var title: String?
  var locale: String?
  /// Where the project's page stands.
  var address: String?
  /// Whose names the feed's entries bear.
  var authority: String?
  var night: PublishedRun
  var staleAfter: String?
  /// The last nights, the oldest first.
  var recent: [Recent]

  struct Recent {
    /// What it is drawn as: an urgency, or that nothing is known of it.
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
      writer.member("date", night.machineTime)
      writer.member("staleAfter", staleAfter)
      writer.member("url", "runs/\(night.id)/index.html")
      writer.key("night")
      night.write(to: &writer)
      writer.member("recentUrgencies", recent.map(\.mark).joined(separator: " "))
      writer.member("recentTotals", recent.map { String($0.total) }.joined(separator: " "))
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Nil when the file is not one of these.
  init?(_ bytes: [UInt8]) {
    guard let root = JSONValue.parse(bytes, file: "latest.json").0,
      let project = root["project"]?.string, let night = root["night"].flatMap(PublishedRun.init)
    else { return nil }
    self.project = project
    self.night = night
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

  init(_ history: ProjectHistory, _ night: PublishedRun, _ options: PublishOptions) {
    project = history.name
    title = history.index.titleOfAllRuns
    locale = history.index.locale
    address = history.index.address.map { $0 + history.name + "/" }
    authority = history.index.authority
    self.night = night
    staleAfter = options.staleAfter(night)?.machineTime(in: .utc)
    recent = history.last(Self.length).map { Recent(mark: RunLabels.mark($0), total: $0.total) }
  }
}
