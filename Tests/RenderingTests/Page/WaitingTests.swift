import Composing
import Localization
import Model
import Testing
import Text

@testable import Rendering

/// The end of a long page with everything inline is deferred as text.
@Suite struct WaitingTests {
  static var inline: RenderOptions {
    var options = RenderOptions()
    options.hasEverythingInline = true
    return options
  }

  /// A page with this number of messages in each section, and its deferred parts.
  private static func page(_ counts: [Int]) throws -> (page: String, waiting: [[Int]]) {
    var night = dataset()
    for (place, count) in counts.enumerated() {
      night.categories.append(Dataset.Category(id: "c\(place)", title: "Section \(place)"))
      for _ in 0..<count { night.messages.append(message(.error, "x", category: "c\(place)")) }
    }
    let page = try render(try report(night), to: .page, in: withoutStyle, options: inline)
    return (page, waiting(in: page))
  }

  /// The numbers of the messages in each deferred part, as a browser finds the parts.
  static func waiting(in page: String) -> [[Int]] {
    page.matches(of: /(?is)<noscript>(.*?)<\/noscript/).map { part in
      part.1.matches(of: /<li id="m(\d+)"/).compactMap { Int($0.1) }
    }
  }

  @Test func everyChunkWaitsThatBeginsAfterTheFirstThousand() throws {
    #expect(try Self.page([1_000]).waiting == [])
    #expect(try Self.page([1_001]).waiting == [[1_001]])
    let (_, waiting) = try Self.page([950, 120, 0, 250])
    #expect(waiting.map(\.count) == [20, 100, 100, 50])
    #expect(waiting.flatMap { $0 } == Array(1_051...1_320))
  }

  @Test func allStandInThePageOnceAndInOrder() throws {
    let (page, _) = try Self.page([700, 700])
    let ids = page.matches(of: /<li id="m(\d+)"/).compactMap { Int($0.1) }
    #expect(ids == Array(1...1_400))
    let keys = try PageReader.tags(of: page).filter { $0.name == "li" && $0["data-key"] != nil }.map
    { $0["data-key"] }
    #expect(keys.count == 1_400 && keys.allSatisfy { $0?.utf8.count == 12 })
    #expect(Set(keys).count == 2)
  }

  @Test(arguments: [([1_000], false), ([950, 100], false), ([1_001], true), ([950, 101], true)])
  func aPageSaysThatSomethingWaitsWhereSomethingDoes(counts: [Int], isSaid: Bool) throws {
    let (page, waiting) = try Self.page(counts)
    #expect(!waiting.isEmpty == isSaid)
    #expect(page.contains("class=\"note waiting\"") == isSaid)
    #expect(page.contains(try locale().string(named: "waiting") + "</p>") == isSaid)
  }

  @Test func aBaselineChangesNoKey() throws {
    let night = dataset([
      message(.error, "a"), message(.warning, "b", category: "c"), message(.error, "a"),
    ])
    let before = dataset([message(.error, "gone"), message(.error, "a")])
    func keys(_ report: Report) throws -> [String] {
      try PageReader.tags(of: render(report, to: .page, in: withoutStyle))
        .filter { $0.name == "li" && $0["data-key"] != nil }.compactMap { $0["data-key"] }
    }
    let alone = try keys(try report(night))
    #expect(alone.count == 3)
    // The news are first.
    #expect(try keys(try report(night, baseline: before)).sorted() == alone.sorted())
  }
}
