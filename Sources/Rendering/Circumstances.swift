package import Basics
package import Composing
package import Diagnostics
import JSON
package import Model

/// The zone, the language and the clock that a report is made in: what somebody asks for, else what
/// the dataset says, else what is usual.
package struct Circumstances {
  /// What somebody asks for, and where it is written.
  package struct Override: Sendable {
    package var value: String
    package var place: SourceLocation?

    package init(_ value: String, at place: SourceLocation? = nil) {
      self.value = value
      self.place = place
    }
  }

  private let dataset: Dataset

  package init(_ dataset: Dataset) {
    self.dataset = dataset
  }

  /// The zone asked for, the dataset's, UTC.
  package func zone(
    _ wish: Override?, folder: String, _ problems: inout [Diagnostic]
  ) -> TimeZoneRules? {
    do throws(TimeZoneError) {
      return try TimeZoneRules(named: wish?.value ?? dataset.timeZone ?? "UTC", folder: folder)
    } catch {
      problems.append(
        Diagnostic(
          .error, "unknown-time-zone", error.message, at: place(wish, dataset.timeZoneSource),
          help: ["zones are named as in Europe/Berlin; the package tzdata holds them"]))
      return nil
    }
  }

  /// The language asked for, the dataset's, English. A region that has no file of its own takes its
  /// language's.
  package func locale(
    _ wish: Override?, in store: AssetStore, _ problems: inout [Diagnostic]
  ) -> Locale? {
    let (locale, found) = Strings.locale(wish?.value ?? dataset.locale ?? "en", in: store)
    for var problem in found {
      if problem.location == nil { problem.location = place(wish, dataset.localeSource) }
      problems.append(problem)
    }
    return locale
  }

  /// What is asked for beside what the dataset says.
  package struct Overrides: Sendable {
    package var timeZone: Override?
    package var locale: Override?
    package var zoneFolder: String
    package var sort: [String]?
    package var sortOrigin: SourceLocation?
    package var filters: [String] = []
    package var filtersOrigin: SourceLocation?

    package init(zoneFolder: String) {
      self.zoneFolder = zoneFolder
    }
  }

  /// All that composing needs to know of the world. Where something is wrong the problems say so,
  /// and what is usual stands in, so that the rest can still be checked.
  package func settings(
    _ wishes: Overrides, in store: AssetStore, baseline: Dataset?, _ problems: inout [Diagnostic],
    now: (TimeZoneRules, inout [Diagnostic]) -> Instant?
  ) -> Composer.Settings {
    let zone = zone(wishes.timeZone, folder: wishes.zoneFolder, &problems) ?? .utc
    let locale =
      locale(wishes.locale, in: store, &problems) ?? Strings.locale("en", in: AssetStore()).0
      ?? Locale(JSONValue(.object([]), at: SourceLocation(file: "")))
    let now = now(zone, &problems) ?? Instant(seconds: 0)
    return Composer.Settings(
      now: now, zone: zone, locale: locale, sort: wishes.sort, sortOrigin: wishes.sortOrigin,
      filters: wishes.filters, filtersOrigin: wishes.filtersOrigin, baseline: baseline)
  }

  /// The time that the dataset names.
  package func now(in zone: TimeZoneRules) -> Instant? {
    dataset.moment.map { zone.instant(of: $0) }
  }

  private func place(_ wish: Override?, _ mark: SourceMark?) -> SourceLocation? {
    wish.map(\.place) ?? mark.map(dataset.location)
  }
}
