import TestSupport
import Testing
import Text

@Suite("Outlines of titles") struct OutlineTests {
  private func outline(_ text: String) -> String {
    String(decoding: VolatileText(text).normalized(.outline), as: UTF8.self)
  }

  @Test(arguments: [
    ("Line too long (114 > 88)", "Line too long (# > #)"),
    ("`os.path` imported but unused", "… imported but unused"),
    ("\"a b\" is not 'c'", "… is not …"), ("it's Ann's `x`", "it's Ann's …"),
    ("localhost:8080 refused 127.0.0.1:4711", "localhost:# refused #"),
    ("job 550e8400-e29b-41d4-a716-446655440000 died", "job # died"),
    ("at deadbeef01 since 2026-11-20T03:12:00Z", "at # since #"),
    ("99.5% of 1,024 in 250ms", "# of # in #"), ("  two \t spaces ", "two spaces"),
    ("a.py:12:5: bad", "a.py:#: bad"),
  ])
  func valuesAreSetAside(text: String, expected: String) {
    #expect(outline(text) == expected)
  }

  @Test(arguments: [
    "test_42 failed", "utf-8", "v1.2 of x", "don't", "an \"open quotation", "größe3s", "",
  ])
  func wordsAreKept(text: String) {
    #expect(outline(text) == text)
  }

  @Test func valuesAreFoundInTheirOrder() {
    let outline = VolatileText("waited 10 ms for 'a b'").outline()
    #expect(outline.values == [7..<9, 17..<22])
    #expect(String(decoding: outline.bytes, as: UTF8.self) == "waited # ms for …")
  }

  @Test func manyQuotationMarksTakeLinearTime() {
    let text = String(repeating: "'a \"b `c", count: 200_000)
    let clock = CPUClock()
    #expect(!outline(text).isEmpty)
    #expect(clock.seconds < 20)
  }
}
