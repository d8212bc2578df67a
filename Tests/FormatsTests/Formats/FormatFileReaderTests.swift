import Diagnostics
import Testing

@testable import Formats

/// The mistakes in format files.
@Suite struct FormatFileReaderTests {
  private func problems(_ text: String) -> [String] {
    FormatFileReader.read(text, file: "x.json5").problems.map { problem in
      "\(problem.location?.line ?? 0):\(problem.location?.column ?? 0) \(problem.summary)"
    }
  }

  private let lists = #"lists: [{ each: "$.a[*]", finding: { message: "m" } }]"#

  @Test func aGoodFileHasNoProblems() {
    #expect(problems(formatFile(#"reads: "json", recognize: { a: "array" }, \#(lists)"#)) == [])
  }

  @Test(arguments: [
    (#"recognize: { a: "array" }, lists: []"#, "'reads' is missing"),
    (#"reads: "jsonl", recognize: { a: "array" }, lists: []"#, "'reads' is no known kind of file"),
    (#"reads: "json", lists: []"#, "'recognize' is missing"),
    (#"reads: "json", recognize: { a: "list" }, lists: []"#, "a fact has an unknown kind"),
    (#"reads: "json", recognize: { "a?": "array" }, lists: []"#, "no fact that must be there"),
    (
      #"reads: "json", recognize: { "a.b.c.d.e.f": "array" }, lists: []"#,
      "is no path of the beginning"
    ),
    (#"reads: "json", recognize: { a: "array" }, lists: []"#, "'lists' has no list"),
    (#"reads: "json", recognize: { a: "array" }, list: []"#, "unknown key 'list'"),
  ])
  func namesMistakesOfTheFile(_ rest: String, _ summary: String) {
    #expect(
      problems(formatFile(rest)).contains { $0.contains(summary) }, "\(problems(formatFile(rest)))")
  }

  @Test(arguments: [
    (#"finding: { message: "m" }"#, "'each' is missing"),
    (#"each: "a[*]", finding: { message: "m" }"#, "begins at the root"),
    (#"each: ["$.a[*]", "$.b"], finding: { message: "m" }"#, "only the first path"),
    (#"each: "$.a[*] again b", finding: { message: "m" }"#, "need a name"),
    (#"each: ["$.a[*] as x", "b as x"], finding: { message: "m" }"#, "two elements have the name"),
    (#"each: "$.a[*]""#, "exactly one of 'finding', 'test' and 'fact'"),
    (#"each: "$.a[*]", finding: { massage: "m" }"#, "unknown key 'massage'"),
    (#"each: "$.a[*]", finding: { message: "m", properties: "x" }"#, "'properties' has up to 100"),
    (
      #"each: "$.a[*]", finding: { message: "m", properties: { "a.b": "x" } }"#,
      "'a.b' is no name for a property"
    ),
    (#"each: "$.a[*]", finding: { message: "m..n..o" }"#, "searches descendants twice"),
    (#"each: "$.a[*]", finding: { message: "m | lowr" }"#, "'lowr' is not a filter"),
    (#"each: "$.a[*]", finding: { message: "{{m" }"#, "'{{' is not closed"),
    (#"each: "$.a[*]", finding: { message: 3 }"#, "a value is a path"),
    (#"each: "$.a[*]", finding: { message: { form: "m" } }"#, "unknown key 'form'"),
    (#"each: "$.a[*]", finding: { message: "m" }, when: { a: { over: 1 } }"#, "unknown key 'over'"),
    (
      #"each: "$.a[*]", finding: { message: "m" }, when: { a: { above: "1" } }"#,
      "'above' is a number or a value"
    ),
    (
      #"each: "$.a[*]", finding: { message: "m" }, claims: { each: "b", findings: "n" }"#,
      "is called 'b'"
    ),
    (#"each: "$.a[*]", test: { outcome: "o" }"#, "'name' is missing"),
    (#"each: "$.a[*]", test: { name: "n" }"#, "'outcome' is missing"),
    (#"each: "$.a[*]", fact: { title: "t" }"#, "a fact has 'title' and 'value'"),
  ])
  func namesMistakesOfAList(_ list: String, _ summary: String) {
    let found = problems(
      formatFile("reads: \"json\", recognize: { a: \"array\" },\nlists: [{ \(list) }]"))
    #expect(found.contains { $0.contains(summary) && $0.hasPrefix("4:") }, "\(found)")
  }

  @Test(arguments: ["Big", "", "a b", "a_b", "auto", "list"]) func refusesNames(_ name: String) {
    let text = formatFile(#"reads: "json", recognize: { a: "array" }, \#(lists)"#)
      .replacing("sample", with: name)
    #expect(!problems(text).isEmpty)
  }

  @Test func variantsTakeTheKeysOfTheFile() {
    let variant = #"{ reads: "json", recognize: { a: "array" }, \#(lists) }"#
    #expect(problems(formatFile("variants: [\(variant)]")) == [])
    #expect(
      problems(formatFile("variants: [\(variant)], \(lists)")).contains { $0.contains("'lists'") })
  }
}
