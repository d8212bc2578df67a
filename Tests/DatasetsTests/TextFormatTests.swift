import Diagnostics
import ImportSupport
import JSON
import Model
import Testing
import Text

@testable import Datasets
@testable import ToolReports

/// What `text` and `details` are written in.
@Suite struct TextFormatTests {
  private let messages = """
    messages: [{urgency: 'error', title: 'a', text: 'x', details: 'y'},
      {urgency: 'error', title: 'b', text: 'x', textFormat: 'markdown', details: 'y',
       detailsFormat: 'plain'},
      {urgency: 'error', title: 'c', text: 'x', textFormat: 'log', details: 'y',
       detailsFormat: 'markdown'}]
    """
  private let timeline = """
    timeline: {entries: [{title: 'd', time: '2026-11-20', details: 'z'},
      {title: 'e', time: '2026-11-20', details: 'z', detailsFormat: 'markdown'},
      {title: 'f', time: '2026-11-20', details: 'z', detailsFormat: 'plain'}]}
    """

  private func formats(_ texts: String...) -> [[TextFormat]] {
    let result = Import(files: texts.map { Array($0.utf8) })
    #expect(result.problems == [])
    let dataset = result.dataset
    return [
      dataset?.messages.map(\.textFormat) ?? [], dataset?.messages.map(\.detailsFormat) ?? [],
      dataset?.timeline?.entries.map(\.detailsFormat) ?? [],
    ]
  }

  @Test func textsAreMarkdownUnlessTheySayOtherwise() {
    #expect(
      formats("{version: 1, \(messages), \(timeline)}") == [
        [.markdown, .markdown, .log], [.markdown, .plain, .markdown],
        [.markdown, .markdown, .plain],
      ])
  }

  @Test func aFileSaysItOnceBeforeOrAfterItsMessages() {
    let defaults = "textFormat: 'plain', detailsFormat: 'log'"
    let expected: [[TextFormat]] = [
      [.plain, .markdown, .log], [.log, .plain, .markdown], [.log, .markdown, .plain],
    ]
    #expect(formats("{version: 1, \(defaults), \(messages), \(timeline)}") == expected)
    #expect(formats("{version: 1, \(messages), \(timeline), \(defaults)}") == expected)
  }

  @Test func whatAFileSaysIsNotSaidOfOtherFiles() {
    let plain = "{version: 1, textFormat: 'plain', messages: [{urgency: 'error', text: 'x'}]}"
    let markdown = "{version: 1, messages: [{urgency: 'error', text: 'x'}]}"
    #expect(formats(plain, markdown, plain)[0] == [.plain, .markdown, .plain])
    #expect(formats(markdown, plain, markdown)[0] == [.markdown, .plain, .markdown])
  }

  @Test func anUnknownFormatIsAnErrorWithAHint() {
    let result = Import(
      message: "urgency: 'error', text: 'x', textFormat: 'md',\ndetailsFormat: 'x'")
    #expect(
      result.problems == ["2:42 error unknown-text-format", "3:16 error unknown-text-format"])
    #expect(result.diagnostics.first?.help == ["did you mean 'markdown'?"])
    #expect(result.diagnostics.last?.help == ["valid values: markdown, plain, log"])
    #expect(Import(members: "detailsFormat: 1").problems == ["2:16 error wrong-type"])
  }

  @Test func formatsAreWrittenWhereTheyAreNotMarkdown() throws {
    let dataset = try #require(
      Import("{version: 1, textFormat: 'plain', \(messages), \(timeline)}").dataset)
    let bytes = DatasetWriter.bytes(dataset)
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(written.contains(#""text":"x","textFormat":"plain","details":"y"}"#))
    #expect(written.contains(#""text":"x","details":"y","detailsFormat":"plain"}"#))
    #expect(!written.contains("markdown"))
    let again = try #require(Import(files: [bytes]).dataset)
    #expect(again.messages.map(\.textFormat) == dataset.messages.map(\.textFormat))
    #expect(again.messages.map(\.detailsFormat) == dataset.messages.map(\.detailsFormat))
    #expect(DatasetWriter.bytes(again) == bytes)
  }

  @Test func aFormatOfAllTextsIsWrittenOnce() throws {
    let defaults = "textFormat: 'plain', detailsFormat: 'log'"
    let messages =
      "messages: [{urgency: 'error', text: 'x'}, {urgency: 'error', text: 'x', details: 'y'}]"
    for timeline in ["", ", timeline: {entries: [{title: 'd', time: '2026-11-20', details: 'z'}]}"]
    {
      let dataset = try #require(
        Import("{version: 1, \(defaults), \(messages)\(timeline)}").dataset)
      let bytes = DatasetWriter.bytes(dataset)
      let written = String(decoding: bytes, as: UTF8.self)
      #expect(written.contains(#""textFormat":"plain","detailsFormat":"log","messages":"#))
      #expect(written.matches(of: /Format"/).count == 2)
      let again = try #require(Import(files: [bytes]).dataset)
      #expect(again.messages.map(\.textFormat) == [.plain, .plain])
      #expect(again.messages.map(\.detailsFormat) == [.log, .log])
      #expect(DatasetWriter.bytes(again) == bytes)
    }
    let other =
      ", timeline: {entries: [{title: 'd', time: '2026-11-20', details: 'z', detailsFormat: 'plain'}]}"
    let dataset = try #require(Import("{version: 1, \(defaults), \(messages)\(other)}").dataset)
    let written = String(decoding: DatasetWriter.bytes(dataset), as: UTF8.self)
    #expect(written.contains(#""details":"y","detailsFormat":"log"}"#))
    #expect(written.contains(#""details":"z","detailsFormat":"plain"}"#))
  }

  @Test func aFormatWithoutATextIsNotWritten() {
    var message = Message(urgency: .error, title: "a")
    (message.textFormat, message.detailsFormat) = (.plain, .log)
    var dataset = Dataset()
    dataset.messages = [message]
    #expect(!String(decoding: DatasetWriter.bytes(dataset), as: UTF8.self).contains("Format"))
  }

  @Test(arguments: [
    ("#x1B[31mred#x1B[0m", "red"), ("\\x1b[1mbold\\x1b[0m x", "bold x"),
    ("[NON-XML-CHAR-0x1B][32mgreen", "green"), ("␛[1mbold␛[0m", "bold"),
    ("␛]0;title␇after", "after"), ("10 %\r\u{1B}[K90 %", "90 %"),
    ("print(\"\\x1b\")", "print(\"\\x1b\")"), ("\\x1b[", "\\x1b["), ("#x1B", "#x1B"),
  ])
  func importersKnowHowTestToolsSpellEscapes(output: String, text: String) {
    #expect(TerminalText.plain(output) == text)
  }
}
