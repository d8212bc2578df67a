import Synchronization
import Templating
import Testing

/// A name within its own section, and after it, is not looked up again; nothing else may differ.
@Suite struct RepeatedNameTests {
  @Test(arguments: [
    ("true", "true"), ("7", "7"), (#""a<b""#, "a&lt;b"), ("{}", ""), (#"{"a": "inner"}"#, "inner"),
    (#"["x", "y"]"#, ""), (#"[{"a": 1}, {"b": 2}]"#, "1"), ("[[1], [2]]", ""), ("0", ""),
  ])
  func aNameInItsSectionMeansWhatItMeansThere(value: String, expected: String) {
    let data = Value.json("{\"a\": \(value)}")
    #expect(render("{{#a}}{{a}}{{/a}}", data: data).text == expected)
    #expect(
      render("{{#o}}{{#a}}{{a}}{{/a}}{{/o}}", data: .json("{\"o\": {\"a\": \(value)}}")).text
        == expected)
  }

  @Test func dottedNamesAreComparedAsAWhole() {
    let data = Value.json(#"{"a": {"b": "ab", "c": "ac"}, "b": "b"}"#)
    #expect(render("{{#a.b}}{{a.b}} {{a.c}} {{b}}{{/a.b}}", data: data).text == "ab ac b")
    #expect(render("{{#b}}{{a.b}}{{/b}}{{#a.b}}{{b}}{{/a.b}}", data: data).text == "abb")
  }

  @Test func whatStandsBetweenIsStillSeen() {
    let data = Value.json(#"{"a": "outer", "list": [{"a": "inner"}, {}]}"#)
    #expect(
      render("{{#a}}{{#list}}{{a}} {{/list}}{{a}}{{/a}}", data: data).text == "inner outer outer")
    #expect(render("{{#a}}{{> p}}{{/a}}", partials: ["p": "{{a}}"], data: data).text == "outer")
    let parent = render(
      "{{#a}}{{< p}}{{$b}}{{a}}{{/b}}{{/p}}{{/a}}",
      partials: ["p": "{{#list}}{{$b}}{{/b}} {{/list}}"], data: data)
    #expect(parent.text == "inner outer ")
  }

  @Test(arguments: [
    ("{{#a}}1{{/a}}{{^a}}2{{/a}}", "1"), ("{{#b}}1{{/b}}{{^b}}2{{/b}}", "2"),
    ("{{#b}}1{{/b}}{{^a}}2{{/a}}", ""), ("{{#a}}1{{/a}} {{^a}}2{{/a}}", "1 "),
    ("{{#a}}{{#b}}1{{/b}}{{^b}}2{{/b}}{{/a}}{{^a}}3{{/a}}", "2"),
    ("{{#a}}{{^b}}1{{/b}}{{/a}}{{^a}}2{{/a}}", "1"), ("{{#b}}{{#a}}1{{/a}}{{/b}}{{^a}}2{{/a}}", ""),
    ("{{#a}}1{{/a}}\n{{^a}}\n2\n{{/a}}", "1\n"),
    ("{{#a}}\n1\n{{/a}}\n{{^a}}\n2\n{{/a}}\n", "1\n"),
    ("{{#b}}\n1\n{{/b}}\n{{! no b }}\n{{^b}}\n2\n{{/b}}\n", "2\n"),
    ("{{#a}}1{{/a}}{{! a }}{{^a}}2{{/a}}", "1"), ("{{#list}}1{{/list}}{{^list}}2{{/list}}", "2"),
  ])
  func theOppositeOfASectionFollowsIt(template: String, expected: String) {
    let data = Value.json(#"{"a": "x", "b": "", "list": []}"#)
    #expect(render(template, data: data).text == expected)
  }

  @Test func anUnknownNameIsReportedAtEachPlace() {
    let outcome = render("{{#x}}1{{/x}}{{^x}}2{{/x}}\n{{#x}}{{x}}{{/x}}")
    #expect(outcome.text == "2\n")
    #expect(outcome.ids == ["unknown-name", "unknown-name", "unknown-name"])
  }

  @Test func theyAreLookedUpOnce() {
    let scope = CountingScope()
    let template =
      "{{#text}}{{text}}{{{text}}}{{/text}}{{^text}}-{{/text}}"
      + "{{#none}}{{none}}{{/none}}{{^none}}!{{/none}}"
    #expect(render(template, data: .record(scope, 0)).text == "tt!")
    #expect(scope.asked.withLock { $0 } == ["text", "none"])
  }
}

/// Remembers which names it was asked for.
private final class CountingScope: Scope {
  let asked = Mutex<[String]>([])

  func value(_ name: Name, at index: Int) -> Value {
    asked.withLock { $0.append(name.text) }
    return name.text == "text" ? .text("t") : .absent
  }
}
