import Foundation
import TestSupport
import Testing
import Text

@testable import Markup

/// How many sources each test tries; `FUZZ_SEED` asks for others.
private let rounds = FuzzScale.rounds(4_000)
private let seed =
  ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 0

@Suite("Random values")
struct FuzzTests {
  @Test func randomValuesBecomeWellFormedHTMLOfAllowedElements() {
    var dice = Dice(seed: seed + 1)
    for _ in 0..<rounds {
      let source = RandomMarkdown.source(&dice)
      let problem = HTMLChecker.problem(in: html(source))
      #expect(problem == nil, "\(source.debugDescription) → \(html(source))")
      if problem != nil { break }
    }
  }

  @Test func fastParagraphsEqualTheParsedTree() {
    var dice = Dice(seed: seed + 2)
    var quick = 0
    for round in 0..<3 * rounds {
      var source =
        round % 3 == 0 ? RandomMarkdown.source(&dice) : RandomMarkdown.plainSource(&dice)
      if source.withUTF8({ FastParagraphs.canShow($0) }) { quick += 1 } else { continue }
      #expect(html(source) == slowHTML(source), "\(source.debugDescription)")
      #expect(markdown(source) == slowMarkdown(source), "\(source.debugDescription)")
      var sink = ByteSink()
      RichText.writeText(source, base: nil, to: &sink)
      #expect(sink.string == slowText(source), "\(source.debugDescription)")
    }
    #expect(quick > rounds / 4)
  }

  @Test func randomValuesKeepTheirStructureInMarkdown() {
    var dice = Dice(seed: seed + 3)
    for _ in 0..<2 * rounds {
      let source = RandomMarkdown.source(&dice)
      let base = "https://base.example/r/"
      let again = markdown(source, base: base)
      let before = Structure.of(source, base: base)
      let after = Structure.of(again, base: base)
      #expect(before == after, "\(source.debugDescription) → \(again.debugDescription)")
      if before != after { break }
    }
  }

  @Test func randomValuesStayOnOneLineInTableCells() {
    var dice = Dice(seed: seed + 4)
    for _ in 0..<rounds {
      let source = RandomMarkdown.source(&dice)
      for line in [markdown(source, as: .cell), escaped(source, as: .cell)] {
        #expect(!line.contains("\n") && !line.contains("|"), "\(source.debugDescription)")
      }
      #expect(!escaped(source).contains("\n"))
      #expect(!markdown(source, as: .line).contains("\n"), "\(source.debugDescription)")
    }
  }

  @Test func escapedRandomTextIsPlainParagraphs() {
    var dice = Dice(seed: seed + 5)
    for _ in 0..<rounds {
      let source = RandomMarkdown.source(&dice)
      let tree = Structure.of(escaped(source), base: nil)
      let words = Structure.words(source)
      #expect(
        tree == (words.isEmpty ? "" : Structure.tidied("p(\(words))")),
        "\(source.debugDescription) → \(escaped(source))")
    }
  }

  @Test func randomValuesContainNoTextMarks() {
    var dice = Dice(seed: seed + 6)
    for _ in 0..<rounds {
      let source = RandomMarkdown.source(&dice)
      var sink = ByteSink()
      RichText.writeText(source, prefix: "| ", base: nil, to: &sink)
      for line in sink.string.split(separator: "\n") {
        let scalars = line.unicodeScalars
        #expect(scalars.filter { $0 == "\t" }.count <= 1, "\(source.debugDescription)")
        #expect(scalars.dropFirst().allSatisfy { $0.value >= 0x20 || $0 == "\t" })
      }
    }
  }

  @Test func replacingHiddenCharactersTwiceChangesNothing() {
    var dice = Dice(seed: seed + 7)
    for _ in 0..<rounds {
      let source = RandomMarkdown.source(&dice)
      var once = ByteSink()
      LiteralText.writeText(source, to: &once)
      var twice = ByteSink()
      LiteralText.writeText(once.string, to: &twice)
      #expect(once.string == twice.string, "\(source.debugDescription)")
    }
  }

  @Test func randomValuesDoNotChangeADocumentsStructure() {
    let token = Token.encode(0)
    let source = """
      # A \(token)

      \(token) b *\(token)* **c \(token)** `\(token)` [\(token)](d) 1\(token)
      &\(token) -\(token)

      - e \(token)
      - \(token) f

      > \(token) g

      ```
      \(token)
      ```
      """
    let document = TemplateDocument(parsing: source)
    func written(_ value: String, as target: DocumentTarget) -> String {
      var words = Words(target: target, values: [0: value])
      var sink = ByteSink()
      document.write(
        as: target, base: "https://base.example/", resolver: &words, to: &sink)
      return sink.string
    }
    func tags(_ html: String) -> [Substring] {
      html.matches(of: /<[^>]*>/).map { html[$0.range] }
    }
    let skeleton = Structure.skeleton(of: written("x", as: .markdown))
    let page = tags(written("x", as: .html))
    var dice = Dice(seed: seed + 8)
    for _ in 0..<rounds {
      let value = RandomMarkdown.source(&dice)
      #expect(tags(written(value, as: .html)) == page, "\(value.debugDescription)")
      let markdown = written(value, as: .markdown)
      let after = Structure.skeleton(of: markdown)
      #expect(after == skeleton, "\(value.debugDescription) → \(markdown)")
      if after != skeleton { break }
    }
  }
}
