import ImportSupport
import JSON
import Model
import TestSupport
import Testing

/// Damaged and hostile reports in lines of text.
@Suite struct TextFormatHostileTests {
  private static let tap = """
    TAP version 14
    # Subtest: outer
        ok 1 - a # time=3ms
        not ok 2 - b
          ---
          message: 'no'
          at: {file: a.js, line: 3}
          ...
        1..2
    not ok 1 - outer
    ok 2 - c # SKIP why
    not ok 3 - d {
        1..1
        not ok 1 - \\# e # TODO f
    }
    1..3
    # fail 1

    """
  private static let go = """
    {"Time":"2026-11-20T03:00:00Z","Action":"run","Package":"a/b","Test":"TestA"}
    a.go:3:5: undefined: x
    {"Action":"output","Package":"a/b","Test":"TestA","Output":"    a_test.go:3: \\u001b[1mno\\n"}
    {"Action":"fail","Package":"a/b","Test":"TestA","Elapsed":0.5}
    {"ImportPath":"a/c","Action":"build-output","Output":"c.go:1:1: no\\n"}
    {"ImportPath":"a/c","Action":"build-fail"}
    {"Action":"fail","Package":"a/b","FailedBuild":"a/c"}

    """
  private static let lines = """
    In file included from a.h:1,
    src/a.c:3:5: error: one [-Wx]
        3 | x
    C:\\b.c:5:6-7: warning[W1]: two
    note: more
    ::add-mask::secret
    2026-11-20T03:12:00Z ##[error]src/c.c:1:1: E501 secret%0A (x)
    ::stop-commands::t
    ::t::
    ##vso[task.logissue type=error;sourcepath=a;code=b]text%3B
    Found 9 errors

    """
  private static let journald = """
    \u{1E}{"__CURSOR":"s=1","PRIORITY":"3","_SYSTEMD_UNIT":"a.service","MESSAGE":[97,27,91,109,255]}
    -- Boot 3 --
    {
    \t"__CURSOR" : "s=2",
    \t"_HOSTNAME" : "h",
    \t"PRIORITY" : "4",
    \t"MESSAGE" : ["a\\n", "b"]
    }
    data: {"__CURSOR":"s=3","_HOSTNAME":"i","PRIORITY":"2","MESSAGE_ID":"x","MESSAGE":null}

    {"__CURSOR":"s=4","PRIORITY":"6","MESSAGE":"quiet"}

    """
  private static let jsonl = """
    {"level":50,"time":1795144320000,"name":"a","err":{"message":"x","stack":"x\\n at y"},"msg":"m"}
    garbage
    {"levelname":"WARNING","asctime":"2026-11-20 03:12:00,9","message":"n","pathname":"a.py","lineno":6}
    {"@t":"2026-11-20T03:12:00Z","@mt":"o {P}","@l":"Error","@x":"z"}
    {"log":{"level":"fatal"},"message":"p","caller":"a.go:3"}
    {"level":"odd","msg":"q"}

    """
  private static let messages = """
    {"run":{"started":"2026-11-20T03:00:00Z"}}
    {"urgency":"error","title":"a","location":{"file":"b","line":3}}
    {"urgency":"warning","text":"c","kind":"alert"}
    {"run":{"status":"completed","facts":[{"title":"d","value":"e"}]}}

    """
  private static let csv = """
    Severity;Title;File;Line;Text;Date;URL;ID;Owner
    high;"a ""b"";c";src/a.c;3;one;2026-11-20;https://a.example/;V-1;ann
    pass;fine;;;;;;;
    low;short

    none;d;;x;;soon;no;;;more
    medium; e ;b.c;4

    """
  private static let calendar = """
    BEGIN:VCALENDAR
    X-WR-TIMEZONE:Europe/Berlin
    BEGIN:VTIMEZONE
    TZID:Own
    BEGIN:STANDARD
    DTSTART:16011028T030000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:a
    DTSTART;TZID=Own:20260105T1000
    DURATION:P1DT2H
    RRULE:FREQ=MONTHLY;BYDAY=1MO,-1FR;BYSETPOS=1;COUNT=9
    EXDATE;VALUE=DATE:20260302
    RDATE;VALUE=PERIOD:20260301T090000Z/PT2H,20260401T090000Z/20260402T090000Z
    SUMMARY:a\\, b
      c
    END:VEVENT
    BEGIN:VEVENT
    UID:a
    RECURRENCE-ID;RANGE=THISANDFUTURE:20260701T080000Z
    DTSTART:20260702T080000Z
    END:VEVENT
    BEGIN:VTODO
    DUE:20261120
    STATUS:COMPLETED
    COMPLETED:20261119T120000Z
    END:VTODO
    END:VCALENDAR

    """
  static let samples = [
    ("tap", tap), ("gotest", go), ("lines", lines), ("journald", journald), ("jsonl", jsonl),
    ("jsonl", messages), ("csv", csv), ("ics", calendar),
  ]

