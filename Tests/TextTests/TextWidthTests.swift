import TestSupport
import Testing
import Text

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("Sources/A.swift", 15), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｶﾞ", 2),
    ("Ａ", 2), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("✓", 1), ("✅", 2), ("☀", 1), ("☀️", 2),
    ("👍🏽", 2),
    ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("1️⃣", 2), ("⛹🏽‍♂️", 2), ("a\u{200B}b", 2), ("ש\u{5B8}לום", 4),
    ("a\u{200D}b", 2), ("\u{20000}", 2), ("🫨", 2), ("“…”", 3), ("\u{1B}", 0),
  ])
  func columnsAreCountedAsTerminalsDo(text: String, columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test func truncationToColumnsKeepsWholeClusters() {
    #expect("Hello, world".truncated(toColumns: 12) == "Hello, world")
    #expect("Hello, world".truncated(toColumns: 11) == "Hello, wor…")
    #expect("Hello, world".truncated(toColumns: 8) == "Hello,…")
    #expect("日本語です".truncated(toColumns: 10) == "日本語です")
    #expect("日本語です".truncated(toColumns: 9) == "日本語で…")
    #expect("日本語です".truncated(toColumns: 8) == "日本語…")
    #expect("👨‍👩‍👧‍👦👨‍👩‍👧‍👦".truncated(toColumns: 3) == "👨‍👩‍👧‍👦…")
    #expect("abc".truncated(toColumns: 1) == "…")
    #expect("abc".truncated(toColumns: 0) == "")
    #expect("abc".truncated(toColumns: -1) == "")
  }

  @Test func truncationToClustersKeepsWholeClusters() {
    #expect("abc".truncated(toClusters: 3) == "abc")
    #expect("abcd".truncated(toClusters: 3) == "ab…")
    #expect("e\u{301}e\u{301}e\u{301}".truncated(toClusters: 3) == "e\u{301}e\u{301}e\u{301}")
    #expect("e\u{301}e\u{301}e\u{301}".truncated(toClusters: 2) == "e\u{301}…")
    #expect("🇩🇪🇫🇷🇵🇱".truncated(toClusters: 2) == "🇩🇪…")
    #expect("abc".truncated(toClusters: 0) == "")
  }

  @Test func truncatedTextFitsItsColumns() {
    var generator = SeededGenerator(5)
    let pieces = ["a", " ", "日", "e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "\u{200B}", "ｶ", "\u{301}", "क्षि"]
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...20, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let limit = Int.random(in: 0...20, using: &generator)
      let cut = text.truncated(toColumns: limit)
      #expect(TextWidth.columns(of: cut) <= limit)
      if TextWidth.columns(of: text) <= limit { #expect(cut == text || limit == 0) }
    }
  }

  @Test func paddingCountsColumns() {
    #expect("日本".padded(toColumns: 6) == "日本  ")
    #expect("abc".padded(toColumns: 2) == "abc")
  }
}
