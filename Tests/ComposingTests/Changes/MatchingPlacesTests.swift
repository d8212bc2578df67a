import Model
import TestSupport
import Testing

@testable import Composing

/// Which messages without source lines are the same: by title, column and neighbours (N3).
@Suite("Matching places") struct MatchingPlacesTests {
  /// A title that many files have, and one of a single file.
  private static let (common, rare) = ("Use an f-string", "Unused variable `total`")

  private func finding(
    _ file: String, _ line: Int, _ column: Int?, _ title: String = common, rule: String = "R1"
  ) -> Message {
    Message(
      urgency: .warning, category: "Lint", title: title,
      location: Message.Location(file: file, line: line, column: column),
      link: Message.Link(title: rule))
  }

  /// Unchanged findings that make a title common.
  private func others(_ title: String = common, rule: String = "R1") -> [Message] {
    (1...40).map { finding("other/\($0).py", 1, 1, title, rule: rule) }
  }

  /// For each new message the index of the same old one. Both runs also have the other messages.
  private func matched(_ old: [Message], _ new: [Message], among others: [Message] = []) -> [Int?] {
    let (before, now) = (dataset(old + others), dataset(new + others))
    let fingerprints = now.messages.map { Fingerprint(of: $0) }
    var result = [Int?](repeating: nil, count: now.messages.count)
    for pair in Matching(before, now, fingerprints: fingerprints).pairs {
      result[pair.new] = pair.old
    }
    for index in others.indices { #expect(result[new.count + index] == old.count + index) }
    return Array(result.prefix(new.count))
  }

  @Test func aCommonTitleKeepsItsColumn() {
    let old = [finding("a.py", 50, 9)]
    #expect(matched(old, [finding("a.py", 53, 9)], among: others()) == [0])
    #expect(matched(old, [finding("a.py", 53, 14)], among: others()) == [nil])
    #expect(matched(old, [finding("b.py", 50, 9)], among: others()) == [nil])
  }

  @Test func aRareTitleMayChangeItsColumn() {
    let old = [finding("a.py", 50, 9, Self.rare)]
    #expect(matched(old, [finding("a.py", 53, 14, Self.rare)], among: others()) == [0])
  }

  @Test func withoutColumnsTheTitleSuffices() {
    #expect(
      matched([finding("a.py", 50, nil)], [finding("a.py", 90, nil)], among: others()) == [0])
  }

  @Test func aReindentedFileHasNewColumns() {
    func file(_ factor: Int, _ last: Int) -> [Message] {
      [
        finding("a.py", 10, 5 * factor, "Unused `a`"),
        finding("a.py", 20, 9 * factor, "Unused `b`"),
        finding("a.py", last, 5 * factor),
      ]
    }
    #expect(matched(file(1, 40), file(2, 44), among: others()) == [0, 1, 2])
    // The other findings stay in their columns.
    var new = file(1, 44)
    new[2] = finding("a.py", 44, 10)
    #expect(matched(file(1, 40), new, among: others()) == [0, 1, nil])
  }

  @Test func findingsOfOneLineAreNoNeighbours() {
    // Two rules report each place: their distance of 0 says nothing.
    let second = "Use implicit references"
    func place(_ line: Int, _ column: Int) -> [Message] {
      [finding("a.py", line, column), finding("a.py", line, column, second, rule: "R2")]
    }
    let others = others() + others(second, rule: "R2")
    #expect(matched(place(50, 9), place(400, 14), among: others) == [nil, nil])
    let before = finding("a.py", 20, 5, Self.rare)
    let after = finding("a.py", 70, 5, Self.rare)
    // Neighbours on other lines do.
    #expect(
      matched([before] + place(50, 9), [after] + place(100, 14), among: others) == [0, 1, 2])
  }

  @Test func theNearestToThePredictedLineIsTheSame() {
    func anchor(_ line: Int) -> [Message] {
      [finding("a.py", line, 1, "Unused `a`"), finding("a.py", line + 3, 1, "Unused `b`")]
    }
    // All lines have moved by 100, and a finding was added near the old place.
    let old = anchor(10) + [finding("a.py", 60, 9)]
    let new = anchor(110) + [finding("a.py", 55, 9), finding("a.py", 162, 9)]
    #expect(matched(old, new, among: others()) == [0, 1, nil, 2])
  }

  @Test(arguments: ["src/macos_user.py", "src/mac.py", "src/mac_user.pyi"])
  func aFileWithAnAlikeNameIsRenamed(name: String) {
    let old = [finding("src/mac_user.py", 2, 1)]
    #expect(matched(old, [finding(name, 9, 1)], among: others()) == [0])
    // Another folder, title or column.
    #expect(matched(old, [finding("lib/\(name)", 9, 1)], among: others()) == [nil])
    #expect(matched(old, [finding(name, 9, 1, Self.rare)], among: others()) == [nil])
    #expect(matched(old, [finding(name, 9, 4)], among: others()) == [nil])
  }

  @Test(arguments: ["src/win_user.py", "src/ma.py", "src/macuser_tool.py"])
  func aFileWithAnotherNameIsNotRenamed(name: String) {
    #expect(
      matched([finding("src/mac_user.py", 2, 1)], [finding(name, 9, 1)], among: others()) == [nil])
  }

  @Test func aTitleThatEachRunHasOnceMovesToAnyFile() {
    let (old, new) = (finding("a.py", 9, 5, Self.rare), finding("b.py", 70, 5, Self.rare))
    let others = [finding("a.py", 1, 1, "Unused `a`"), finding("b.py", 1, 1, "Unused `b`")]
    #expect(matched([old], [new], among: others) == [0])
    // A rule with few titles gives them to other findings, too.
    #expect(matched([old], [new], among: [others[0]]) == [nil])
    #expect(matched([old], [finding("b.py", 70, 9, Self.rare)], among: others) == [nil])
    // The old run already had another one.
    #expect(
      matched([old], [new], among: others + [finding("c.py", 30, 5, Self.rare)]) == [nil])
  }
}
