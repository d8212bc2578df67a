import Composing
import Model
import Templating

/// Where the failures of a run of a branch come from (see "Where a failure comes from").
extension ReportView {
  /// The origin that all of some messages have: "Probably from this change".
  func origin(of items: [Int]) -> Value {
    let origins = report.origins
    guard let first = items.first.flatMap({ origins[$0] }),
      items.allSatisfy({ origins[$0] == first })
    else { return .absent }
    return said(first.text(report.locale))
  }

  /// The place of a finding in the diff: "On a changed line".
  func diffPlace(of position: Int) -> Value {
    said(report.diffPlaces[position]?.text(report.locale))
  }

  /// Whether a finding is in a file of the diff.
  func isInDiff(_ position: Int) -> Bool {
    report.diffPlaces[position].map { $0 != .elsewhere } ?? false
  }
}
