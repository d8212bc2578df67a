import Foundation
package import Time

/// The folder of zone files that the tests use.
package let zoneFolder = TimeZoneRules.folder(tzdir: ProcessInfo.processInfo.environment["TZDIR"])

package func zone(_ name: String) throws -> TimeZoneRules {
  try TimeZoneRules(named: name, folder: zoneFolder)
}

/// Parses an instant.
package func instant(_ text: String) -> Instant {
  guard case .instant(let instant)? = TimePoint(parsing: text) else {
    return Instant(seconds: .min)
  }
  return instant
}

package func wall(_ text: String) -> CivilDateTime {
  guard case .local(let wall)? = TimePoint(parsing: text) else {
    return CivilDateTime(seconds: .min)
  }
  return wall
}

package func date(_ text: String) -> CivilDate {
  guard case .date(let date)? = TimePoint(parsing: text) else { return CivilDate(dayNumber: .min) }
  return date
}
