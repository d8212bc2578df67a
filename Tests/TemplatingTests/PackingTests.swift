import Basics
import Testing

@testable import Templating

@Suite struct PackingTests {
  private static let sources = [
    "", "text alone\n", "{{a}} {{{b.c}}} {{&d}} {{.}}", "  {{> part}}\n{{>*kind}}\n",
    "{{#a}}\n  {{b}}\n{{/a}}\n{{^a}}none{{/a}}", "{{=<% %>=}}<% a %> {{b}}",
    "{{<page}}\n  {{$title}}\n    {{a}}\n  {{/title}}\n{{/page}}\n",
    "{{! a comment }}\n\u{FEFF}ü {{ö}}",
    "\u{FEFF}{{a}}\n\n   {{#a.b.c}}{{.}}{{/a.b.c}}", String(repeating: "{{a}}é\r\n", count: 2_000),
  ]

  @Test func packedTemplatesAreThoseThatWereParsed() throws {
    var packer = TemplatePacker()
    var packed: [String] = []
    for source in Self.sources {
      var vocabulary = Vocabulary()
      packed.append(try #require(packer.pack(try parse(source, &vocabulary))))
    }
    var unpacker = TemplateUnpacker(words: packer.words, nodes: packer.nodes)
    var (first, second) = (Vocabulary(["c", "a"]), Vocabulary(["c", "a"]))
    for (text, source) in zip(packed, Self.sources) {
      let parsed = try parse(source, &first)
      let template = try #require(
        unpacker.unpack(
          text, source: source, name: "part", file: "part.page", vocabulary: &second))
      #expect(template.name == parsed.name)
      #expect(template.file == parsed.file)
      #expect(template.source.elementsEqual(parsed.source))
      #expect(template.path == parsed.path)
      #expect(template.names == parsed.names)
      #expect(
        template.nodes.map(String.init(describing:)) == parsed.nodes.map(String.init(describing:)))
    }
    #expect(first.names == second.names)
  }

  @Test func textThatNoPackerWroteIsNoTemplate() throws {
    var packer = TemplatePacker()
    var vocabulary = Vocabulary()
    let whole = try #require(
      packer.pack(try parse("{{#a}}\n  {{> b}}\n{{/a}}", &vocabulary)))
    var unpacker = TemplateUnpacker(words: packer.words, nodes: packer.nodes)
    for length in 0..<whole.count {
      #expect(
        unpacker.unpack(
          String(whole.prefix(length)), source: "", name: "", file: "", vocabulary: &vocabulary)
          == nil)
    }
    for (words, nodes) in [([], packer.nodes), (packer.words, packer.nodes.dropLast())] {
      var stranger = TemplateUnpacker(words: words, nodes: Array(nodes))
      #expect(
        stranger.unpack(whole, source: "", name: "", file: "", vocabulary: &vocabulary) == nil)
    }
  }

  @Test func templateWithALineThatIsIndentedTooFarIsNotPacked() throws {
    var packer = TemplatePacker()
    var vocabulary = Vocabulary()
    let far = String(repeating: " ", count: 300) + "{{> b}}\n"
    let refused = packer.pack(try parse("{{a}}\n" + far, &vocabulary))
    #expect(refused == nil)
    #expect(packer.nodes.isEmpty)
  }

  @Test(arguments: [0, 1, 31, 32, 1_023, 1_024, Int(Int32.max)])
  func numbersOfAnySizeArePacked(number: Int) {
    var numbers = PackedNumbers()
    numbers.write(number)
    var text = numbers.text
    text.withUTF8 { bytes in
      var reader = PackedNumbers.Reader(bytes)
      #expect(reader.next() == number)
      #expect(reader.next() == nil)
    }
  }

  private func parse(_ source: String, _ vocabulary: inout Vocabulary) throws -> Template {
    try #require(
      Template.parse(source, name: "part", file: "part.page", vocabulary: &vocabulary).0)
  }
}
