/// A part of a whole, such as the covered lines of all lines of code.
package struct Share: Sendable, Hashable {
  package private(set) var part: Int
  package private(set) var whole: Int

  /// An upper limit for counts, so that arithmetic can't overflow.
  private static let most = 1_000_000_000_000_000

  /// - Parameter part: At most the whole.
  package init(part: Int = 0, whole: Int = 0) {
    self.whole = min(max(whole, 0), Self.most)
    self.part = min(max(part, 0), self.whole)
  }

  package mutating func add(_ other: Share) {
    self = Share(part: part + other.part, whole: whole + other.whole)
  }

  package var missed: Int { whole - part }

  /// Tenths of a percent, rounded down, so that only the whole is 100 %; nil if the whole is 0.
  private var tenths: Int? { whole == 0 ? nil : part * 1_000 / whole }

  package var percent: Double? { tenths.map { Double($0) / 10 } }

  /// `83.4 %`; empty if the whole is 0.
  package var text: String { tenths.map { "\($0 / 10).\($0 % 10) %" } ?? "" }
}