  @Test(arguments: samples)
  func randomlyDamagedReportsAreHandled(format: String, text: String) {
    var random = SeededRandom(state: 0x7E47)
    let bytes = Array(text.utf8)
    for _ in 0..<FuzzScale.rounds(2_000) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) { random.damage(&damaged) }
      let whole = TextReport(damaged, as: format)
      let pieces = TextReport(
        damaged, as: format, piece: Int.random(in: 1...300, using: &random))
      #expect(whole.diagnostics == pieces.diagnostics)
      #expect(whole.messages == pieces.messages)
      #expect(whole.dataset.timeline == pieces.dataset.timeline)
      #expect(
        whole.messages.allSatisfy { !$0.title.isEmpty || $0.text != nil }
          || whole.problems.contains { $0.contains(" error ") })
    }
  }

  /// Each ends with what only a complete report has.
  @Test(arguments: [
    (
      "tap",
      "TAP version 13\nok 1 - a\n# Subtest: s\n    ok 1 - b\n    1..1\nok 2 - s\nok 3 # SKIP x\n1..3",
      true
    ),
    ("tap", "1..1\nok", true),
    (
      "gotest",
      #"{"Action":"start","Package":"a"}"# + "\n" + #"{"Action":"run","Package":"a","Test":"T"}"#
        + "\n" + #"{"Action":"pass","Package":"a","Test":"T"}"# + "\n"
        + #"{"Action":"pass","Package":"a"}"#, true
    ),
    ("lines", "a\nb.c:1: error: x", false),
    ("ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261120\nEND:VEVENT\nEND:VCALENDAR", false),
    ("journald", #"{"__CURSOR":"s","PRIORITY":"6","MESSAGE":"a"}"#, false),
    ("jsonl", #"{"level":"info","msg":"a"}"#, false),
    (
      "jsonl", #"{"run":{"started":"2026-11-20"}}"# + "\n" + #"{"run":{"status":"completed"}}"#,
      true
    ),
    ("csv", "risk,title\nlow,\"a\nb\"", false),
  ])
  func aReportCutOffAnywhereIsNotWell(format: String, text: String, isWell: Bool) {
    let bytes = Array(text.utf8)
    for count in bytes.indices {
      #expect(!TextReport(Array(bytes[..<count]), as: format).looksWell, "cut at \(count)")
    }
    #expect(TextReport(bytes, as: format).looksWell == isWell)
  }

  @Test(arguments: samples)
  func lineEndsOfWindowsChangeNothing(format: String, text: String) {
    let plain = TextReport(text, as: format)
    let windows = TextReport(
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\r\n"), as: format)
    #expect(plain.messages == windows.messages)
    #expect(plain.counts == windows.counts)
    #expect(plain.dataset.timeline == windows.dataset.timeline)
  }

  @Test(arguments: samples)
  func theLastLineNeedsNoEnd(format: String, text: String) {
    let plain = TextReport(text, as: format)
    #expect(TextReport(String(text.dropLast()), as: format).messages == plain.messages)
  }

  @Test(
    .enabled(if: FuzzScale.isThorough),
    arguments: ["tap", "gotest", "lines", "journald", "jsonl", "alertmanager", "csv", "ics"])
  func emptyBinaryAndEndlessInputIsHandled(format: String) {
    let inputs: [[UInt8]] = [
      [], Array(" \r\n\t\n".utf8), [0, 0, 0, 10, 0], [0xFF, 0xFE, 0x0A, 0xC3],
      Array(repeating: 0x0A, count: 10_000), Array(repeating: UInt8(ascii: "{"), count: 1 << 20),
      Array(repeating: UInt8(ascii: ":"), count: 1 << 20),
      Array("a.c:3: error: ".utf8) + Array(repeating: UInt8(ascii: "("), count: 1 << 20),
      Array("not ok 1 ".utf8) + Array(repeating: UInt8(ascii: "#"), count: 1 << 20),
      Array("::error ".utf8) + Array(repeating: UInt8(ascii: ","), count: 1 << 20),
      Array("ok 99999999999999999999999999\n1..99999999999999999999999\n".utf8),
    ]
    for input in inputs {
      let clock = CPUClock()
      let report = TextReport(input, as: format)
      #expect(!report.looksWell)
      #expect(clock.seconds < 60)
    }
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func deepNestingIsHandled() {
    let braces = (0..<10_000).map { String(repeating: " ", count: $0) + "ok 1 {" }
    #expect(!TextReport(braces.joined(separator: "\n"), as: "tap").looksWell)
    let yaml = (0..<10_000).map { String(repeating: " ", count: $0 + 2) + "a:" }
    let block = TextReport("1..1\nnot ok 1\n  ---\n" + yaml.joined(separator: "\n"), as: "tap")
    #expect(block.titles == ["error: #1"])
    let json = "{\"Action\":" + String(repeating: "[", count: 10_000) + "\n"
    #expect(TextReport(json, as: "gotest").problems.first == "1 warning broken-line")
    let name = "T" + String(repeating: "/x", count: 10_000)
    let test = #"{"Action":"fail","Package":"p","Test":"\#(name)"}"# + "\n"
    #expect(TextReport(test, as: "gotest").counts == "Tests 1, Failed 1")
  }
}
