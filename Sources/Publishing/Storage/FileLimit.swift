/// The largest size of a site's file, compressed or not. A larger file is neither read nor written.
package enum FileLimit: Sendable {
  /// `run.json`.
  case run
  /// `project.json` and `latest.json`.
  case index
  /// The file of a month.
  case month
  /// A run's message tracker.
  case seen
  /// A run's dataset.
  case dataset
  /// A page.
  case page
  /// A file that is about to be replaced; a larger one is replaced without being read.
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
