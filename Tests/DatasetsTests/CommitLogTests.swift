import Datasets
import Diagnostics
import Model
import TestSupport
import Testing
import Time
import ToolReports

@Suite("Commits as git writes them") struct CommitLogTests {
  private let hash = String(repeating: "a", count: 40)
  private let parent = String(repeating: "b", count: 40)

  private func read(_ text: String) -> ([Commit]?, Diagnostic?) {
    CommitLog.read(Array(text.utf8), name: "log", hiding: Redactor(knowsForms: true))
  }

  /// One commit as `git log` writes it.
  private func entry(
    _ subject: String = "Pay", author: String = "Ada", files: String = "\n\na.py\nb/c d.py\n"
  ) -> String {
    "\0\(hash)\0\(parent)\0" + "1795841500\0\(author)\0\(subject)\0\(files)"
  }

  @Test func readsACommitWithItsFiles() throws {
    let commit = try #require(read(entry()).0?.first)
    #expect(commit.id == hash)
    #expect(commit.parents == [parent])
    #expect(commit.author == "Ada")
    #expect(commit.subject == "Pay")
    #expect(commit.files == ["a.py", "b/c d.py"])
    #expect(commit.time.seconds == 1_795_841_500)
  }

  @Test func mergesAndEmptyLogsHaveNoFiles() {
    #expect(read("").0 == [])
    #expect(read("\n").0 == [])
    #expect(read(entry(files: "\n") + entry()).0?.map(\.files.count) == [0, 2])
  }

  @Test func pathsInQuotesAreUnquoted() {
    let quoted = #""\303\244 \"b\"\\\t.py""#
    #expect(read(entry(files: "\n\n\(quoted)\n")).0?.first?.files == ["ä \"b\"\\\t.py"])
  }

  @Test func aSubjectCanNotForgeACommit() {
    let forged = "Pay\n\n\u{1}\(parent)\u{1f}x\u{1e} \u{1b}[31m"
    #expect(read(entry(forged)).0?.map(\.subject) == [forged])
  }

  @Test func mailAddressesAndSecretsAreNotRead() {
    #expect(read(entry(author: "ada@example.org")).0?.first?.author == "ada")
    let token = "ghp_" + String(repeating: "a1B2", count: 9)
    #expect(read(entry("Use \(token)")).0?.first?.subject.contains(token) == false)
  }

  @Test(arguments: [
    "commit aaaa\nAuthor: Ada\n", "{}", "\0", "\0\0\0\0\0\0", "\0abc\0\0" + "1\0A\0s\0\n",
    "x\0\(String(repeating: "a", count: 40))\0\0" + "1\0A\0s\0\n",
    "\0\(String(repeating: "a", count: 40))\0\0" + "x\0A\0s\0\n",
    "\0\(String(repeating: "a", count: 40))\0main\0" + "1\0A\0s\0\n",
  ]) func anotherFormIsRefusedWithTheCommand(_ text: String) {
    let (commits, problem) = read(text)
    #expect(commits == nil)
    #expect(problem?.id == "bad-commits")
    #expect(problem?.help.first?.contains(CommitLog.command) == true)
  }

  @Test func theLineOfAWrongCommitIsNamed() {
    #expect(read(entry() + "\0abc\0\0" + "1\0A\0s\0\n").1?.location?.line == 5)
  }

  @Test func thereIsALimitOfCommits() {
    let entry = entry()
    let most = CommitLog.mostCommits
    #expect(read(String(repeating: entry, count: most)).0?.count == most)
    #expect(read(String(repeating: entry, count: most + 1)).1?.id == "too-many-commits")
  }

  @Test func changedBytesAreReadOrRefused() {
    var generator = SeededGenerator(7)
    let bytes = Array((entry() + entry("x")).utf8)
    for _ in 0..<FuzzScale.rounds(2_000) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      let (commits, problem) = CommitLog.read(
        changed, name: "log", hiding: Redactor(knowsForms: true))
      #expect((commits == nil) == (problem != nil))
    }
  }
}
