import Datasets
import Diagnostics
import JSON
import Model
import Testing

/// Datasets that are longer than any window of the reader, with what looks like messages and is none.
struct LongDatasetTests {
  private static let count = 6_000

  private func read(_ messages: [String], joinedBy separator: String) -> (Dataset, DiagnosticLog) {
    let text = "{\"version\":1,\"messages\":[" + messages.joined(separator: separator) + "\n]}"
    var merger = InputMerger()
    merger.read(file: "d.json", from: ByteSource(bytes: Array(text.utf8)))
    return merger.salvage()
  }

  private func warning(_ number: Int) -> String {
    #"{"urgency":"warning","title":"n\#(number)","text":"\#(String(repeating: "x", count: 150))"}"#
  }

  @Test(arguments: [
    #"{"urgency":"error","title":"old"}, {"urgency":"error","title":"ghost"}"#,
    #"{"urgency":"error","title":"old"} {"urgency":"error","title":"ghost"}"#,
    #"}, {"urgency":"error","title":"ghost"}, {"urgency":"error","title":"ghost"}"#,
    #"}]}, {"urgency":"error"#, #"{"urgency":"error","title":"a"}, /* "#, #"", "title": "#,
  ])
  func commentsHoldNoMessages(comment: String) {
    let block = comment.replacing("/*", with: "//")
    for (start, end) in [("// was: \(comment)\n", ""), ("/* was: \(block)\n", " */")] {
      let messages = (0..<Self.count).map { "\(warning($0)) \(start)\(end)" }
      let (dataset, log) = read(messages, joinedBy: ", ")
      #expect(log.isEmpty)
      #expect(dataset.messages.map(\.title) == (0..<Self.count).map { "n\($0)" })
      #expect(dataset.messages.allSatisfy { $0.urgency == .warning })
    }
  }

  @Test func messagesBehindACommentThatBeginsInACommentAreKept() {
    let messages = (0..<Self.count).map { number in
      """
      \(warning(number)) // was: {"urgency":"warning","title":"a"}, {"urgency":"warning","title":"b"} /* see
      , {"urgency":"error","title":"real \(number)"} // end */

      """
    }
    let (dataset, log) = read(messages, joinedBy: ",")
    #expect(log.isEmpty)
    #expect(dataset.messages.count { $0.urgency == .error } == Self.count)
    #expect(dataset.messages.count == 2 * Self.count)
  }

  /// What could be taken for the beginning of a message stands in texts and in lists.
  private func message(_ number: Int) -> String {
    let text = String(repeating: "wörd } , { ", count: number % 9)
    let list = "[{\"title\":\"a\"},{\"title\":\"b\"}]"
    let decoy = #"\"},{\"urgency\":\"error\",\"title\":\"none\"}"#
    return
      "{\"urgency\":\"error\",\"category\":\"c\(number % 3)\",\"title\":\"n\(number) \(decoy)\","
      + "\"text\":\"\(text)\",\"actions\":\(list)}"
  }

  @Test(arguments: [",", ",\n", " ,\r\n  "])
  func everyMessageHasItsPlace(separator: String) {
    let messages = (0..<Self.count).map(message)
    let (dataset, log) = read(messages, joinedBy: separator)
    #expect(log.isEmpty)
    #expect(dataset.messages.count == Self.count)
    var (line, column) = (1, "{\"version\":1,\"messages\":[".count + 1)
    var isEqual = true
    for (number, message) in dataset.messages.enumerated() {
      isEqual =
        isEqual && message.title.hasPrefix("n\(number) \"},{") && message.actions.count == 2
        && message.category == "c\(number % 3)"
        && message.source == SourceMark(line: UInt32(line), column: UInt32(column))
      column += messages[number].unicodeScalars.count
      if separator.contains(where: \.isNewline) {
        line += 1
        column = separator == ",\n" ? 1 : 3
      } else {
        column += separator.count
      }
    }
    #expect(isEqual)
  }

  @Test func problemsAreFoundInTheirPlaces() {
    var messages = (0..<Self.count).map(message)
    messages[4_321] = #"{"urgency":"error","title":"a","colour":"red"}"#
    messages[5_432] = #"{"urgency":"loud","title":"b"}"#
    let (dataset, log) = read(messages, joinedBy: ",\n")
    #expect(dataset.messages.count == Self.count)
    #expect(Set(log.diagnostics.map(\.id)) == ["unknown-urgency", "unknown-key"])
    #expect(Set(log.diagnostics.map { $0.location?.line }) == [4_322, 5_433])
  }

  @Test func idsThatAreFarApartAreCompared() {
    var messages = (0..<Self.count).map(message)
    for number in [10, 5_000] {
      messages[number] = #"{"urgency":"error","title":"a","id":"same","textFormat":"markdown"}"#
    }
    let (dataset, log) = read(messages, joinedBy: ",\n")
    #expect(log.diagnostics.map(\.id) == ["duplicate-id"])
    #expect(log.diagnostics.first?.location?.line == 5_001)
    #expect(dataset.messages[5_000].id == "same")
  }
}
