import Composing
import JSON
import Model

extension ChangeCounts {
  /// Writes the counts as members of a run's object.
  func write(to writer: inout JSONWriter) {
    func some(_ count: Int) -> Int? { count > 0 ? count : nil }
    writer.member("new", new)
    writer.member("back", some(back))
    writer.member("still", still)
    writer.member("fixed", fixed)
    writer.member("newSuccesses", some(newSuccesses))
    writer.member("unseen", some(unseen))
    writer.member("unchecked", some(allUnseen.others))
    writer.member("stillUnseen", some(stillUnseen.count))
    writer.member("stillUnchecked", some(stillUnseen.others))
    writer.member("forgotten", some(forgotten.count))
    writer.member("forgottenUnchecked", some(forgotten.others))
    writer.member("coversLess", coversLess ? true : nil)
    writer.member("worse", some(worse))
    writer.member("expired", some(expired))
    // Always written: it tells a reader that `still` does not include `worse`.
    writer.member("better", better)
    writer.member("gone", some(gone))
    writer.member("was", run.map { $0.before?.rawValue ?? Self.unknown })
  }

  private static let unknown = "unknown"

  /// Reads the counts; nil where nothing was compared.
  init?(_ json: JSONValue, status: Dataset.Run.Status?) {
    guard let new = json["new"]?.count, let still = json["still"]?.count,
      let fixed = json["fixed"]?.count
    else { return nil }
    self.init()
    (self.new, self.still, self.fixed) = (new, still, fixed)
    back = min(json["back"]?.count ?? 0, new)
    newSuccesses = min(json["newSuccesses"]?.count ?? 0, new)
    let all = UnseenCount(json, "unseen", "unchecked")
    stillUnseen = UnseenCount(json, "stillUnseen", "stillUnchecked")
    forgotten = UnseenCount(json, "forgotten", "forgottenUnchecked")
    newlyUnseen = UnseenCount(
      tests: max(all.tests - stillUnseen.tests - forgotten.tests, 0),
      others: max(all.others - stillUnseen.others - forgotten.others, 0))
    coversLess = json["coversLess"]?.bool ?? false
    worse = json["worse"]?.count ?? 0
    expired = json["expired"]?.count ?? 0
    better = json["better"]?.count ?? 0
    gone = json["gone"]?.count ?? 0
    // Older programs counted what had become worse among what was still there.
    if json["better"] == nil { self.still = max(still - worse, 0) }
    if let was = json["was"]?.string,
      was == Self.unknown || Dataset.Run.Status(rawValue: was) != nil
    {
      run = RunChange(from: Dataset.Run.Status(rawValue: was), to: status)
    }
  }
}

extension UnseenCount {
  fileprivate init(_ json: JSONValue, _ key: String, _ keyOfOthers: String) {
    let count = json[key]?.count ?? 0
    let others = min(json[keyOfOthers]?.count ?? 0, count)
    self.init(tests: count - others, others: others)
  }
}
