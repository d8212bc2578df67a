import Diagnostics
import Testing

struct WriterTests {
  private let finding = Diagnostic(
    .error, "unknown-urgency", "unknown urgency 'eror'",
    at: SourceLocation(file: "nightly.json", line: 12, column: 18), help: ["did you mean 'error'?"])

  @Test func aDiagnosticIsWrittenOnTwoLines() {
    #expect(
      DiagnosticText().string(finding) == """
        nightly.json:12:18: error: unknown urgency 'eror' [unknown-urgency]
          help: did you mean 'error'?

        """)
  }

  @Test func unknownPartsOfALocationAreOmitted() {
    let text = DiagnosticText()
    #expect(
      text.string(Diagnostic(.note, "n", "m", at: SourceLocation(file: "f"))) == "f: note: m [n]\n")
    #expect(
      text.string(Diagnostic(.warning, "n", "m", at: SourceLocation(file: "f", line: 3)))
        == "f:3: warning: m [n]\n")
    #expect(text.string(Diagnostic(.warning, "n", "m")) == "warning: m [n]\n")
  }

  @Test func diagnosticsAreColouredOnRequestOnly() {
    #expect(
      DiagnosticText(isColoured: true).string(finding).contains("\u{1B}[1;31merror:\u{1B}[0m"))
    #expect(!DiagnosticText().string(finding).contains("\u{1B}"))
  }

  @Test func hiddenCharactersDoNotReachATerminal() {
    let hostile = "a\u{1B}[2J\u{9B}31m\r\n\0\u{7F}\u{202E}\u{2066}\u{2028}\u{FEFF}é"
    let diagnostic = Diagnostic(
      .error, hostile, hostile, at: SourceLocation(file: hostile, line: 1, column: 1),
      help: [hostile])
    let text = DiagnosticText().string(diagnostic)
    #expect(text.split(separator: "\n").count == 2)
    #expect(
      text.hasPrefix("a␛[2J⟨U+009B⟩31m␍␊␀␡⟨U+202E⟩⟨U+2066⟩⟨U+2028⟩⟨U+FEFF⟩é:1:1: error: a␛[2J"))
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control)
      #expect(scalar.properties.generalCategory != .format)
    }
  }

  @Test func diagnosticsBecomeGitHubCommands() {
    #expect(
      DiagnosticGitHub.string(finding)
        == "::error file=nightly.json,line=12,col=18,title=unknown-urgency::"
        + "unknown urgency 'eror'%0Ahelp: did you mean 'error'?\n")
    #expect(
      DiagnosticGitHub.string(Diagnostic(.note, "more-problems", "and 3 more"))
        == "::notice title=more-problems::and 3 more\n")
  }

  @Test func gitHubCommandsEscapeTheirValues() {
    let diagnostic = Diagnostic(
      .warning, "a:b", "100%\n::error::x\r", at: SourceLocation(file: "a,b:c%\n.json", line: 1))
    #expect(
      DiagnosticGitHub.string(diagnostic)
        == "::warning file=a%2Cb%3Ac%25%0A.json,line=1,title=a%3Ab::100%25␊::error::x␍\n")
  }

  @Test func quotedValuesAreShortened() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(VisibleText.quoted(long) == "'" + String(repeating: "x", count: 60) + "…'")
    #expect(VisibleText.quoted("a\u{1B}") == "'a␛'")
  }

  @Test(
    arguments: [
      ("\u{0}", "NUL (U+0000)"), ("\n", "line feed (U+000A)"), ("a", "'a'"), ("é", "'é' (U+00E9)"),
      ("\u{202E}", "U+202E"), ("\u{90}", "U+0090"), ("😀", "'😀' (U+1F600)"),
    ] as [(Unicode.Scalar, String)])
  func hiddenCharactersHaveNames(scalar: Unicode.Scalar, name: String) {
    #expect(VisibleText.name(of: scalar) == name)
  }
}
