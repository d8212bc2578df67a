import Diagnostics
import Foundation
import ImportSupport
import JSON
import Model
import Testing

@testable import Datasets

/// Own properties of messages, entries and runs.
struct PropertyTests {
  private func read(_ properties: String) -> (properties: [Property], problems: [Diagnostic]) {
    let found = Import(
      #"""
      {"version": 1, "messages": [{"urgency": "error", "title": "t",
        "properties": \#(properties)}]}
      """#)
    return (found.dataset?.messages.first?.properties ?? [], found.diagnostics)
  }

  @Test func textsAndNumbersAreKeptInTheirOrder() {
    let (found, problems) = read(#"{"z": "last", "episode": 12, "a-b_9": 0.25, "empty": ""}"#)
    #expect(
      found == [
        Property("z", .text("last")), Property("episode", .number(12)),
        Property("a-b_9", .number(0.25)), Property("empty", .text("")),
      ])
    #expect(found.map(\.value.text) == ["last", "12", "0.25", ""])
    #expect(problems.isEmpty)
  }

  @Test(arguments: [
    "__proto__", "a.b", "", "1st", "a b", "größe", "-a", "{{a}}", "<b>",
    String(repeating: "a", count: 65),
  ])
  func aNameThatTemplatesCannotUseIsLeftOut(name: String) {
    let (found, problems) = read("{\n\"ok\": \"1\", \"\(name)\": \"x\"}")
    #expect(found.map(\.name) == ["ok"])
    #expect(problems.map(\.id) == ["bad-property"])
    #expect(problems.first?.severity == .warning)
    #expect(problems.first?.location?.line == 3)
    #expect(problems.first?.location?.column == 12)
    #expect(problems.first?.help.isEmpty == false)
  }

  @Test func namesOfOtherLanguagesAreOrdinaryNames() {
    let (found, problems) = read(
      #"{"constructor": 1, "toString": 2, "title": 3, "properties": 4, "strings": 5}"#)
    #expect(found.count == 5 && problems.isEmpty)
  }

  @Test(arguments: ["[1]", #"{"a": 1}"#, "true", "null"])
  func otherValuesAreErrors(value: String) {
    #expect(read(#"{"a": \#(value)}"#).problems.map(\.id) == ["wrong-type"])
    #expect(read(value == #"{"a": 1}"# ? "3" : value).problems.map(\.id) == ["wrong-type"])
  }

  @Test func aRepeatedNameIsAnError() {
    let problems = read(#"{"a": 1, "a": 2}"#).problems
    #expect(problems.map(\.id) == ["duplicate-key"])
    #expect(problems.first?.severity == .error)
  }

  @Test func moreThanAHundredAndLongTextsAreLeftOut() {
    let many = (0..<150).map { "\"p\($0)\": \($0)" }.joined(separator: ", ")
    let (found, problems) = read("{\(many)}")
    #expect(found.count == 100)
    #expect(problems.map(\.id) == ["bad-property"])
    let long = read("{\"a\": \"\(String(repeating: "x", count: 1_001))\", \"b\": 1}")
    #expect(long.properties.map(\.name) == ["b"])
    #expect(long.problems.map(\.id) == ["bad-property"])
  }

  @Test func writtenPropertiesReadBackAlike() throws {
    let text = #"""
      {"version": 1, "run": {"properties": {"build": 41}, "facts": [
        {"id": "mem", "title": "Memory", "value": "3 GB"}]},
      "messages": [{"urgency": "error", "title": "A", "properties": {"a": "b", "n": -1.5}}],
      "timeline": {"entries": [{"time": "2026-11-20", "title": "E", "properties": {"by": "Ann"}}]}}
      """#
    let first = try #require(Import(text).dataset)
    let written = String(decoding: DatasetWriter.bytes(first), as: UTF8.self)
    for dataset in [first, try #require(Import(written).dataset)] {
      #expect(dataset.run?.properties == [Property("build", .number(41))])
      #expect(dataset.run?.facts.map(\.id) == ["mem"])
      #expect(
        dataset.messages.first?.properties == [
          Property("a", .text("b")), Property("n", .number(-1.5)),
        ])
      #expect(dataset.timeline?.entries.first?.properties == [Property("by", .text("Ann"))])
    }
  }

  @Test func theFirstOfSeveralRunsWins() throws {
    var merger = InputMerger()
    for (file, properties) in [("a", #"{"x": 1, "y": 2}"#), ("b", #"{"y": 3, "z": 4}"#)] {
      let text = #"{"version": 1, "messages": [], "run": {"properties": \#(properties)}}"#
      merger.read(file: file, from: ByteSource(bytes: Array(text.utf8)))
    }
    let dataset = try #require(merger.finish().0)
    #expect(dataset.run?.properties.map(\.value.text) == ["1", "2", "4"])
  }
}
