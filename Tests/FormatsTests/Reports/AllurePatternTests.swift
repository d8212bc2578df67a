import Testing

@testable import Formats

struct AllurePatternTests {
  private func matches(_ pattern: String, _ text: String) -> Bool? {
    var budget = AllurePattern.Budget()
    return (try? AllurePattern(parsing: pattern))?.matches(text, &budget)
  }

  @Test(arguments: [
    (".*timeout.*", "a\ntimeout\nb"), ("(?i).*TimeOut.*", "a TIMEOUT"), ("a|b|cd", "cd"),
    ("[a-c]+\\d{2,3}", "abc123"), ("(ab)*", ""), ("(ab)*", "abab"), ("x{0}y", "y"),
    ("^java\\.lang\\..*Exception$", "java.lang.FooException"), ("[^a]", "b"), ("\\bfoo\\b", "foo"),
    ("(?:a|b)?c", "c"), ("a+?b*", "aab"), ("(?<n>a)", "a"), ("[\\w.-]+@x", "a.b-c@x"),
    ("\\(\\)", "()"), ("é+", "éé"), ("a{2,}", "aaaa"), ("[]a]", "]"),
  ])
  func aPatternMatchesAWholeText(pattern: String, text: String) {
    #expect(matches(pattern, text) == true)
  }

  @Test(arguments: [
    ("timeout", "a timeout"), ("a|b", "c"), ("[a-c]", "d"), ("a{2}", "aaa"), ("[^a]", "a"),
    ("(?i)a", "b"), ("\\d", "x"), ("^a$", "ab"), ("a\\b", "ab"), ("", "a"),
  ])
  func otherTextsDoNotMatch(pattern: String, text: String) {
    #expect(matches(pattern, text) == false)
  }

  @Test(arguments: [
    "(?=a)", "(?<!a)", "(a)\\1", "\\p{L}", "(", "[a", "a{3,2}", "a**", "a++", "*", "[a&&b]", "a)",
    "((a{50}){50}){50}", String(repeating: "(", count: 100),
  ])
  func whatIsNotSupportedIsNotGuessed(pattern: String) {
    #expect(matches(pattern, "a") == nil)
  }

  @Test func aHostilePatternEndsSoon() throws {
    var budget = AllurePattern.Budget()
    let pattern = try AllurePattern(parsing: "(a*)*(a|a)*(.*.*.*)*b")
    for _ in 0..<3 {
      #expect(!pattern.matches(String(repeating: "a", count: 8_000), &budget))
    }
  }
}
