import Diagnostics
import Preparing
import Templating
import Testing

/// The problems of a component as `line:column id`.
private func problems(
  _ source: String, rights: ComponentContext.Rights = .component
) -> [String] {
  let (template, diagnostics) = judge(source, rights: rights)
  let words = diagnostics.map {
    "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.id)"
  }
  return (template == nil) == words.isEmpty ? ["accepted in spite of problems"] + words : words
}

private func judge(
  _ source: String, rights: ComponentContext.Rights = .component
) -> (Template?, [Diagnostic]) {
  var vocabulary = Vocabulary()
  let (parsed, diagnostics) = Template.parse(
    source, name: "part", file: "part.page", vocabulary: &vocabulary)
  guard let parsed else { return (nil, diagnostics) }
  return ComponentContext.assign(parsed, rights: rights)
}

/// The contexts of a component's variables in order; nil if it is rejected.
private func contexts(
  _ source: String, rights: ComponentContext.Rights = .component
) -> [TagContext]? {
  judge(source, rights: rights).0?.nodes.filter {
    $0.kind == .variable || $0.kind == .rawVariable
  }.map(\.context)
}

@Suite struct ComponentContextTests {
  @Test func contextsOfValuesAreDetermined() {
    #expect(
      contexts(#"<p title="{{a}}">{{b}} <a href="{{c}}">{{{d}}}</a></p>"#)
        == [.attribute, .text, .address, .text])
  }

  @Test(arguments: [
    "href", "src", "action", "formaction", "poster", "data", "cite", "xlink:href", "ping",
    "background", "HREF",
  ])
  func addressAttributesHaveTheAddressContext(attribute: String) {
    #expect(contexts("<a \(attribute)=\"{{x}}\">") == [.address])
  }

  @Test(arguments: [
    #"<script>{{x}}</script>"#, #"<style>p { color: {{x}} }</style>"#, #"<!-- {{x}} -->"#,
    #"<!doctype {{x}}>"#, #"<{{x}}>"#, #"<p{{x}}>"#, #"</{{x}}>"#, #"<p {{x}}>"#,
    #"<p {{x}}="y">"#, #"<p class={{x}}>"#, #"<p class=a{{x}}>"#, #"<p class='{{x}}'>"#,
    #"<p onclick="{{x}}">"#, #"<p ONCLICK="{{x}}">"#, #"<p style="{{x}}">"#,
    #"<img srcset="{{x}}">"#, #"<iframe srcdoc="{{x}}"></iframe>"#, #"<p class="{{{x}}}">"#,
    #"<title>{{{x}}}</title>"#, #"<textarea>{{{x}}}</textarea>"#, #"<path fill="{{x}}"/>"#,
    #"<animate values="{{x}}"/>"#, #"<p "{{x}}">"#, #"<p a=b"{{x}}">"#, #"<p a"="{{x}}">"#,
    #"<meta http-equiv="refresh" content="0;url={{x}}">"#,
    #"<meta content="0;url={{x}}" http-equiv="refresh">"#, #"<meta http-equiv="{{x}}">"#,
    #"<base href="{{x}}">"#, #"<svg><![CDATA[{{x}}]]></svg>"#, #"<?xml {{x}}?>"#,
    #"<xmp>{{x}}</xmp>"#, #"<plaintext>{{x}}"#,
    #"<title><b a="{{x}}"></title>"#, #"<script><!--</script>{{x}}"#,
  ])
  func valuesThatCanNotBeEscapedAreRefused(component: String) {
    #expect(judge(component).0 == nil)
  }

