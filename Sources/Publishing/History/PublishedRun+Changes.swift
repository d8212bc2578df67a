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
    writer.member("unseen", some(unseen))
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
    unseen = json["unseen"]?.count ?? 0
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
