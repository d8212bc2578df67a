import JSON
package import Model
package import Time

/// The index of a project: the months that have runs, and its title, locale and addresses.
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
  /// The number of seconds after a run at which the next is overdue, from the last `--stale-after`.
  package var dueAfter: Int?
  /// The address of the site with a slash at the end, from the last `--base-url`.
  package var address: String?
  /// The tagging authority of the feed's ids (RFC 4151). It never changes.
  package var authority: String?
  /// The oldest first.
  package var months: [Month] = []

  package init() {}

  /// The title without the numbers of a run: "Nightly build" for "Nightly build 1482". A run
  /// without a title gets this title.
  package var titleOfAllRuns: String? {
    let words = (title ?? "").split(separator: " ").filter { word in
      let scalars = word.unicodeScalars
      // A digit with U+20E3, a keycap emoji, is a sign and not a number.
      return scalars.contains { $0.properties.isAlphabetic || $0 == "\u{20E3}" }
        || !scalars.contains { $0.properties.numericType != nil }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  package var count: Int { months.reduce(0) { $0 + $1.count } }

  /// Sets the address, and the authority only once: feed readers treat entries with new ids as new.
  package mutating func setAddress(_ baseURL: String, _ date: CivilDate?) {
    address = baseURL
    guard authority == nil, let date else { return }
    let parts = baseURL.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2 else { return }
    authority = "\(Self.domain(of: parts[2])),\(date.machineTime)"
  }

  /// The host of an address as a domain name (RFC 4151). Other characters become `x` and a code.
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

  package mutating func setRuns(_ runs: [PublishedRun], for month: String) {
    months.removeAll { $0.name == month }
    guard let worst = runs.map(\.urgency).max() else { return }
    let index = months.firstIndex { $0.name > month } ?? months.count
    months.insert(Month(name: month, count: runs.count, worst: worst), at: index)
  }

  /// Whether a name is a month such as `2026-11`, so that it is safe in a file's name.
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
      writer.member("patience", dueAfter)
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

  /// Returns nil if the file is not a valid index.
  package init?(_ bytes: [UInt8]) {
    guard let root = JSONValue.parse(bytes, file: "project.json").0, root["version"]?.count == 1
    else { return nil }
    title = root["title"]?.string
    locale = root["locale"]?.string
    timeZone = root["timeZone"]?.string
    dueAfter = root["patience"]?.count
    address = root["address"]?.string.flatMap(SiteAddress.validated)
    authority = root["authority"]?.string.flatMap(SiteAddress.validatedAuthority)
    for month in root["months"]?.elements ?? [] {
      guard let name = month["month"]?.string, Self.isMonth(name),
        let count = month["nights"]?.count,
        let worst = month["worst"]?.string.flatMap(Urgency.init),
        months.last.map({ $0.name < name }) ?? true
      else { return nil }
      months.append(Month(name: name, count: count, worst: worst))
    }
  }
}
