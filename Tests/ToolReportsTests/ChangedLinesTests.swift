import Diagnostics
import Testing
import ToolReports

@Suite("Changed lines of a diff") struct ChangedLinesTests {
  private func read(_ text: String) -> (ChangedLines?, Diagnostic?) {
    ChangedLines.read(Array(text.utf8), name: "changes.diff")
  }

  private func files(_ text: String) -> [String: [ClosedRange<Int>]]? { read(text).0?.files }

  @Test func addedLinesHaveTheirNumbersInTheNewFile() {
    let text = """
      diff --git a/src/a.py b/src/a.py
      index 1..2 100644
      --- a/src/a.py
      +++ b/src/a.py
      @@ -1,4 +1,5 @@ def f():
       one
      -two
      +2
      +2b
       three
       four
      @@ -10 +11,2 @@
      +ten
       ten

      """
    #expect(files(text) == ["src/a.py": [2...3, 11...11]])
  }

  @Test func linesThatLookLikeHeadersAreLines() {
    let text = """
      diff --git a/a b/a
      --- a/a
      +++ b/a
      @@ -1,1 +1,3 @@
      --- b/evil
      +++ b/evil
      +@@ -1 +1 @@
      +diff --git a/x b/x

      """
    #expect(files(text) == ["a": [1...3]])
  }

  @Test func deletedBinaryAndRenamedFilesHaveNoLines() {
    let text = """
      diff --git a/gone b/gone
      deleted file mode 100644
      --- a/gone
      +++ /dev/null
      @@ -1 +0,0 @@
      -x
      \\ No newline at end of file
      diff --git a/p.png b/p.png
      Binary files a/p.png and b/p.png differ
      diff --git a/old b/new
      similarity index 100%
      rename from old
      rename to new

      """
    #expect(files(text) == [:])
  }

  @Test(arguments: [
    ("a/x", "b/x", "x"), ("i/x", "w/x", "x"), ("/dev/null", "b/x", "x"), ("b/x", "b/x", "b/x"),
    ("src/x", "src/x", "src/x"), ("x", "x", "x"), ("\"a/\\303\\244\"", "\"b/\\303\\244\"", "ä"),
    ("a/x\t2026-11-20", "b/x\t2026-11-20", "x"), ("a/x y", "b/x y", "x y"),
  ])
  func prefixesOfPathsAreRemoved(old: String, new: String, path: String) {
    #expect(files("--- \(old)\n+++ \(new)\n@@ -0,0 +1 @@\n+x\n") == [path: [1...1]])
  }

  @Test func carriageReturnsAndEmptyLinesAreRead() {
    #expect(files("--- a/x\r\n+++ b/x\r\n@@ -1,2 +1,3 @@\r\n\r\n+y\r\n z\r\n") == ["x": [2...2]])
  }

  @Test func mergesAddWhatIsInNoneOrOneOfTheirParents() {
    let text = """
      diff --cc a
      index 1,2..3
      --- a/a
      +++ b/a
      @@@ -1,2 -1,2 +1,4 @@@
        same
      ++both
      + first
       +second
      - gone

      """
    #expect(files(text) == ["a": [2...4]])
  }

  @Test func emptyDiffsHaveNoLines() {
    #expect(files("") == [:])
    #expect(files("\n") == [:])
  }

  @Test func sectionsOfOneFileAreJoined() {
    let sections = [4, 2, 3, 3].map { "--- a/x\n+++ b/x\n@@ -0,0 +\($0) @@\n+x\n" }
    #expect(files(sections.joined()) == ["x": [2...4]])
  }

  @Test(arguments: [
    "{}", "hello\n", "--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n x\n", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n?x\n",
    "--- a/x\n+++ b/x\n@@ -1 @@\n", "--- a/x\n+++ b/x\n@@ -1 +99999999999 @@\n+x\n",
    "--- a/x\n+++ b/x\n@@ -1 +9999999999 @@\n+x\n", "--- a/x\n+++ b/x\n@@ -a +b @@\n+x\n",
    "--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-x\n-y\n", "--- a/x\n+++ b/x\n@@@@@@@@ +1 @@\n",
  ])
  func anythingElseIsRefused(text: String) {
    let (changed, problem) = read(text)
    #expect(changed == nil)
    #expect(problem?.id == "bad-diff")
  }

  @Test func damagedDiffsDoNotStopTheProgram() {
    let text = Array(
      "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@ f\n a\n+b\n c\n\\ No newline\n".utf8)
    for index in text.indices {
      for byte: UInt8 in [0, 0x0A, 0x2B, 0x2D, 0x39, 0x40, 0xFF] {
        var damaged = text
        damaged[index] = byte
        let (changed, problem) = ChangedLines.read(damaged, name: "x")
        #expect((changed == nil) == (problem != nil))
      }
    }
  }
}
