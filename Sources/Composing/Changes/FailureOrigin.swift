package import Localization
internal import Model

/// Where a failure of a run of a branch comes from (see "Where a failure comes from").
package enum FailureOrigin: String, Sendable, CaseIterable {
  /// Probably from the change of the branch.
  case change
  /// Already on the main line.
  case main
  /// It comes and goes.
  case flaky
  /// The main line did not check for it.
  case unknown

  /// "Probably from this change".
  package func text(_ locale: Locale) -> String {
    switch self {
    case .change: locale.string(.originChange)
    case .main: locale.string(.originMain)
    case .flaky: locale.string(.originFlaky)
    case .unknown: locale.string(.originUnknown)
    }
  }

  fileprivate var key: CountKey {
    switch self {
    case .change: .originChange
    case .main: .originMain
    case .flaky: .originFlaky
    case .unknown: .originUnknown
    }
  }
}

extension Report {
  /// The origins of the failures of a run of a branch.
  package struct Origins: Sendable {
    /// The origin of each error and warning, parallel to `messages`; empty for other runs.
    package var items: [FailureOrigin?] = []
    /// "4 failed: 1 probably from this change, 2 on main, 1 flaky"; nil without an error.
    package var text: String?
    /// The numbers of errors.
    package var counts: [FailureOrigin: Int] = [:]
    /// The number of known errors, which no other number counts.
    package var known = 0
    /// Whether it is a run of a branch that has a previous run.
    package var areKnown = false

    package init() {}

    /// The origin of a message; nil if it has none.
    package subscript(index: Int) -> FailureOrigin? { index < items.count ? items[index] : nil }
  }

  /// Sets the origins. Needs the changes and the histories.
  mutating func setOrigins(_ context: Composer.Context) {
    guard let main = context.mainLine, comparison != nil, !changes.isEmpty || messages.isEmpty
    else { return }
    origins.areKnown = true
    origins.items = messages.indices.map { index in
      guard messages[index].urgency >= .warning else { return nil }
      return main.origin(
        of: index < positions.count ? positions[index] : index, changes[index],
        index < histories.count ? histories[index] : nil)
    }
    var isOfTests = true
    for index in messages.indices where messages[index].urgency == .error {
      guard let origin = origins.items[index] else { continue }
      origins.counts[origin, default: 0] += 1
      isOfTests = isOfTests && messages[index].isTest
    }
    origins.known = known.messages.count { $0.urgency == .error }
    let total = origins.counts.values.reduce(0, +)
    if total == 0 { return }
    let parts = FailureOrigin.allCases.compactMap { origin in
      origins.counts[origin].map { locale.count(origin.key, $0) }
    }
    let text = locale.string(
      .labelWithValue,
      ["label": locale.count(isOfTests ? .failed : .error, total), "value": locale.list(parts)])
    let known = origins.known > 0 ? " · " + locale.count(.known, origins.known) : ""
    origins.text = text + known
  }
}
