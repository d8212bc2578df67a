/// The width of the reader's screen, for targets that can't adapt as a page does.
package enum ScreenWidth: String, Sendable {
  case compact, regular

  /// The width in pixels below which a screen is compact.
  package static let leastRegular = 600

  /// Parses `compact`, `regular` or a number of pixels.
  package init?(parsing text: String) {
    if let width = Self(rawValue: text) {
      self = width
    } else if let pixels = Int(text), pixels > 0 {
      self = pixels < Self.leastRegular ? .compact : .regular
    } else {
      return nil
    }
  }

  /// The maximum number of entries in a preview (see "Choice of entries").
  package var previewedEntries: Int {
    switch self {
    case .compact: 2
    case .regular: 4
    }
  }
}
