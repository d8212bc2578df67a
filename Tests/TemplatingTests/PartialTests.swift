import Diagnostics
import Templating
import Testing
import Text

@Suite struct PartialTests {
  @Test func partialsUseTheContextOfTheirTag() {
    let outcome = render(
      "{{#a}}{{>p}}{{/a}}{{>p}}", partials: ["p": "[{{x}}]"],
      data: .json(#"{"x": 1, "a": {"x": 2}}"#))
    #expect(outcome.text == "[2][1]")
  }

  @Test func recursivePartialsEndWithTheData() {
    let outcome = render(
      "{{>node}}", partials: ["node": "{{x}}({{#nodes}}{{>node}}{{/nodes}})"],
      data: .json(#"{"x": 1, "nodes": [{"x": 2, "nodes": [{"x": 3, "nodes": []}]}]}"#))
    #expect(outcome.text == "1(2(3()))")
  }

  @Test func standalonePartialsAreIndented() {
    let partials = [
      "p": "one\n{{#a}}\ntwo\n{{/a}}\n\n{{text}} four\n  {{>q}}\n{{!}}{{#a}}five{{/a}}\n",
      "q": "deep\n{{text}}",
    ]
    let outcome = render(
      "<\n  {{>p}}\n>", partials: partials, data: .json(#"{"a": true, "text": "x\ny"}"#))
    #expect(
      outcome.text
        == "<\n  one\n  two\n\n  x\ny four\n    deep\n    x\ny  five\n>")
  }

  @Test func inlinePartialsAreNotIndented() {
    #expect(
      render(" a {{>p}}\n  {{>q}}\n", partials: ["p": "1\n2", "q": "{{>p}} {{>p}}\n"]).text
        == " a 1\n2\n  1\n2 1\n2\n")
  }

  @Test func partialsCanBeNamedByData() {
    let data = Value.json(#"{"a": {"kind": "one"}, "kind": "two", "none": null, "n": 3}"#)
    let partials = ["one": "1", "two": "2", "3": "three"]
    #expect(
      render("{{>*a.kind}}{{> * kind }}{{>*none}}{{>*n}}", partials: partials, data: data).text
        == "12three")
    #expect(render("{{>**kind}}{{>*a.*kind}}", partials: partials, data: data).text == "")
  }

  @Test func unknownPartialsAreReported() throws {
    let outcome = render(
      "a\n {{>alert}}{{>*x}}", partials: ["alerts": ""], data: .json(#"{"x": "alertz"}"#))
    #expect(outcome.text == "a\n ")
    #expect(outcome.ids == ["unknown-partial", "unknown-partial"])
    let first = try #require(outcome.diagnostics.first)
    #expect(first.summary == "unknown partial 'alert'")
    #expect(first.help == ["did you mean 'alerts'?"])
    #expect(first.location?.line == 2 && first.location?.column == 2)
    #expect(outcome.diagnostics.last?.summary == "unknown partial 'alertz'")
  }

  @Test func replacePartialAppliesToTheFirstTemplateOnly() {
    var vocabulary = Vocabulary(["a"])
    let sources = [("main", "{{#a}}{{>p}}{{/a}} {{>q}} {{>r}}"), ("p", "P"), ("q", "{{>p}}")]
    let templates = sources.compactMap {
      Template.parse($0.1, name: $0.0, file: $0.0, vocabulary: &vocabulary).0
    }
    var renderer = Renderer(
      library: TemplateLibrary(templates, vocabulary: vocabulary), escaper: PlainHTML())
    renderer.replacePartial = { call, sink in
      guard call.name != "q" else { return false }
      sink.write("<\(call.name) \(call.stack.count) \(call.template ?? -1)>")
      return true
    }
    let outcome = renderer.render("main", stack: [.json(#"{"a": {}}"#)])
    #expect(outcome?.0 == "<p 2 1> P <r 1 -1>")
    #expect(outcome?.1.isEmpty == true)
  }
}
