package import Basics
package import Diagnostics
package import Model

/// The zone, the language and the clock that a report is made in: what somebody asks for, else what
/// the dataset says, else what is usual.
package struct Circumstances {
  /// What somebody asks for, and where it is written.
  package struct Wish: Sendable {
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
    _ wish: Wish?, folder: String, _ problems: inout [Diagnostic]
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
    _ wish: Wish?, in store: AssetStore, _ problems: inout [Diagnostic]
  ) -> Locale? {
    let (locale, found) = Strings.locale(wish?.value ?? dataset.locale ?? "en", in: store)
    for var problem in found {
      if problem.location == nil { problem.location = place(wish, dataset.localeSource) }
      problems.append(problem)
    }
    return locale
  }

  /// When the dataset says that it is.
  package func now(in zone: TimeZoneRules) -> Instant? {
    dataset.now.map { zone.instant(of: $0) }
  }

  private func place(_ wish: Wish?, _ mark: SourceMark?) -> SourceLocation? {
    wish.map(\.place) ?? mark.map(dataset.location)
  }
}
