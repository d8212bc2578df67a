import Composing
import Model
import Testing
import Text

/// Plain text and logs in a report.
@Suite struct TextFormatTests {
  private func message(_ details: String, _ format: TextFormat, title: String = "a") throws
    -> Message
  {
    var message = Message(urgency: .error, title: title, text: details, details: details)
    (message.textFormat, message.detailsFormat) = (format, format)
    return message
  }

  @Test func logsAreShownAsByATerminal() throws {
    let output = "\u{1B}[31m1 %\r100 %\u{1B}[0m"
    var whole = try dataset([
      message(output, .log), message(output, .plain), message(output, .markdown),
    ])
    var entry = TimelineEntry(when: .point(try time(night)), title: "e", details: output)
    entry.detailsFormat = .log
    whole.timeline = TimelineData(entries: [entry])
    let made = try report(whole)
    #expect(made.messages.map(\.details) == ["100 %", output, output])
    #expect(made.messages.map(\.text) == ["100 %", output, output])
    #expect(made.timeline?.entries.map(\.entry.details) == ["100 %"])
  }

  @Test func fixedLogsAreShownAsByATerminalToo() throws {
    let baseline = try dataset([message("a\u{1B}[1mb", .log)], run: .completed)
    let made = try report(dataset(run: .completed), settings(baseline: baseline))
    #expect(made.comparison?.fixedMessages.map(\.details) == ["ab"])
  }

  @Test func aFilterFindsWordsAcrossEscapes() throws {
    let whole = try dataset([message("un\u{1B}[1mexpected", .log)])
    #expect(try report(whole, settings(filters: ["text=unexpected"])).verdict.shown == 1)
  }

  @Test func aChangeOfTheFormatIsNoChangeOfTheMessage() throws {
    let baseline = try dataset([message("a", .markdown)])
    let made = try report(dataset([message("a", .plain)]), settings(baseline: baseline))
    #expect(made.changes == [.still])
  }

  @Test func theFirstLinesOfALogAreAWholeBlock() {
    let log = "one\n```\n[two](x)\nthree"
    func first(_ lines: Int, _ format: TextFormat, url: String? = "https://a.example/") -> String {
      let (text, shown) = TextLimits.details(log, format, lines: lines, url: url, linkText: "More")
      #expect(shown == (lines < 4 ? .markdown : format))
      return text
    }
    #expect(first(2, .log) == "````\none\n```\n````\n\n… [More](<https://a.example/>)")
    #expect(first(3, .plain, url: nil) == "one\\\n\\`\\`\\`\\\n\\[two\\]\\(x\\)\n\n…")
    #expect(first(4, .log) == log)
    #expect(first(2, .markdown) == "one\n```\n```\n\n… [More](<https://a.example/>)")
  }

  @Test func textsThatAreCutEndTheirBlockBeforeTheLink() throws {
    let long = String(repeating: "__init__ *got* ```\n", count: 400)
    for format in [TextFormat.plain, .log] {
      var whole = try dataset([message(long, format)])
      whole.url = "https://a.example/"
      let all = try report(whole)
      let trimming = Trimming(all, bytes: 2_000)
      let cut = (1...trimming.count).map { trimming.report(after: $0).messages[0] }
        .filter { $0.details != long }
      #expect(!cut.isEmpty)
      for message in cut {
        let details = try #require(message.details)
        #expect(message.detailsFormat == .markdown && message.textFormat == .markdown)
        #expect(details.hasSuffix("\n\n[View details](<https://a.example/>)"))
        if format == .log {
          #expect(details.hasPrefix("````\n__init__ *got* ```\n"))
          #expect(details.contains("\n…\n````\n\n["))
        } else {
          #expect(details.hasPrefix("\\_\\_init\\_\\_ \\*got\\* \\`\\`\\`\\\n\\_"))
        }
      }
    }
  }
}
