import Diagnostics
import JSON
import Testing

struct MistakeTests {
  @Test(arguments: [
    ("{\"a\": 1 \"b\": 2}", "{a:1.0 b:2.0}", ["1:9 missing-comma"]),
    ("[1 2\n 3]", "[1.0 2.0 3.0]", ["1:4 missing-comma", "2:2 missing-comma"]),
    ("[,1,,2]", "[1.0 2.0]", ["1:2 unexpected-comma", "1:5 unexpected-comma"]),
    ("{\"a\" 1}", "{a:1.0}", ["1:6 missing-colon"]),
    ("{\"a\": , \"b\": 2}", "{a:null b:2.0}", ["1:7 missing-value"]),
    ("{\"a\", \"b\": 2}", "{a:null b:2.0}", ["1:2 missing-value"]),
    ("{\"a\": True, \"b\": nul}", "{a:null b:null}", ["1:7 unknown-word", "1:18 unknown-word"]),
    ("{\"a\": 1, \"b\": 2, \"a\": 3}", "{a:1.0 b:2.0}", ["1:18 duplicate-key"]),
    ("{\"a\": \"x,\n \"b\": 2}", "{a:'x' b:2.0}", ["1:7 unclosed-string"]),
    ("{\"a\": \"x\n}", "{a:'x'}", ["1:7 unclosed-string"]),
    ("[\"two\nlines\", 1]", "['two\nlines' 1.0]", ["1:6 control-character"]),
    ("[\"a\u{1}\u{1B}\"]", "['a\u{1}\u{1B}']", ["1:4 control-character"]),
    ("[\"a\tb\tc\"]", "['a\tb\tc']", ["1:4 control-character"]),
    ("[\"a\0b\"]", "['a\0b']", ["1:4 control-character"]),
    (
      "[\"\\ud800x\", \"\\udc00\"]", "['\u{FFFD}x' '\u{FFFD}']",
      ["1:3 lone-surrogate", "1:14 lone-surrogate"]
    ),
    ("[\"C:\\Dir\"]", "['C:Dir']", ["1:5 odd-escape"]),
    (
      "[\"\\u12\", \"\\1\", \"\\xg\"]", "['\\u12' '\\1' '\\xg']",
      ["1:3 invalid-escape", "1:11 invalid-escape", "1:17 invalid-escape"]
    ),
  ])
  func readingContinuesAfterObviousMistakes(text: String, value: String, problems: [String]) {
    let reading = Reading(text)
    #expect(reading.value == value)
    #expect(reading.problems == problems)
  }

  @Test(arguments: [
    ("", "1:1 empty-file"), ("  // nothing\n", "2:1 empty-file"), ("[1", "1:3 truncated-file"),
    ("{\"a\": [", "1:8 truncated-file"), ("{\"a\": \"b", "1:9 truncated-file"),
    ("[1 /* x", "1:8 truncated-file"), ("{\"a\"", "1:5 truncated-file"),
    ("{} {}", "1:4 trailing-content"), ("1 x", "1:3 trailing-content"),
    ("{\"a\": 1 2}", "1:9 unexpected-character"), ("{\"a\": 1 #}", "1:9 unexpected-character"),
    ("{\"a\": \"he said \"hi\" to me\"}", "1:17 unexpected-character"),
    ("[1}", "1:3 unexpected-character"), ("{\"a\": 1]", "1:8 unexpected-character"),
    ("[#]", "1:2 unexpected-character"), ("[1, /]", "1:5 unexpected-character"),
    ("\u{1}", "1:1 unexpected-character"), ("[1, \0]", "1:5 unexpected-character"),
  ])
  func readingStopsAtOtherSyntaxErrors(text: String, problem: String) {
    let reading = Reading(text)
    #expect(reading.value == "-")
    #expect(reading.problems == [problem])
  }

  @Test func earlierDiagnosticsAreKeptAfterAFatalError() {
    #expect(
      Reading("[1 2, True, {]").problems == [
        "1:4 missing-comma", "1:7 unknown-word", "1:14 unexpected-character",
      ])
  }

  @Test func aTruncatedFileListsItsOpenContainers() throws {
    let found = try #require(diagnostics("{\n \"a\": [\n  \"b").first)
    #expect(found.summary == "the file ends inside the string opened at 3:3")
    #expect(found.help == ["still open: the array opened at 2:7, the object opened at 1:1"])
  }

  @Test func aWrongBracketNamesTheUnclosedOne() throws {
    let found = try #require(diagnostics("{\"a\": [1}").first)
    #expect(found.summary == "expected ',' or ']', found '}'")
    #expect(found.help == ["the array opened at 1:7 is not closed"])
  }

  @Test func aStrayQuotationMarkHasHelp() {
    #expect(
      diagnostics("[\"he said \"hi\" to me\"]").map(\.help) == [
        ["write '\\\"' for a quotation mark inside a string"]
      ])
    #expect(Reading("{a: 'x'\nb: 'y'}").problems == ["2:1 missing-comma"])
  }

  @Test func misspelledLiteralsHaveASuggestion() throws {
    #expect(diagnostics("[True]").first?.help == ["did you mean 'true'?"])
    #expect(diagnostics("[None]").first?.help == ["put text in double quotes"])
  }

  @Test func invalidUTF8InJSONIsReportedAtItsLocation() {
    let reading = Reading([0x5B, 0x22, 0xC3, 0xA9, 0xFF, 0x61, 0xE2, 0x82, 0x22, 0x5D])
    #expect(reading.value == "['é\u{FFFD}a\u{FFFD}']")
    #expect(reading.problems == ["1:4 invalid-utf8"])
  }

  @Test func aByteOrderMarkOfJSONIsSkipped() {
    #expect(Reading("\u{FEFF}[1 2]") == Reading("[1 2]"))
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x7B, 0x00], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x7B], "UTF-16"),
      ([0x7B, 0x00, 0x7D, 0x00], "UTF-16"), ([0x00, 0x7B, 0x00, 0x7D], "UTF-16"),
      ([0xFF, 0xFE, 0x00, 0x00], "UTF-32"), ([0x00, 0x00, 0x00, 0x7B], "UTF-32"),
    ] as [([UInt8], String)])
  func otherEncodingsAreNamed(bytes: [UInt8], name: String) throws {
    let found = JSONValue.parse(bytes, file: "f").1
    #expect(found.count == 1)
    #expect(found.first?.summary == "the file is encoded in \(name), not in UTF-8")
  }

  @Test func anUnreadableFileIsReported() {
    let (value, found) = JSONValue.parse(ByteSource { _ in -5 }, file: "f")
    #expect(value == nil)
    #expect(found.map(\.id) == ["unreadable-file"])
  }
}
