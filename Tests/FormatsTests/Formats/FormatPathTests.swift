import Testing

@testable import Formats

@Suite struct FormatPathTests {
  @Test(
    arguments: [
      ("$.a.b", ["1"]), ("$['a'].b", ["1"]), ("a.b", ["1"]), ("$.list[*].n", ["2", "3"]),
      ("$.list[0].n", ["2"]), ("$.list[-1].n", ["3"]), ("$..n", ["2", "3", "4"]),
      ("$.list[?@.k == 'y'].n", ["3"]), ("$.list[?@.k != 'y'].n", ["2"]),
      ("$.list[?@.k].n", ["2", "3"]),
      ("$.list[?@.missing].n", []), ("$.map.*.n", ["4"]), ("$.map.*~", ["first key"]),
      ("$.map['first key'].n", ["4"]), ("$.no", []), ("$.nothing", [nil]), ("x-y", ["5"]),
      ("@timestamp", ["6"]),
    ] as [(String, [String?])])
  func leadsToValues(_ path: String, _ wanted: [String?]) throws {
    let json = """
      {"a": {"b": 1}, "list": [{"k": "x", "n": 2}, {"k": "y", "n": 3}], "x-y": 5, "@timestamp": 6,
       "map": {"first key": {"n": 4}}, "nothing": null}
      """
    #expect(try FormatPath.texts(path, in: json) == wanted)
  }

  @Test(arguments: [
    "$.", "a..", "a[", "a['b", "a[x]", "a]", "a[?@.b == ]", "$..a..b", "a[?b]", "a | ",
  ])
  func refusesWrongPaths(_ path: String) {
    #expect(throws: FormatProblem.self) { try FormatPath(parsing: path, .json) }
  }

  @Test(arguments: ["a/../b", "a[0]", "a[@x='y'", "//a//b", "a[@x='v' and @y]", "/a//"])
  func refusesWrongPathsOfXML(_ path: String) {
    #expect(throws: FormatProblem.self) { try FormatPath(parsing: path, .xml) }
  }

  @Test(arguments: [
    ("lower", "AbC", "abc"), ("upper", "a", "A"), ("first-line", "a\nb", "a"),
    ("basename", "a/b.c", "b.c"), ("dirname", "a/b.c", "a"),
    ("strip-html", "<p>a &lt; b</p>", "a < b"),
    ("percent-decode", "a%20b%zz%C3%A9", "a b%zzé"), ("before ':'", "a:b:c", "a"),
    ("after ':'", "a:b:c", "b:c"), ("after-last ':'", "a:b:c", "c"), ("after 'x'", "a:b", "a:b"),
    ("after-last 'x'", "a:b", "a:b"), ("trim 'a/'", "a/b", "b"), ("trim-end '/'", "a/", "a"),
    ("add 1", "2", "3"), ("multiply 2", "1.5", "3"), ("divide 1000", "1500", "1.5"),
    ("number", "took -3.5 s", "-3.5"), ("number", "CWE-79", "79"),
    ("seconds", "1h 2m 3.5s", "3723.5"),
    ("seconds", "00:01:02.5", "62.5"), ("seconds", "PT1M", "60"), ("seconds", "P1DT2H", "93600"),
    ("seconds", "250ms", "0.25"), ("limit 3", "abcdef", "ab…"),
    ("strip-ansi", "\u{1B}[31mred\u{1B}[0m", "red"),
  ])
  func filtersChangeTexts(_ filter: String, _ text: String, _ wanted: String) throws {
    #expect(try FormatFilter(parsing: filter).applied(to: [text]) == [wanted])
  }

  @Test(arguments: ["add 1", "number", "seconds", "date"])
  func filtersLeaveOutTextsThatAreNoNumbers(_ filter: String) throws {
    #expect(try FormatFilter(parsing: filter).applied(to: ["none"]) == [])
  }

  @Test(arguments: ["lowr", "before x", "add x", "divide 0", "lower 'x'", "limit", ""])
  func refusesWrongFilters(_ filter: String) {
    #expect(throws: FormatProblem.self) { try FormatFilter(parsing: filter) }
  }
}
