import ImportSupport
import Model
import Testing

/// Names of tests with values that differ from run to run.
struct ValuesInNamesTests {
  @Test(
    arguments: [
      ("upload /tmp/tmp1a2b/x", "upload /tmp/…"), ("at 0x7ffe1234", "at 0x…"),
      ("after 12 ms", "after ⏱"), ("case[2026-11-25]", "case[…]"),
      ("at 2026-11-25T10:00:00.5Z, and later", "at …, and later"),
      ("at 2026-11-25T10:00+01:00", "at …"), ("2026-11-25 2026-11-26", "… …"),
      ("port 8081", nil), ("case[3]", nil), ("utf-8", nil), ("12026-11-25", nil),
      ("2026-11-255", nil), ("9026-11-25", nil), ("", nil),
    ] as [(String, String?)])
  func someValuesAreReplaced(name: String, expected: String?) {
    let found = TestDigests.withoutValues(Array(name.utf8))
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  /// The number of names without values that are unique in reports of tests.
  private func count(_ reports: [(name: String, cases: String)]) throws -> Int {
    let found = try Import(
      reports: reports.map { ($0.name, "<testsuite name='s'>\($0.cases)</testsuite>") })
    let parts = found.dataset?.scope?.parts ?? []
    return parts.reduce(0) { $0 + ($1.testsWithoutValues?.values.count ?? 0) }
  }

  private static func passed(_ name: String, _ content: String = "") -> String {
    "<testcase classname='C' name='\(name)'>\(content)</testcase>"
  }

  @Test func theScopeHasNamesWithoutValuesIfTheyAreUnique() throws {
    let (one, two) = (Self.passed("at 0x7ffe1234"), Self.passed("at 0x7ffe5678"))
    let skipped = Self.passed("at 0x7ffe5678", "<skipped/>")
    #expect(try count([("a.xml", one + Self.passed("t"))]) == 1)
    #expect(try count([("a.xml", one + one)]) == 1)
    #expect(try count([("a.xml", Self.passed("t"))]) == 0)
    #expect(try count([("a.xml", one + two)]) == 0)
    #expect(try count([("a.xml", one + skipped)]) == 0)
    #expect(try count([("a.xml", skipped)]) == 0)
    #expect(try count([("a.xml", one), ("b.xml", two)]) == 0)
    #expect(try count([("linux.xml", one), ("windows.xml", two)]) == 2)
  }
}
