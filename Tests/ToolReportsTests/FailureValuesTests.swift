import Testing

@testable import ToolReports

/// The expected and the actual value in the sentence of an assertion.
struct FailureValuesTests {
  @Test(arguments: [
    ("status ==> expected: <200> but was: <500>", "200", "500"),
    ("expected:<a[b]c> but was:<a[d]c>", "a[b]c", "a[d]c"),
    ("expected: <one\ntwo> but was: <one\n>>", "one\ntwo", "one\n>"),
    ("expected: <1> but was: <2>\n\tat a.B.<init>(B.java:3)", "1", "2"),
    ("expected: <1> but was: <2> (org.opentest4j.AssertionFailedError)", "1", "2"),
    ("Assert.AreEqual failed. Expected:<106>. Actual:<1001>. status", "106", "1001"),
    ("Failed asserting that 500 matches expected 200.", "200", "500"),
    ("expected: '42', actual: '23'", "'42'", "'23'"),
    ("AssertionError: expected 'b' to equal 'a'", "'a'", "'b'"),
    ("Do(\"a\"): got aaaa, want a\nmore", "a", "aaaa"),
    ("expected total to match: expected 3 to equal 4", "4", "3"),
    ("unexpected: <a> then expected: <x> but was: <y>", "x", "y"),
    ("expected: <<a>x</a>> but was: <<b>y</b>>", "<a>x</a>", "<b>y</b>"),
  ])
  func aSentenceHasBothValues(_ text: String, _ expected: String, _ actual: String) throws {
    let values = try #require(FailureValues(text))
    #expect(values.expected == expected)
    #expect(values.actual == actual)
  }

  @Test(arguments: [
    "", "expected: <1>", "unexpected: <1> but was: <2>", "> but was: <", "forgot 1, want 2",
    "Expected: 1\nActual: 2", "got 1\n, want 2", "assert 3 == 4",
    "expected: <1> but was: <2>\norg.example.Failed: expected: <3> but was: <4>",
    "expected: <a> but was: <b>, see <http://x>", "expected: 200, actual: 500, url: /x",
    "got 500, want 200 (retry 3)", "got 3, want 4, want 5",
  ])
  func anyOtherTextHasNone(_ text: String) {
    #expect(FailureValues(text) == nil)
  }

  @Test func equalTextsShowNoDifference() throws {
    #expect(try !#require(FailureValues("expected: <1> but was: <1>")).differ)
  }
}
