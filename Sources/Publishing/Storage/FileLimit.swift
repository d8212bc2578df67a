/// How large a file of a site may be, packed and unpacked: what is larger is damaged. No more is
/// published than can be read again.
package enum FileLimit: Sendable {
  /// One run's record (`run.json`).
  case run
  /// `project.json` and `latest.json`.
  case index
  /// The runs of a month.
  case month
  /// What messages had been seen up to a run.
  case seen
  /// A run's dataset.
  case dataset
  /// A page, whatever is in it.
  case page
  /// Whatever stands where a file is going to be: what is larger is replaced unread.
  case anything

  package var bytes: Int {
    switch self {
    case .run, .index: 4 << 20
    case .month: 8 << 20
    case .seen: 16 << 20
    case .dataset: 256 << 20
    case .page, .anything: 1 << 30
    }
  }
}
