import Datasets
import Diagnostics
import Testing

@Suite("Commits as 'git rev-list' writes them") struct CommitAncestryTests {
  private let first = "1234567890abcdef1234567890abcdef12345678"
  private let second = "1234567a90abcdef1234567890abcdef12345678"
  private let third = "abcdef0123456789abcdef0123456789abcdef01"

  private func read(_ text: String) -> CommitAncestry? {
    CommitAncestry.read(Array(text.utf8), name: "commits.txt").0
  }

  private func position(of name: String, in commits: [String]) -> Int? {
    read(commits.joined(separator: "\n") + "\n")?.positions(of: [name])[name]
  }

  @Test func aCommitHasThePositionOfItsLine() {
    #expect(position(of: first, in: [third, first]) == 1)
    #expect(position(of: third.uppercased(), in: [third, first]) == 0)
    #expect(position(of: second, in: [third, first]) == nil)
    #expect(read("\(third)\r\n\(first)\r\n")?.positions(of: [first]) == [first: 1])
    #expect(read(third)?.count == 1)
  }

  @Test func theBeginningOfAHashMustBeUniqueAndHaveSevenDigits() {
    #expect(position(of: "1234567", in: [third, first]) == 1)
    #expect(position(of: "123456", in: [third, first]) == nil)
    #expect(position(of: "1234567", in: [first, second]) == nil)
    #expect(position(of: "12345678", in: [second, first]) == 1)
    // A repeated line is one commit.
    #expect(position(of: "1234567", in: [first, first]) == 0)
    #expect(position(of: "main", in: [first]) == nil)
  }

  @Test func hashesOfSHA256AreRead() {
    let long = first + "0123456789abcdef01234567"
    #expect(position(of: long, in: [long]) == 0)
    #expect(position(of: first, in: [long]) == 0)
    #expect(position(of: long, in: [first]) == nil)
  }

  @Test(arguments: ["", "\n", "main\n", "1234567\n", "{}", "commit 1234567890abcdef\n"])
  func otherFilesAreRefused(text: String) {
    let (commits, problem) = CommitAncestry.read(Array(text.utf8), name: "commits.txt")
    #expect(commits == nil)
    #expect(problem?.id == "bad-ancestry")
    #expect(problem?.help == ["write it with: git rev-list HEAD"])
  }

  @Test func hashesOfTwoLengthsAreRefused() {
    #expect(read("\(first)\n\(first)0123456789abcdef01234567\n") == nil)
  }
}
