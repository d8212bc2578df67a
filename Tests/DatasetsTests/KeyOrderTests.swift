import Diagnostics
import ImportSupport
import JSON
import Model
import Testing

/// The keys of a message may have any order and form.
@Suite struct KeyOrderTests {
  private static let members = [
    #""urgency":"error""#, #""category":"c""#, #""title":"t""#, #""text":"x""#,
    #""details":"d""#, #""time":"2026-11-20T03:12:00+01:00""#, #""fingerprint":"f""#,
    #""location":{"line":7,"file":"a.swift","column":3,"url":"https://a.example/"}"#,
    #""location":{"file":"a.swift","url":"https://a.example/","line":7,"column":3}"#,
  ]

  private static let messages: [String] = (0..<60).map { number in
    var order = (0..<8).map { members[$0 == 7 && number % 3 == 0 ? 8 : $0] }
    order.swapAt(number % 8, number * 5 % 8)
    return "{" + order.joined(separator: ",") + "}"
  }

  private func dataset(_ messages: [String]) -> String {
    "{\"version\":1,\"messages\":[\n" + messages.joined(separator: ",\n") + "\n]}"
  }

  @Test(arguments: [1, 7, 64, .max]) func anyOrderGivesTheSameMessages(piece: Int) throws {
    let read = Import(dataset(Self.messages), piece: piece)
    #expect(read.problems.isEmpty)
    let messages = try #require(read.dataset).messages
    #expect(messages.count == 60)
    for (number, message) in messages.enumerated() {
      #expect(message.source.line == UInt32(number + 2) && message.source.column == 1)
      var first = messages[0]
      first.source = message.source
      #expect(message == first)
    }
    #expect(messages[0].location?.line == 7 && messages[0].location?.file == "a.swift")
  }

  /// Escaped keys and such with spaces are read one by one.
  @Test func keysInOtherFormsGiveTheSameMessages() {
    let usual = Import(dataset(Self.messages)).dataset?.messages
    for (plain, other) in [
      (#""title":"#, #""titl\u0065":"#), (#""title":"#, #""title" : "#), (#""line":"#, "line:"),
      (#""file":"#, #"'file':"#), (#""urgency":"#, #"/**/"urgency"/**/:"#),
    ] {
      let messages = Self.messages.map { replacing($0, plain, other) }
      let read = Import(dataset(messages))
      #expect(read.problems.isEmpty)
      #expect(read.dataset?.messages == usual)
    }
  }

  @Test func problemsOfKeysAreReported() {
    let read = Import(
      dataset(
        Self.messages.prefix(3) + [
          #"{"urgency":"error","title":"a","title":"b"}"#,
          #"{"urgency":"error","title":"a","titel":"b","titel":"c"}"#,
          #"{"urgency":"error","title":"a","location":{"file":"b","line":0}}"#,
          #"{"urgency":"error","title":"a","location":{"line":1}}"#,
          #"{"urgency":"error","title":"a","time":"2026-13-20T03:12:00+01:00"}"#,
          #"{"urgency":"error","title":7,"text":"a"}"#,
          #"{"urgency":"error","title":"a",,"text":"a"}"#,
        ]))
    #expect(
      read.problems == [
        "5:32 error duplicate-key", "6:32 warning unknown-key", "6:44 error duplicate-key",
        "7:62 error invalid-value", "8:43 error missing-file", "9:39 error invalid-time",
        "10:28 error wrong-type", "11:32 error unexpected-comma",
      ])
  }

  @Test func idsThatAreGivenTwiceAreReported() {
    let filler = #"{"urgency":"error","title":"a title of a few words"}"#
    var messages = [String](repeating: filler, count: 20_000)
    for number in [300, 301, 5_000] {
      messages[number] = #"{"urgency":"error","title":"a","id":"same"}"#
    }
    #expect(
      Import(dataset(messages)).problems == [
        "303:37 warning duplicate-id", "5002:37 warning duplicate-id",
      ])
  }

  private func replacing(_ text: String, _ old: String, _ new: String) -> String {
    var parts: [Substring] = []
    var rest = text[...]
    while let range = rest.firstRange(of: old) {
      parts += [rest[..<range.lowerBound], Substring(new)]
      rest = rest[range.upperBound...]
    }
    return (parts + [rest]).joined()
  }
}
