import Composing
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
}
