/// A deterministic random number generator.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(next() % UInt64(choices.count))]
  }
}

/// Random sources made of everything that has a meaning in some syntax.
enum RandomMarkdown {
  static let pieces = [
    "a", "word", "two words", "Größe", "日本", "שלום", "👩‍👧", "e\u{301}", "x1", "1", "12", " ", "  ",
    "    ", "\n", "\n\n", "\n", " ", "\t", "\r\n", "\\", "`", "``", "```", "```swift\n", "~~~\n",
    "*", "**", "***", "_", "__", "~", "~~", "|", "| - |", "|-|-|\n", "$", "$$", "#", "# ", "## ",
    "###### ", "===\n", "---\n", "- ", "* ", "+ ", "1. ", "2) ", "0. ", "> ", ">", "  - ", "    - ",
    "- [ ] ", "[x] ", "[", "]", "](", ")", "(", "![", "[a](", "[a]: ", "[^1]", "[!NOTE]", "<", ">",
    "<b>", "</b>", "<i a=\"b\">", "<!--", "-->", "<?", "?>", "<![CDATA[", "<script>\n", "<div>\n",
    "</div>\n", "Array<Int>", "&", "&amp;", "&#0;", "&#10;", "&#32;", "&#x1b;", "&copy;",
    "&#xF0000;", "&nbsp;", "\u{0}", "\u{1}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{9B}",
    "\u{202E}", "\u{2067}", "\u{2028}", "\u{FEFF}", "\u{A0}", "\u{F0000}", "\u{100000}",
    "\u{F0000}\u{100001}", "\u{10FFFD}", "http://a.example/b", "<https://a.example/?q=1&r>",
    "https://a.example/(b)", "www.a.example", "a@b.example", "<a@b.example>", "@octocat", "#12",
    "GH-1", ":tada:", ":-1:", "javascript:alert(1)", "JaVa\tScript:x", "//evil.example",
    "data:text/html,x", "vbscript:x", "file:///etc/passwd", "[l](javascript:x)", "[l](b.html)",
    "![i](c.png \"t\")", "[l](<d e>)", "[l](http://x.example \"ti\\\"tle\")", "![](e)", "[](f)",
    "[![n](g)](h)", "mailto:a@b.example", "{{x}}", "{{{x}}}", "\"", "'", "!", ".", ")", ":", "-",
    "+", "=", "a_b", "__init__", "`code`", "` a `", "`` a`b ``", "*em*", "**st**", "***both***",
    "a*b*c", "*a **b***", "**a *b***", "_a_", "  \n", "\\\n", "\\*", "\\`", "* * *\n", "<br>",
  ]

  static func source(_ dice: inout Dice) -> String {
    let count = Int(dice.next() % 14) + 1
    return (0..<count).map { _ in dice.pick(pieces) }.joined()
  }

  /// Random sources that are likely to take the fast path.
  static func plainSource(_ dice: inout Dice) -> String {
    let plain = [
      "word", "Two words", " ", " ", "1", "12", ". ", ", ", "\n", "\n\n", "a_b", "_", " * ", "*",
      "`code`", "` a `", "`", "``", "Array<Int>", "<", " < ", ">", "&", " & ", "&amp;", "[", "]",
      "[x]", "(", ")", "](", ": ", "!", "Größe", "日本", "\u{202E}", "\u{A0}", "-", "- ", "#", "=",
      "==", "'", "\"", "/", "@", "~", "|", "\\", "</b>", "<b", "x>", "\u{F0000}", "\u{7F}", "  ",
    ]
    let count = Int(dice.next() % 9) + 1
    return (0..<count).map { _ in dice.pick(plain) }.joined()
  }
}
