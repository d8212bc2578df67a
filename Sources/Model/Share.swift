/// A part of a whole, such as the lines of code that tests ran, of all lines.
package struct Share: Sendable, Hashable {
  package private(set) var part: Int
  package private(set) var whole: Int

  /// Beyond it, no count is real.
  private static let most = 1_000_000_000_000_000

  /// - Parameter part: At most the whole.
  package init(part: Int = 0, whole: Int = 0) {
    self.whole = min(max(whole, 0), Self.most)
    self.part = min(max(part, 0), self.whole)
  }

  package mutating func add(_ other: Share) {
    self = Share(part: part + other.part, whole: whole + other.whole)
  }

  /// Tenths of a percent, rounded down, so that only the whole is 100 %; nil of nothing.
  private var tenths: Int? { whole == 0 ? nil : part * 1_000 / whole }

  package var percent: Double? { tenths.map { Double($0) / 10 } }

  /// `83.4 %`; empty of nothing.
  package var text: String { tenths.map { "\($0 / 10).\($0 % 10) %" } ?? "" }
}
