import Diagnostics
import JSON
import Testing

struct WriterTests {
  private func write(_ writer: consuming JSONWriter) -> String {
    var writer = writer
    writer.object { writer in
      writer.member("a", "x\"\\\n\u{1B}</script>\u{2028}é")
      writer.member("left out", nil as String?)
      writer.key("b")
      writer.array { writer in
        writer.value(1)
        writer.value(83.4)
        writer.value(2.0)
        writer.value(Double.nan)
        writer.value(true)
        writer.object { _ in }
        writer.array { _ in }
      }
    }
    return writer.string
  }

  /// Sixteen bytes are looked at together, fewer in other ways: an escape may be any of them, beside any other.
  @Test func escapesAreFoundAtAnyPlace() {
    let escapes = [
      "": "", "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\u{7F}": "\\u007f", "\u{1}": "\\u0001",
      "#": "#", "~": "~", " ": " ", "é": "é", "\u{202E}": "\\u202e", "ª": "ª", "<": "<", "&": "&",
    ]
    for (raw, escaped) in escapes {
      for (other, otherEscaped) in escapes {
        for before in 0..<34 {
          for after in [0, 1, 2, 9, 20] {
            let (head, tail) = (
              String(repeating: "a", count: before), String(repeating: "z", count: after)
            )
            var writer = JSONWriter()
            writer.value(head + raw + other + tail)
            #expect(writer.string == "\"" + head + escaped + otherEscaped + tail + "\"")
          }
        }
      }
    }
  }

  @Test func markupAndCommandsAreEscapedAtAnyPlace() {
    let escapes = [
      "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "##[": "\\u0023#[", "# ": "# ", "##": "##",
    ]
    for (raw, escaped) in escapes {
      for before in 0..<34 {
        for after in 0..<20 {
          let (head, tail) = (
            String(repeating: "a", count: before), String(repeating: "1", count: after)
          )
          var writer = JSONWriter(isForMarkup: true)
          writer.value(head + raw + tail + raw)
          #expect(writer.string == "\"" + head + escaped + tail + escaped + "\"")
        }
      }
    }
  }

  @Test func anArrayIsJoinedFromBranches() {
    for indent in [nil, 2] {
      var whole = JSONWriter(indent: indent)
      var joined = JSONWriter(indent: indent)
      whole.array { writer in for number in 0..<7 { writer.object { $0.member("n", number) } } }
      joined.array { writer in
        for start in [0, 3, 6] {
          var branch = writer.branch(isFirst: start == 0)
          for number in start..<min(start + 3, 7) { branch.object { $0.member("n", number) } }
          writer.join(branch)
        }
      }
      #expect(joined.string == whole.string)
      var taken: [UInt8] = []
      joined.exchange(&taken)
      #expect(taken == whole.bytes)
      #expect(joined.bytes.isEmpty)
    }
  }

  @Test func jsonIsWrittenOnOneLine() {
    #expect(
      write(JSONWriter())
        == #"{"a":"x\"\\\n\u001b</script>\u2028é","b":[1,83.4,2,null,true,{},[]]}"#)
  }

  @Test func writtenJSONEscapesHiddenCharactersAndRunnerCommands() {
    var writer = JSONWriter()
    writer.value(
      "\u{202E}\u{2066}\u{9B}\u{FEFF}\u{FFFE}\u{E0041} 🏴󠁧󠁢󠁳󠁣󠁴󠁿 می‌خواهم ##[error] ##vso[x] ## y")
    #expect(
      writer.string
        == #""\u202e\u2066\u009b\ufeff\ufffe\udb40\udc41 🏴󠁧󠁢󠁳󠁣󠁴󠁿 می‌خواهم \u0023#[error] \u0023#vso[x] ## y""#
    )
  }

  @Test(arguments: [Int.min, .max, -1 << 53, 1 << 53, 0, -1])
  func wholeNumbersAreWrittenExactly(number: Int) {
    var writer = JSONWriter()
    writer.value(number)
    #expect(writer.string == "\(number)")
    writer = JSONWriter()
    writer.value(Double(number))
    #expect(Double(writer.string) == Double(number))
  }

  @Test func jsonCanBeIndented() {
    #expect(
      write(JSONWriter(indent: 2)).hasSuffix(
        "\",\n  \"b\": [\n    1,\n    83.4,\n    2,\n    null,\n    true,\n    {},\n    []\n  ]\n}")
    )
  }

  @Test func jsonForMarkupEscapesTags() {
    #expect(
      write(JSONWriter(isForMarkup: true)).hasPrefix(
        #"{"a":"x\"\\\n\u001b\u003c/script\u003e\u2028é""#))
  }

  @Test func writtenJSONReadsBackTheSame() {
    let hostile = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init)))
    for isForMarkup in [false, true] {
      var writer = JSONWriter(isForMarkup: isForMarkup)
      writer.value(hostile)
      let (value, found) = JSONValue.parse(writer.string, file: "f")
      #expect(value?.string == hostile)
      #expect(found.isEmpty)
    }
  }

  @Test func diagnosticsAsJSONHaveTheSameKeys() {
    let found = [
      Diagnostic(
        .error, "unknown-urgency", "unknown urgency '\u{1B}'",
        at: SourceLocation(file: "n\n.json", line: 12, column: 18), help: ["did you mean 'error'?"]),
      Diagnostic(.warning, "general", "something"),
    ]
    #expect(
      DiagnosticJSON.string(found) == """
        [
          {"severity":"error","id":"unknown-urgency","summary":"unknown urgency '\\u001b'","file":"n\\n.json","line":12,"column":18,"help":["did you mean 'error'?"]},
          {"severity":"warning","id":"general","summary":"something","file":null,"line":null,"column":null,"help":[]}
        ]

        """)
    #expect(DiagnosticJSON.string([]) == "[]\n")
  }
}
