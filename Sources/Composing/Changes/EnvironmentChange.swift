internal import Localization
internal import Model

/// A part of the environment that is not as in the last report (see "Environment of the run").
package struct EnvironmentChange: Sendable, Hashable {
  package var title: String
  /// The values of the last report, and those of this report.
  package var (before, now): (String, String)

  /// The parts of the environment that both runs name, with different values. Values that both runs
  /// have are left out, if a value is left on both sides.
  static func all(from baseline: Dataset.Run?, to run: Dataset.Run?) -> [EnvironmentChange] {
    let before = values(of: baseline)
    return values(of: run).compactMap { title, now in
      guard let before = before.first(where: { $0.title == title })?.values else { return nil }
      var (gone, added) = (before.filter { !now.contains($0) }, now.filter { !before.contains($0) })
      if gone.isEmpty, added.isEmpty { return nil }
      if gone.isEmpty || added.isEmpty { (gone, added) = (before, now) }
      return EnvironmentChange(
        title: title, before: gone.joined(separator: ", "), now: added.joined(separator: ", "))
    }
  }

  private init(title: String, before: String, now: String) {
    self.title = title
    (self.before, self.now) = (before, now)
  }

  private static func values(of run: Dataset.Run?) -> [(title: String, values: [String])] {
    var all: [(title: String, values: [String])] = []
    for fact in run?.facts ?? [] where fact.kind == .environment {
      if let place = all.firstIndex(where: { $0.title == fact.title }) {
        if !all[place].values.contains(fact.value) { all[place].values.append(fact.value) }
      } else {
        all.append((fact.title, [fact.value]))
      }
    }
    return all
  }
}

extension Report {
  /// Finds what has changed in the environment, and marks the facts.
  mutating func setEnvironmentChanges(_ run: Dataset.Run?, since baseline: Dataset.Run?) {
    environmentChanges = EnvironmentChange.all(from: baseline, to: run)
    for change in environmentChanges {
      guard
        let place = self.run?.facts.firstIndex(where: {
          $0.kind == .environment && $0.title == change.title
        })
      else { continue }
      self.run?.facts[place].difference = locale.string(
        .labelWithValue, ["label": locale.string(.before), "value": change.before])
    }
  }

  /// "Environment changed: Python 3.12.3 → 3.12.4"; nil if it has not, or if no error or warning is
  /// new.
  package var environmentNote: String? {
    guard !environmentChanges.isEmpty,
      comparison?.news.contains(where: { messages[$0].urgency >= .warning }) == true
    else { return nil }
    let changes = environmentChanges.map { "\($0.title) \($0.before) \u{2192} \($0.now)" }
    return locale.string(
      .environmentChanged, ["changes": changes.joined(separator: " \u{B7} ")])
  }
}
