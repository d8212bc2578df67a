package import Basics
import JSON
package import Model

/// What is known of a project beside its nights: its months and how it speaks. Small however many
/// nights there were.
package struct ProjectIndex: Sendable, Equatable {
  package struct Month: Sendable, Equatable {
    /// `2026-11`.
    package var name: String
    package var count: Int
    package var worst: Urgency
  }

  package var title: String?
  package var locale: String?
  package var timeZone: String?
  /// How many seconds after a night the next is overdue, as it was said last.
  package var patience: Int?
  /// Where the site stands, as it was said last; with a slash at the end.
  package var address: String?
  /// Whose names the feed's entries bear (RFC 4151): what it was when the first was given.
  package var authority: String?
  /// The oldest first.
  package var months: [Month] = []

  package init() {}

  /// The title without the numbers of the run that had it: "Nightly build" of "Nightly build 1482".
  /// Another run than the last one is called so when it has no title.
  package var titleOfAllRuns: String? {
    let words = (title ?? "").split(separator: " ").filter { word in
      let scalars = word.unicodeScalars
      // A digit on a key is a sign, not a number.
      return scalars.contains { $0.properties.isAlphabetic || $0 == "\u{20E3}" }
        || !scalars.contains { $0.properties.numericType != nil }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  package var count: Int { months.reduce(0) { $0 + $1.count } }

  /// Takes in where the site stands; and from it the name that the feed's entries bear, once for all:
  /// entries that change their names are new ones to whoever reads the feed.
  package mutating func settle(at baseURL: String, _ date: CivilDate?) {
    address = baseURL
    guard authority == nil, let date else { return }
    let parts = baseURL.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2 else { return }
    authority = "\(Self.domain(of: parts[2])),\(date.machineTime)"
  }

  /// The host of an address as a name such as those of domains (RFC 4151): what has no place in one
  /// is said in letters and digits.
  private static func domain(of authority: Substring) -> String {
    var host = authority.lowercased()[...]
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      host = host[..<end].dropFirst()
    } else {
      host = host.prefix { $0 != ":" }
    }
    return host.unicodeScalars.map { scalar in
      switch scalar {
      case "a"..."z", "0"..."9", ".", "-": String(scalar)
      default: "x" + String(scalar.value, radix: 16)
      }
    }.joined()
  }

  package mutating func take(_ nights: [PublishedRun], for month: String) {
    months.removeAll { $0.name == month }
    guard let worst = nights.map(\.urgency).max() else { return }
    let place = months.firstIndex { $0.name > month } ?? months.count
    months.insert(Month(name: month, count: nights.count, worst: worst), at: place)
  }

  /// `2026-11` and nothing else: a file is called so.
  static func isMonth(_ name: String) -> Bool {
    guard name.utf8.count == 7, case .date? = TimePoint(parsing: name + "-01") else { return false }
    return true
  }

  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.member("title", title)
      writer.member("locale", locale)
      writer.member("timeZone", timeZone)
      writer.member("patience", patience)
      writer.member("address", address)
      writer.member("authority", authority)
      writer.key("months")
      writer.array { writer in
        for month in months {
          writer.object { writer in
            writer.member("month", month.name)
            writer.member("nights", month.count)
            writer.member("worst", month.worst.rawValue)
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Nil when the file is not one of these.
  package init?(_ bytes: [UInt8]) {
    guard let root = JSONValue.parse(bytes, file: "project.json").0, root["version"]?.count == 1
    else { return nil }
    title = root["title"]?.string
    locale = root["locale"]?.string
    timeZone = root["timeZone"]?.string
    patience = root["patience"]?.count
    address = root["address"]?.string.flatMap(SiteAddress.validated)
    authority = root["authority"]?.string.flatMap(SiteAddress.validatedAuthority)
    for month in root["months"]?.elements ?? [] {
      guard let name = month["month"]?.string, Self.isMonth(name),
        let count = month["nights"]?.count,
        let worst = month["worst"]?.string.flatMap(Urgency.init)
      else { return nil }
      months.append(Month(name: name, count: count, worst: worst))
    }
  }
}
