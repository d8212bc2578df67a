import Model
import Testing
import Time

@testable import Composing

@Suite("Commits since the last report") struct CommitRangeTests {
  /// A commit of one letter at a time; its hash repeats the letter.
  private func commit(_ letter: Character, _ parents: String, at seconds: Int64 = 0) -> Commit {
    Commit(
      id: hash(letter), parents: parents.map(hash), time: Instant(seconds: seconds),
      author: "Ada", subject: String(letter))
  }

  private func hash(_ letter: Character) -> String { String(repeating: letter, count: 40) }

  private func range(
    _ log: [Commit], after last: String?, at seconds: Int64? = nil, to head: String? = nil
  ) -> String {
    let time = seconds.map { Instant(seconds: $0) }
    return CommitRange(log).commits(after: last, at: time, to: head).map(\.subject).joined()
  }

  /// f merges d, which branched off before b.
  private var log: [Commit] {
    [
      commit("f", "ed", at: 60), commit("e", "b", at: 50), commit("d", "a", at: 20),
      commit("b", "a", at: 30), commit("a", "", at: 10),
    ]
  }

  @Test func commitsOfMergedBranchesAreNewEvenIfTheyAreOlder() {
    #expect(range(log, after: hash("b"), to: hash("f")) == "fed")
    #expect(range(log, after: hash("e"), to: hash("f")) == "fd")
    #expect(range(log, after: hash("a")) == "fedb")
  }

  @Test func onlyTheHistoryOfTheRunCounts() {
    #expect(range(log, after: hash("a"), to: hash("e")) == "eb")
    #expect(range(log, after: hash("f"), to: hash("f")) == "")
    #expect(range(log, after: hash("f"), to: hash("b")) == "")
  }

  @Test func aShortHashNamesItsCommit() {
    #expect(range(log, after: "BBBBBBB", to: "fffffffff") == "fed")
    // Too short, or a branch.
    #expect(range(log, after: "bbbb") == "fedba")
    #expect(range(log, after: "main") == "fedba")
  }

  @Test func theTimeOfTheLastRunReplacesAnUnknownCommit() {
    #expect(range(log, after: nil, at: 30) == "fe")
    #expect(range(log, after: hash("c"), at: 30, to: hash("e")) == "e")
    #expect(range(log, after: hash("c")) == "fedba")
  }

  @Test func aLogThatBeginsAfterTheLastRunIsWhole() {
    let log = [commit("f", "e", at: 60), commit("e", "b", at: 20)]
    #expect(range(log, after: hash("b"), at: 30) == "fe")
  }

  @Test func anEmptyLogHasNoCommits() {
    #expect(range([], after: hash("b"), at: 30, to: hash("f")) == "")
  }

  @Test func filesAreFoundFromOtherFolders() {
    func commit(_ id: String, _ parents: [String], _ files: [String]) -> Commit {
      Commit(
        id: id, parents: parents, time: Instant(seconds: 0), author: "", subject: "", files: files)
    }
    let touched = TouchedFiles([
      commit("0", ["1"], ["app/shop/pay.py", "a/same.py", "b/same.py", "setup.py"]),
      commit("1", ["2"], ["app/shop/pay.py"]),
      // The first commit has all files.
      commit("2", [], ["app/shop/pay.py", "app/old.py"]),
    ])
    for file in [
      "app/shop/pay.py", "./shop/pay.py", "shop\\pay.py", "pay.py", "/ci/app/shop/pay.py",
    ] {
      #expect(touched.commits(touching: file) == [0, 1], "\(file)")
    }
    for file in ["same.py", "app/old.py", "other/pay.py", "/usr/lib/setup.py", "y.py", ""] {
      #expect(touched.commits(touching: file) == [], "\(file)")
    }
    #expect(touched.commits(touching: "b/same.py") == [0])
  }
}
