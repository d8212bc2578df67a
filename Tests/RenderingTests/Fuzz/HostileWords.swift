/// Values made of everything that has a meaning in HTML, Markdown, Mustache, terminals, job logs or
/// this program.
enum HostileWords {
  private static let pieces: [String] = [
    // HTML
    "<", ">", "&", "\"", "'", "<b>", "</b>", "</p>", "</li>", "</details>", "</summary>", "<!--",
    "-->", "--", "<![CDATA[", "]]>", "</style>", "</title>", "<script>", "</script>", "<p",
    "<img src=x onerror=alert(1)>", "<a href=\"javascript:alert(1)\">", "\" onclick=\"x", "' x='",
    "style=\"", "&amp;", "&lt;", "&#60;", "&#x3c;", "&quot;", "&nbsp;", "<svg/onload=x>", "/>",
    "<?php ", "<!DOCTYPE html>", "Array<Int>",
    // Markdown, and what GitHub makes of it
    "*", "**", "_", "__", "`", "``", "```", "~~~", "~~", "#", "# ", "### ", "- ", "* ", "+ ", "1. ",
    "> ", "---", "***", "===", "[", "]", "](", "[a](b)", "![a](b)", "[a]: b", "[^1]", "[!NOTE]",
    "> [!CAUTION]", "\\", "\\\\", "|", "||", "|-|", ":---", "<https://a.example>", "a@b.example",
    "https://a.example/b?c=d&e", "www.a.example", "@octocat", "#12", "GH-1", ":tada:", "$x$", "$$",
    "- [ ] ", "    ", "\t", "  \n", "\\\n", "<br>",
    // Mustache, and this program's own signs
    "{{", "}}", "{{{", "}}}", "{{title}}", "{{{content}}}", "{{> message}}", "{{#a}}", "{{/a}}",
    "{{!", "{{=<% %>=}}", "<%", "{count}", "{0}", "{time}", "\u{F0000}", "\u{F0000}\u{F0000}",
    "\u{F0001}\u{100000}", "\u{100000}", "\u{100001}", "\u{10FFFD}", "\u{E000}",
    // Terminals, logs and templates of other programs
    "\u{1B}[31m", "\u{1B}]8;;x\u{7}", "\u{9B}1m", "\u{8}", "\u{0}", "\u{1}", "\u{7F}", "\u{85}",
    "\r", "\r\n", "\n", "\n\n", "\u{B}", "\u{C}", "\u{1A}", "\u{1F}", "::error::", "${{ x }}",
    "%0A", "%s", "$(x)",
    // Writing
    "\u{202E}", "\u{202A}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{200F}", "\u{200B}",
    "\u{200D}", "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{A0}", "\u{3000}", "\u{FFFD}", "\u{FFFE}",
    "\u{301}", "e\u{301}", "👩‍👧‍👦", "🇩🇪", "日本語", "שלום", "مرحبا", "ﷺ", "ß", "İ", "a", "word",
    "two words", " ", "  ", "x", "1", "0", "-1", ".", ",", ":", ";", "!", "?", "(", ")", "/", "//",
    "=", "+", "%",
  ]

  /// Never blank, as blank values are omitted.
  static func value(_ dice: inout Dice) -> String {
    let value = any(&dice)
    return value.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? value + "x" : value
  }

  private static func any(_ dice: inout Dice) -> String {
    switch Int.random(in: 0..<20, using: &dice) {
    case 0: return dice.pick(pieces)
    case 1: return String(repeating: dice.pick(pieces), count: Int.random(in: 2...12, using: &dice))
    case 2 where dice.once(in: 4):
      return String(repeating: dice.pick(pieces), count: Int.random(in: 200...800, using: &dice))
    default:
      let count = Int.random(in: 1...7, using: &dice)
      return (0..<count).map { _ in dice.pick(pieces) }.joined()
    }
  }

  /// Addresses that must not become links, some of them disguised, and some that may.
  static func address(_ dice: inout Dice) -> String {
    let scheme = dice.pick([
      "javascript:", "JaVaScRiPt:", "java\tscript:", "java\nscript:", "\u{1}javascript:",
      " javascript:", "&#106;avascript:", "javascript&colon;", "javascript&#58;", "%6Aavascript:",
      "javascript%3A", "vbscript:", "data:text/html,", "data:text/html;base64,", "file:///",
      "blob:", "about:", "ws://", "ftp://", "tel:", "//evil.example/", "/\\evil.example/",
      "\\\\evil.example\\", "https:evil.example", "http:/evil.example", "https://", "https:///a",
      "javascript\u{FF1A}", "\u{200B}javascript:", "https://a.example/", "mailto:a@b.example",
      "a/b",
      "?q=", "#", "../", "",
    ])
    return dice.once(in: 3) ? scheme + value(&dice) : scheme + "alert(1)"
  }
}
