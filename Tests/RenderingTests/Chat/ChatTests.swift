import Composing
import Foundation
import Model
import Testing

@testable import Rendering

/// Messages for chats: their limits, and that no text of a dataset means anything to the chat.
@Suite struct ChatTests {
  private static let hostile = [
    "<!channel> <@U123> <https://evil.example|click>",
    "*bold* _italic_ ~gone~ `code` &amp; :smile:",
    "[a](https://evil.example) **b** {{DATE(now)}} ${title}", "\u{202E}gpj.exe\u{0}\u{7}",
    "\"}]}\\",
    String(repeating: "x", count: 5_000), String(repeating: "👨‍👩‍👧‍👦", count: 2_000),
    "e" + String(repeating: "\u{301}", count: 9_000), "", "\n\n",
  ]

  private func json(_ dataset: Dataset, _ format: OutputFormat, baseline: Dataset? = nil) throws
    -> [String: Any]
  {
    let report = try report(dataset, baseline: baseline)
    let (bytes, problems) = ReportRenderer(report, store: AssetStore()).bytes(format)
    #expect(problems == [])
    #expect(bytes.count <= 28_000)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  /// Every value under one of the keys, at any depth.
  private func values(_ names: Set<String>, in value: Any) -> [String] {
    if let object = value as? [String: Any] {
      return object.flatMap { name, value in
        (names.contains(name) ? [value as? String].compactMap { $0 } : [])
          + values(names, in: value)
      }
    }
    return (value as? [Any])?.flatMap { values(names, in: $0) } ?? []
  }

  private func hosted(_ messages: [Message]) -> Dataset {
    var night = dataset(messages)
    night.url = "https://ci.example.org/1482/"
    return night
  }

  @Test(arguments: [OutputFormat.slack, .teams], [false, true])
  func aSingleMessageIsNamedOnce(format: OutputFormat, isKnown: Bool) throws {
    let night = hosted([message(.error, "pays_by_card")])
    for baseline in isKnown ? [night, hosted([])] : [nil] as [Dataset?] {
      let texts = values(["text"], in: try json(night, format, baseline: baseline))
      // The notification names it, too.
      let named = texts.filter { $0.contains("pays_by_card") && !$0.hasPrefix("Nightly build: ") }
      #expect(named.count == 1)
    }
  }

  private func many(_ count: Int) -> Dataset {
    var all = hosted(
      (0..<count).map { number in
        var message = message(
          Urgency.allCases[number % 5], Self.hostile[number % Self.hostile.count])
        message.text = "Text \(number)"
        message.category = "Part \(number % 40)"
        message.location = Message.Location(file: String(repeating: "y", count: number))
        return message
      })
    all.summary = Self.hostile.joined(separator: "\n\n")
    all.title = Self.hostile.joined()
    return all
  }

  @Test(arguments: [0, 1, 2, 30, 2_000]) func slackTakesMessagesOfAnySize(count: Int) throws {
    for baseline in [nil, dataset(), many(7)] {
      let message = try json(many(count), .slack, baseline: baseline)
      let blocks = try #require(message["blocks"] as? [[String: Any]])
      #expect((1...50).contains(blocks.count))
      let kinds = Set(blocks.compactMap { $0["type"] as? String })
      #expect(kinds.isSubset(of: ["header", "rich_text"]), "only these have no markup")
      let header = try #require(blocks[0]["text"] as? [String: Any])
      #expect(header["type"] as? String == "plain_text")
      let title = try #require(header["text"] as? String)
      #expect((1...150).contains(title.utf16.count))
      for block in blocks.dropFirst() {
        let texts = values(["text"], in: block)
        #expect(texts.allSatisfy { !$0.isEmpty })
        #expect(texts.reduce(0) { $0 + $1.utf16.count } <= 3_000)
      }
      #expect(values(["url"], in: message).allSatisfy { $0.hasPrefix("https://ci.example.org/") })
      let notification = try #require(message["text"] as? String)
      #expect(!notification.contains("<") && !notification.contains(">"))
    }
  }

  @Test(arguments: [0, 1, 2, 30, 2_000]) func teamsTakesCardsOfAnySize(count: Int) throws {
    for baseline in [nil, dataset(), many(7)] {
      let message = try json(many(count), .teams, baseline: baseline)
      #expect(message["type"] as? String == "message")
      let attachment = try #require((message["attachments"] as? [[String: Any]])?.first)
      let card = try #require(attachment["content"] as? [String: Any])
      #expect(card["version"] as? String == "1.5")
      let kinds = Set(values(["type"], in: card))
      #expect(
        kinds.isSubset(of: [
          "AdaptiveCard", "Container", "RichTextBlock", "TextRun", "Action.OpenUrl",
        ]), "a TextBlock would have Markdown")
      #expect(values(["url"], in: card).allSatisfy { $0.hasPrefix("https://ci.example.org/") })
      #expect(values(["text"], in: card).allSatisfy { $0.utf16.count <= 400 })
    }
  }

  @Test(arguments: [OutputFormat.slack, .teams])
  func chatsNameWhatIsNewAndCountTheRest(format: OutputFormat) throws {
    let before = dataset((0..<20).map { message(.warning, "Old \($0)") })
    let now = hosted((0..<20).map { message(.warning, "Old \($0)") } + [message(.error, "Comes")])
    let texts = values(["text"], in: try json(now, format, baseline: before))
    #expect(
      texts.contains("Comes") && texts.contains("New (1)") && texts.contains("20 old: 20 warnings"))
    #expect(texts.contains { $0.contains("1 new error") })
    #expect(texts.contains { $0.contains("20 warnings") })
    #expect(!texts.contains { $0.contains("Old 3") })
    #expect(
      values(["url"], in: try json(now, format, baseline: before)).contains {
        $0.hasSuffix("#m21")
      })
  }

  @Test func cardsRunAsTheirLanguageDoes() throws {
    var arabic = many(3)
    arabic.locale = "ar"
    let card = try report(arabic, locale: "ar")
    let (bytes, _) = ReportRenderer(card, store: AssetStore()).bytes(.teams)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\"rtl\": true") && text.contains("\"lang\": \"ar\""))
  }

  @Test func hiddenCharactersAreSeen() throws {
    let all = dataset([message(.error, "a\u{202E}b"), message(.error, "c")])
    for format in [OutputFormat.slack, .teams] {
      let texts = values(["text"], in: try json(all, format)).joined()
      #expect(!texts.unicodeScalars.contains("\u{202E}"))
    }
  }
}
