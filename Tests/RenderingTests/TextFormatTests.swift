import Composing
import JSON
import Model
import TestSupport
import Testing
import Text

@testable import Rendering

/// Plain text and logs in every target.
@Suite struct TextFormatTests {
  private func dataset(_ text: String, _ details: String) -> Dataset {
    var message = Message(urgency: .error, title: "", text: text, details: details)
    (message.textFormat, message.detailsFormat) = (.plain, .log)
    var dataset = Dataset()
    dataset.title = "Tests"
    dataset.run = Dataset.Run(status: .completed)
    dataset.messages = [message, message]
    return dataset
  }

  @Test func everyTargetShowsWhatIsWritten() throws {
    let whole = dataset("__init__ got *args\nline 2", "\u{1B}[31ma\u{1B}[0m  b\n```\n  c")
    for target in OutputFormat.all where target.usesTemplate {
      let output = try render(report(whole), to: target)
      let written =
        target.componentEnding == "markdown" ? #"\_\_init\_\_ got \*args\"# : "__init__ got *args"
      #expect(output.contains(written), "\(target.name)")
      let colored = ["page": "<span class=\"a31\">a</span>  b\n", "mail": "a</span>&nbsp; b<br>"]
      #expect(output.contains(colored[target.name] ?? "a  b\n"), "\(target.name)")
      #expect(!output.contains("[31m") && !output.contains("<em>"), "\(target.name)")
    }
  }

  @Test func aTitleIsTakenFromPlainTextAsItIs() throws {
    var whole = dataset("", "")
    whole.messages = [Message(urgency: .error, title: "", text: "__a__ *b*\n  c")]
    whole.messages[0].textFormat = .plain
    #expect(try render(report(whole), to: .text).contains("__a__ *b*\n"))
  }

  @Test func jsonSaysTheFormatOfEachText() throws {
    var whole = dataset("a", "b")
    whole.messages[1].textFormat = .markdown
    let output = try render(report(whole), to: .json)
    #expect(output.matches(of: /"text": "a",\s*"textFormat": "plain"/).count == 1)
    #expect(output.matches(of: /"details": "b",\s*"detailsFormat": "log"/).count == 2)
    #expect(!output.contains("markdown"))
  }

  @Test(arguments: ["mail", "markdown", "text"])
  func logsFitIntoABudget(name: String) throws {
    let target = try #require(OutputFormat(named: name))
    var whole = dataset("a", "")
    whole.url = "https://a.example/"
    whole.messages = (0..<20).map { index in
      var message = whole.messages[0]
      message.title = "m\(index)"
      message.details = String(repeating: "```` line [\(index)](x) <b>\n", count: 500)
      return message
    }
    var options = RenderOptions()
    options.budget = 60_000
    let output = try render(report(whole), to: target, options: options)
    #expect(output.utf8.count <= 60_000)
    #expect(output.contains("m0"))
    #expect(!output.contains("<b>") || name != "mail")
  }

  @Test(
    .enabled(if: FuzzScale.isThorough),
    .timeLimit(.minutes(20)),
    arguments: [
      "<script>alert(1)</script>", "](javascript:alert(1))", "-->", "\"><img src=x onerror=x>",
      "```\n<img src=x>\n```", "\u{202E}evil", "a\u{2028}b", "\0", "\u{1B}",
      "</code></pre><script>",
      "{{title}} {{{title}}}", "::error::x\n##[error]y", String(repeating: "`", count: 4_000),
      String(repeating: "<", count: 100_000),
    ])
  func hostileTextChangesNoStructure(text: String) throws {
    func tags(_ words: String, _ target: OutputFormat) throws -> [Substring] {
      let output = try render(report(dataset(words, words)), to: target)
      for scalar in output.unicodeScalars {
        #expect(scalar.value != 0x202E && scalar.value != 0x2028 && scalar.value != 0x1B)
      }
      // Names may be broken at other places.
      return output.matches(of: /<\/?[a-z][^>]*>|<!--/).map(\.output).filter { $0 != "<wbr>" }
    }
    let lines = String(text.map { $0 == "\n" ? $0 : "x" })
    for target in [OutputFormat.page, .mail] {
      #expect(try tags(text, target).count == tags(lines, target).count, "\(target.name)")
    }
    let output = try render(report(dataset(text, text)), to: .text)
    #expect(!output.split(separator: "\n").contains { $0.hasPrefix("::") || $0.hasPrefix("##[") })
  }
}