  @Test(arguments: [
    (#"<a href="{{x}}">"#, [TagContext.address]),
    (#"<a href="{{x}}?page=1">"#, [.address]),
    (##"<a href="#{{x}}">"##, [.attribute]),
    (##"<a href="#m-{{x}}-{{y}}">"##, [.attribute, .attribute]),
    (#"<a href="{{x}}#{{y}}">"#, [.address, .attribute]),
    (##"<a href="#{{#s}}{{x}}{{/s}}">"##, [.attribute]),
    (#"{{#s}}<a href="{{x}}">{{/s}}"#, [.address]),
    (#"<a {{#s}}href="{{x}}"{{/s}}>"#, [.address]),
  ])
  func valuesMayBeginAnAddressOrFollowAFragmentSign(component: String, expected: [TagContext]) {
    #expect(contexts(component) == expected)
  }

  @Test(arguments: [
    #"<a href="java{{x}}">"#, #"<a href=" {{x}}">"#, #"<a href="{{x}}{{y}}">"#,
    #"<a href="{{x}}:{{y}}">"#, #"<a href="{{#s}}{{x}}{{/s}}">"#,
    #"<a href="{{#s}}java{{/s}}{{x}}">"#, #"<a href="{{#s}}#{{/s}}{{x}}">"#,
    #"<a href="{{x}}{{#s}}#{{/s}}{{y}}">"#, #"<a href="/a#{{x}}">"#, #"<a href="&#35;{{x}}">"#,
    ##"<a href="#{{#s}}{{x}}" href="{{/s}}">"##,
  ])
  func valuesInTheMiddleOfAnAddressAreRefused(component: String) {
    #expect(judge(component).0 == nil)
  }

  @Test(arguments: [
    #"<p{{#s}} class="a"{{/s}}>{{x}}</p>"#, #"<p {{#s}}class="a"{{/s}}>{{x}}</p>"#,
    #"<details{{#s}} open{{/s}}>{{x}}</details>"#, #"<details {{#s}}open{{/s}}>{{x}}</details>"#,
    #"<p {{#s}}hidden {{/s}}class="b">{{x}}</p>"#, #"<p class="a{{#s}} b{{/s}}">{{x}}</p>"#,
    #"{{#s}}<b>{{/s}}{{x}}{{#s}}</b>{{/s}}"#, #"<p>{{^s}}<b>{{x}}</b>{{/s}}</p>"#,
    #"<title>{{#s}}a{{/s}}{{x}}</title>"#, #"<p{{#s}}{{#t}} class="a"{{/t}}{{/s}}>{{x}}</p>"#,
    #"<br/><input disabled/><p a = "b" >{{x}}</p >"#, #"<!-- a --><!----><!-->{{x}}"#,
    #"<!--->{{x}}"#, #"<!-- a --!>{{x}}"#, #"<p title='fixed'>{{x}}</p>"#, #"<p id=a>{{x}}</p>"#,
    ##"a & b &lt; {{x}} > c"##, ##"<use href="#icon-{{y}}"/>{{x}}"##,
  ])
  func componentsValidWithAndWithoutSectionsAreAccepted(component: String) {
    #expect(contexts(component)?.last == .text)
  }

  @Test(arguments: [
    #"<p {{#s}}class="{{/s}}">"#, #"{{#s}}<p {{/s}}>"#, #"<p {{#s}}>{{/s}}"#,
    #"<p{{#s}} class="a"{{/s}}b="c">"#, #"<p{{#s}}x{{/s}}>"#, #"<p {{#s}}a{{/s}}="{{x}}">"#,
    #"<p {{#s}}a {{/s}}="{{x}}">"#, #"<p a={{#s}}b{{/s}}>"#, #"<p a=b{{#s}}c{{/s}}>"#,
    #"<{{#s}}p{{/s}}>"#, #"<!-- {{#s}}-->{{/s}}"#, #"<!-- {{#s}}x{{/s}} -->"#,
    #"<p a='{{#s}}b{{/s}}'>"#, #"{{#s}}<title>{{/s}}</title>"#, #"<title>{{#s}}</title>{{/s}}"#,
    #"<p {{#s}}a="b" {{/s}}c>{{#s}}<p {{/s}}>"#, #"<p {{#s}}><p {{/s}}>"#,
  ])
  func sectionsMustEndInTheContextTheyBegan(component: String) {
    #expect(judge(component).0 == nil)
  }

  @Test(arguments: [
    "<p {{> x}}>", #"<p class="{{> x}}">"#, "<title>{{> x}}</title>", "<!-- {{> x}} -->",
    "<p {{<x}}{{/x}}>", "<p {{$x}}{{/x}}>", #"{{<x}}{{$y}}<p class="{{/y}}{{/x}}"#,
    #"{{$y}}<p class="{{/y}}">"#, "<p {{>*x}}>",
  ])
  func partialsAndBlocksAreAllowedBetweenElementsOnly(component: String) {
    #expect(judge(component).0 == nil)
  }

  @Test func blocksPassedToAParentAreChecked() {
    #expect(
      contexts(#"<div>{{<x}}{{$y}}<a href="{{z}}">{{w}}</a>{{/y}}{{/x}}</div>{{v}}"#)
        == [.address, .text, .text])
  }

  @Test(arguments: [
    "<p", "<p class", "<p class=", "<p class=\"", "<p class='", "<p class=a", "<!--", "<!", "<",
    "</", "</p", "<title>", "<title></titl", "<p class=\"a\"", "<!-- -- >", "<!----!->",
  ])
  func componentsThatEndInsideATagAreRefused(component: String) {
    #expect(judge(component).0 == nil)
  }

  @Test func componentProblemsAreReportedAtTheirLocations() {
    let source = """
      <p class={{a}}>
        <b onclick="x()" title='{{b}}'>{{> ok}}</b>
        <a href="/x/{{c}}" é>{{#s}}<i {{/s}}
      """
    #expect(
      problems(source) == [
        "1:10 value-place", "2:6 component-markup", "2:27 value-place", "3:15 value-place",
        "3:22 component-markup", "3:24 section-place",
      ])
  }

  @Test func componentProblemsHaveHelp() throws {
    let (_, diagnostics) = judge("<p class={{a}}>")
    let diagnostic = try #require(diagnostics.first)
    #expect(diagnostic.summary == "the value 'a' is in the attribute 'class' without quotes")
    #expect(diagnostic.help == ["put double quotes around the attribute's value"])
  }

  @Test func finishedValuesAreAllowedInStylesAndPolicy() {
    let shell = """
      <!doctype html>
      <html lang="{{lang}}"><head>
      <meta http-equiv="Content-Security-Policy" content="{{policy}}">
      <title>{{title}}</title><style>{{{styles}}}</style></head>
      <body>{{{content}}}</body></html>
      """
    let finished: Set<String> = ["policy", "styles", "content"]
    #expect(
      contexts(shell, rights: .document(finished: finished))
        == [.attribute, .attribute, .text, .text, .text])
    #expect(
      problems(shell, rights: .document(finished: ["content"])) == [
        "3:53 value-place", "4:32 value-place",
      ])
    #expect(judge(shell).0 == nil)
  }

  @Test func randomComponentsAreAcceptedOrReported() {
    let pieces = [
      "<", ">", "\"", "'", "=", " ", "/", "!", "-", "--", "p", "a", "href", "title", "script",
      "{{x}}", "{{{x}}}", "{{#s}}", "{{^s}}", "{{/s}}", "{{>p}}", "{{<b}}", "{{/b}}", "{{$b}}",
      "#", "é", "\n", "<a href=\"", "<!--", "-->", "</title>", "<title>", "doctype",
    ]
    var generator = SplitMix(seed: 7)
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...12, using: &generator)
      let source = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let (template, diagnostics) = judge(source)
      #expect((template == nil) == diagnostics.contains { $0.severity == .error })
    }
  }
}

/// A deterministic random number generator.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
