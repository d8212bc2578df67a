import Diagnostics
import Templating
import TestSupport
import Testing

@Suite struct HostileTemplateTests {
  @Test func tooDeeplyNestedSectionsAreRefused() {
    let depth = 100_000
    #expect(
      problems(String(repeating: "{{#a}}", count: depth)) == ["1:385 nesting-too-deep"])
    let allowed = String(repeating: "{{#a}}", count: 64) + String(repeating: "{{/a}}", count: 64)
    #expect(problems(allowed) == [])
  }

  @Test func recursivePartialsAreStopped() {
    let outcome = render("{{>a}}!", partials: ["a": "x{{>b}}", "b": "{{>a}}"])
    #expect(outcome.ids == ["partials-too-deep"])
    #expect(outcome.diagnostics.first?.severity == .error)
    #expect(!outcome.text.hasSuffix("!"))
  }

  @Test func exponentiallyGrowingPartialsAreStopped() {
    let outcome = render("{{>a}}", partials: ["a": "{{>a}}{{>a}}"])
    #expect(outcome.ids == ["partials-too-deep"])
  }

  @Test func recursiveParentsAndBlocksAreStopped() {
    let recursive = render(
      "{{<a}}{{$b}}{{>a}}{{/b}}{{/a}}", partials: ["a": "{{<a}}{{$b}}{{$b}}{{/b}}{{/b}}{{/a}}"])
    #expect(recursive.ids == ["partials-too-deep"])
    let indented = render("  {{>a}}", partials: ["a": "x\n  {{>a}}\n"])
    #expect(indented.ids == ["partials-too-deep"])
  }

  @Test func tooMuchIndentationIsStopped() {
    let wide = String(repeating: " ", count: 500)
    let outcome = render("{{>a}}", partials: ["a": "\(wide){{>a}}\n"])
    #expect(outcome.ids == ["too-much-indentation"])
    #expect(outcome.text.utf8.count < 10_000)
    let block = render(
      "{{<a}}{{$b}}{{>c}}{{/b}}{{/a}}", partials: ["a": "\(wide)\(wide)\(wide){{$b}}\n{{/b}}\n"])
    #expect(block.ids.contains("too-much-indentation"))
    #expect(render("\(wide){{>a}}\n", partials: ["a": "x\n"]).ids == [])
  }

  @Test func nestedSectionsAndPartialsDoNotExhaustTheStack() {
    let open = String(repeating: "{{#t}}", count: 60)
    let close = String(repeating: "{{/t}}", count: 60)
    let outcome = render(
      "{{>a}}", partials: ["a": "\(open){{>a}}\(close)"], data: .json(#"{"t": true}"#))
    #expect(outcome.ids == ["partials-too-deep"])
  }

  @Test(
    .enabled(if: FuzzScale.isThorough),
    .timeLimit(.minutes(20)),
    arguments: [
      "{{", "{{#", "{{{", "{{!", "{{=", "{{a {{", "{{=a}}", "{{/a}}", "}}", "{{#a}}{{/b}}",
      "{{<a}}{{$b}}",
      "{{a b}}", "\n", "  {{! a }}\n", "{{$b}}\n", "{{=| |=}}|={{ }}=|",
    ])
  func malformedTemplatesAreParsedInLinearTime(piece: String) {
    _ = problems(String(repeating: piece, count: 50_000))
  }

  @Test func aTemplatesProblemsAreLimited() {
    let found = problems(String(repeating: "{{a b}}", count: 5_000))
    #expect(found.count == 1_001)
    #expect(found.last == "0:0 more-problems")
  }

  /// Random combinations of template fragments are either rejected with an error or rendered
  /// completely.
  @Test func randomTemplatesAreRefusedOrRendered() {
    let pieces = [
      "{{", "}}", "{{{", "}}}", "a", "b", " ", "\n", "\r\n", "  ", ".", "#", "^", "/", "&", ">",
      "<",
      "$", "!", "=", "*", "{{a}}", "{{#a}}", "{{/a}}", "{{^b}}", "{{/b}}", "{{>p}}", "{{>*a}}",
      "{{<p}}", "{{/p}}", "{{$a}}", "{{=<% %>=}}", "<%={{ }}=%>", "{{! c }}", "é", "\u{FEFF}",
    ]
    let data = Value.json(#"{"a": [{"b": "p"}, "x", [1]], "b": false}"#)
    var generator = SplitMix(seed: 1)
    for _ in 0..<FuzzScale.rounds(20_000) {
      var sources: [String] = []
      for _ in 0..<2 {
        let count = Int.random(in: 0...14, using: &generator)
        sources.append(
          (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined())
      }
      let outcome = render(sources[0], partials: ["p": sources[1]], data: data)
      let known: Set<String> = [
        "unclosed-tag", "unclosed-section", "wrong-close", "stray-close", "empty-tag", "bad-name",
        "bad-delimiters", "unknown-name", "unknown-partial", "partials-too-deep",
      ]
      #expect(known.isSuperset(of: outcome.ids))
    }
  }
}

/// A deterministic random number generator.
struct SplitMix: RandomNumberGenerator {
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
