import Templating
import Testing

@Suite struct InheritanceTests {
  private let page = "<{{$title}}none{{/title}}|{{$body}}empty{{/body}}>"

  @Test func passedBlocksReplaceDefaults() {
    #expect(
      render(
        "{{<page}} x {{$body}}{{a}}{{/body}} y {{/page}}", partials: ["page": page],
        data: .json(#"{"a": 1}"#)
      ).text == "<none|1>")
    #expect(render(page).text == "<none|empty>")
    #expect(
      render("{{>page}}{{<page}}{{/page}}", partials: ["page": page]).text
        == "<none|empty><none|empty>")
  }

  @Test func passedBlocksUseTheContextOfTheParent() {
    let outcome = render(
      "{{<p}}{{$b}}{{x}}{{/b}}{{/p}}", partials: ["p": "{{#a}}{{$b}}{{/b}}{{/a}}"],
      data: .json(#"{"x": 1, "a": [{"x": 2}, {"x": 3}]}"#))
    #expect(outcome.text == "23")
  }

  @Test func theOutermostPassedBlockIsUsed() {
    let partials = [
      "a": "{{$x}}a{{/x}}{{$y}}a{{/y}}", "b": "{{<a}}{{$x}}b{{/x}}{{$y}}b{{/y}}{{/a}}",
    ]
    #expect(render("{{<b}}{{$x}}c{{/x}}{{/b}}", partials: partials).text == "cb")
  }

  @Test func aBlockIsNotInsertedIntoItself() {
    #expect(
      render("{{<p}}{{$b}}[{{$b}}inner{{/b}}]{{/b}}{{/p}}", partials: ["p": "{{$b}}{{/b}}"]).text
        == "[inner]")
  }

  @Test func parentsCanBeNamedByData() {
    #expect(
      render(
        "{{<*k}}{{$b}}1{{/b}}{{/*k}}", partials: ["p": "<{{$b}}{{/b}}>"],
        data: .json(#"{"k": "p"}"#)
      ).text == "<1>")
  }

  @Test func passedBlocksAreReindented() {
    let outcome = render(
      """
      {{<list}}
        {{$items}}
            one
              two

            three
        {{/items}}
      {{/list}}
      end
      """, partials: ["list": "items:\n  {{$items}}\n  none\n  {{/items}}\nso\n"])
    #expect(outcome.text == "items:\n  one\n    two\n\n  three\nso\nend")
  }

  @Test func inlineBlocksStayOnTheirLine() {
    let partials = ["p": "a:\n  {{$b}}{{/b}}!\n  c: {{$b}}{{/b}}\n"]
    #expect(
      render(" {{<p}}{{$b}}one\ntwo{{/b}}{{/p}}", partials: partials).text
        == " a:\n   one\n   two!\n   c: one\n two\n")
  }

  @Test func unknownParentsAreReported() {
    let outcome = render("{{<q}}{{$b}}{{/b}}{{/q}}", partials: ["p": ""])
    #expect(outcome.text == "" && outcome.ids == ["unknown-partial"])
  }
}
