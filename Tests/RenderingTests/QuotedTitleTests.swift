import Composing
import Model
import TestSupport
import Testing
import Text

@testable import Rendering

/// Backticks in titles, colours of logs and frames of source in every target.
@Suite struct QuotedTitleTests {
  private func output(_ target: OutputFormat) throws -> String {
    var message = Message(
      urgency: .error, title: "unused variable: `a_b`", details: "plain")
    message.detailsFormat = .log
    var dataset = Dataset()
    dataset.title = "Tests"
    dataset.run = Dataset.Run(status: .completed)
    dataset.messages = [message]
    return try render(report(dataset), to: target)
  }

  @Test func backticksInTitlesAreCode() throws {
    let page = try output(.page)
    // The text of the element is still the title, for search, order and copies.
    #expect(page.contains("unused variable: <code><i>`</i>a_b<i>`</i></code>"))
    #expect(try output(.markdown).contains("unused variable: `a_b`"))
    #expect(try output(.text).contains("unused variable: `a_b`"))
    #expect(try output(.json).contains("\"title\": \"unused variable: `a_b`\""))
    let mail = try #require(OutputFormat(named: "mail"))
    #expect(try output(mail).matches(of: /unused variable: <code[^>]*>a_b<\/code>/).count > 0)
  }

  @Test func titlesInAttributesStayPlain() throws {
    var message = Message(urgency: .information, title: "`a` \"b\"")
    message.kind = .progress
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed)
    dataset.messages = [message]
    let page = try render(report(dataset), to: .page)
    #expect(page.contains("aria-label=\"`a` &quot;b&quot;\""))
  }

  @Test func theLineOfAPlaceIsMarked() throws {
    var message = Message(urgency: .error, title: "x")
    message.location = Message.Location(
      file: "a.c", line: 2, context: Message.Context(lines: ["one", "two", "three"]))
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed)
    dataset.messages = [message]
    var whole = try report(dataset)
    whole.showsSource = true
    #expect(try render(whole, to: .page).contains("<mark>&gt; 2 | two</mark>"))
    #expect(try render(whole, to: .markdown).contains("> 2 | two"))
    let mail = try #require(OutputFormat(named: "mail"))
    #expect(try render(whole, to: mail).matches(of: /<b[^>]*>&gt; 2 \| two<\/b>/).count == 1)
  }

  @Test func logsThatAreCutStaySafe() throws {
    var message = Message(
      urgency: .error, title: "x",
      details: (1...40).map { "\u{1B}[3\($0 % 8)mline \($0)" }.joined(separator: "\n"))
    message.detailsFormat = .log
    var dataset = Dataset()
    dataset.url = "https://a.example/"
    dataset.run = Dataset.Run(status: .completed)
    dataset.messages = [message]
    let mail = try #require(OutputFormat(named: "mail"))
    let output = try render(report(dataset), to: mail)
    #expect(output.contains("line 1</span><br>"))
    #expect(!output.contains("[31m") && !output.contains("line 40"))
  }
}
