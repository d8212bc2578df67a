import Datasets
import Diagnostics
import JSON
import Testing

@Suite("Words of other formats") struct SynonymTests {
  private func help(_ message: String) -> [String] {
    var merger = InputMerger()
    let text = #"{ "version": 1, "messages": [ \#(message) ] }"#
    merger.read(file: "night.json", from: ByteSource(bytes: Array(text.utf8)))
    return merger.finish().log.diagnostics.flatMap(\.help)
  }

  @Test func synonymsSuggestTheKnownWord() {
    #expect(help(#"{ "urgency": "fatal", "title": "x" }"#).contains("did you mean 'error'?"))
    #expect(help(#"{ "severity": "error", "title": "x" }"#).contains("did you mean 'urgency'?"))
  }

  @Test func aKeyInTheWrongNumberIsMeantBeforeASynonym() {
    let message = #"{ "urgency": "error", "title": "x" }"#
    for (key, id) in [("message", "messages"), ("Messages", "messages"), ("mesages", "messages")] {
      for text in [
        #"{ "version": 1, "\#(key)": [ \#(message) ] }"#, #"{ "\#(key)": [ \#(message) ] }"#,
        #"{ "version": 1, "messages": [], "\#(key)": [ \#(message) ] }"#,
      ] {
        var merger = InputMerger()
        merger.read(file: "night.json", from: ByteSource(bytes: Array(text.utf8)))
        let help = merger.finish().log.diagnostics.flatMap(\.help)
        #expect(help.contains("did you mean '\(id)'?"), "\(text): \(help)")
      }
    }
    #expect(
      help(#"{ "urgency": "error", "message": "x" }"#).contains("did you mean 'title'?"))
  }

  @Test func synonymsAreNotAccepted() {
    var merger = InputMerger()
    let text = #"{ "version": 1, "messages": [ { "urgency": "warn", "title": "x" } ] }"#
    merger.read(file: "night.json", from: ByteSource(bytes: Array(text.utf8)))
    #expect(merger.finish().dataset == nil)
  }
}
