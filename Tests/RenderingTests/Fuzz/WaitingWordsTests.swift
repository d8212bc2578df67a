import Model
import Testing

@testable import Rendering

/// Values can't end deferred content, whether a parser reads it as text (with scripts) or as HTML.
@Suite struct WaitingWordsTests {
  @Test func randomTextNeverEndsADeferredTemplate() throws {
    let plain = try Self.tags(Self.night { "x" })
    for round in 0..<max(4, Fuzz.rounds / 20) {
      var dice = Dice(seed: UInt64(round))
      let night = Self.night { Self.words(&dice) }
      StructureTests.compare(
        StructureTests.withoutQuotes(try Self.tags(night)), StructureTests.withoutQuotes(plain),
        round)
    }
  }

  private static func words(_ dice: inout Dice) -> String {
    let ends = ["</noscript>", "</NoScript >", "<noscript>", "</noscript", "&lt;/noscript&gt;"]
    return dice.once(in: 3)
      ? dice.pick(ends) + HostileWords.value(&dice) : HostileWords.value(&dice)
  }

  /// A thousand plain messages, then some with the given text.
  private static func night(_ words: () -> String) -> Dataset {
    var night = dataset()
    night.categories = [
      Dataset.Category(id: "a", title: "x"), Dataset.Category(id: "b", title: words()),
    ]
    night.messages = Array(
      repeating: message(.error, "x", category: "a"), count: ChunkScope.live)
    for index in 0..<5 {
      var message = Message(
        urgency: .error, category: "b", title: words(), text: words(), fingerprint: "\(index)")
      message.details = words()
      message.location = Message.Location(file: words(), line: 12, url: "https://a.example/")
      message.link = Message.Link(title: words(), url: "https://a.example/")
      message.actions = [
        Message.Action(title: words(), url: "https://a.example/", role: .default)
      ]
      night.messages.append(message)
    }
    return night
  }

  /// The tags of the page. Checks that the expected content is deferred.
  private static func tags(_ night: Dataset) throws -> [PageReader.Tag] {
    let page = try render(
      try report(night), to: .page, in: withoutStyle, options: WaitingTests.inline)
    #expect(WaitingTests.waiting(in: page) == [Array(1_001...1_005)])
    #expect(page.matches(of: /(?i)<\/?noscript/).count == 2)
    let read = try PageReader(page)
    for tag in read.tags where tag.kind != .end { KnownMarkup.check(tag) }
    // Markdown may add its own elements.
    let rich = Set(KnownMarkup.rich)
    var isTask = false
    return StructureTests.withoutMore(read.tags).filter { tag in
      // The box of a task has no element within it.
      if isTask || tag.name == "span" && tag["class"] == "task" {
        isTask.toggle()
        return false
      }
      return !rich.contains(tag.name)
    }
  }
}
