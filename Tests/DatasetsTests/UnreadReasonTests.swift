import ImportSupport
import Localization
import Testing
import Text

@testable import Datasets
@testable import Formats
@testable import Inputs

@Suite("Why inputs were not read, in the language of a report") struct UnreadReasonTests {
  /// The name of a format, which is the same in all languages: "SpotBugs XML", "SARIF 2.1.0", "YAML".
  private func isName(_ text: String) -> Bool {
    !["a ", "an ", "the "].contains { text.hasPrefix($0) }
      && ["XML", "JSON", "YAML", "TAP", "TRX", "LCOV", "2.1.0", "-json"]
        .contains { text.hasSuffix($0) }
      && text.split(separator: " ").count < 5
      && !text.hasPrefix("write") && !text.contains(" or ")
  }

  @Test(arguments: ["ar", "de", "es", "fr", "he", "ja", "pl"])
  func areSaidInEveryLanguage(_ tag: String) throws {
    let locale = try words(tag)
    for text in FoundFile.reasons where !isName(text) {
      #expect(locale.reason(text) != text, "\(tag) has no words for it")
    }
  }

  @Test func namesHaveNoQuotesWhereTheyWouldChangeSides() throws {
    let arabic = try words("ar")
    #expect(arabic.reason("XML whose root is 'odd-report'") == "ملف XML جذره odd-report")
    #expect(arabic.reason("JSON with 'a', 'b'") == "ملف JSON فيه a, b")
  }

  @Test(arguments: [
    ("XML whose root is 'odd'", "XML mit der Wurzel 'odd'"),
    ("JSON with 'a', 'it's', 'c'", "JSON mit 'a', 'it's', 'c'"),
    (
      "write TAP instead: prove -f 'tap': x", "stattdessen TAP schreiben: prove -f 'tap': x"
    ),
    ("to read it, name it: lines:{a}.log", "um sie zu lesen, sie benennen: lines:{a}.log"),
    (
      "it is not read; jq can make lines with 'urgency' and 'title' of it",
      "wird nicht gelesen; jq kann Zeilen mit 'urgency' und 'title' daraus machen"
    ),
    ("dbt's run results", "die Laufergebnisse von dbt"),
    ("Bandit JSON", "Bandit JSON"), ("'", "'"), ("", ""), ("a 'b", "a 'b"), (": ", ": "),
  ])
  func keepNamesAndCommandsAsTheyAre(_ text: String, said: String) throws {
    #expect(try words("de").reason(text) == said)
    #expect(try words("en").reason(text) == text)
  }
}

extension FoundFile {
  /// Sentences about files that are not read, and what to do about them.
  fileprivate static var reasons: [String] {
    let seen = [
      LookAlike.containers, LookAlike.xmlReports, LookAlike.xml, LookAlike.jsonReports,
      LookAlike.json, LookAlike.text,
    ].joined()
    let others = [
      "a hidden report", "name the file to read it", "a pipe, a socket or a device",
      "a file compressed by Brotli", "unpack it first: brotli -d FILE",
    ]
    let refusals: [InputStream.Refusal] = [
      .unreadable(code: 5), .encoding("UTF-32"), .damagedGzip, .tooLong,
    ]
    return seen.flatMap { [$0.title, $0.help].compactMap(\.self) }
      + [DatasetReader.reason(unreadKey: "run.errors")]
      + [LookAlike.proposal, LookAlike.unread, LookAlike.unreadXML, LookAlike.unreadJSON]
      + others + refusals.flatMap { [$0.summary] + $0.help } + InputFormat.builtIn.map(\.title)
  }
}
