import Diagnostics
import Foundation
import ImportSupport
import JSON
import Model
import TestSupport
import Testing
import Text
import Time

@testable import Datasets
@testable import ToolReports

@Suite struct CalendarTests {
  static func calendar(_ components: String, head: String = "") -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(head)\(components)END:VCALENDAR\n"
  }

  static func event(_ lines: String, kind: String = "VEVENT", uid: String = "1") -> String {
    "BEGIN:\(kind)\nUID:\(uid)\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:\(kind)\n"
  }

  private func read(
    _ components: String..., head: String = "", window: String = "2026-01-01..2026-12-31",
    change: (inout ImportOptions) -> Void = { _ in }
  ) -> TextReport {
    report(Self.calendar(components.joined(), head: head), window, change: change)
  }

  private func report(
    _ text: String, _ window: String = "2026-01-01..2026-12-31",
    change: (inout ImportOptions) -> Void = { _ in }
  ) -> TextReport {
    var options = ImportOptions()
    options.calendarWindow = CalendarWindow(window) ?? CalendarWindow()
    change(&options)
    return TextReport(text, as: "ics", options: options)
  }

  /// As Exchange writes which day it has moved.
  @Test(arguments: [
    "RECURRENCE-ID;TZID=Europe/Berlin:20260412T000000",
    "RECURRENCE-ID;TZID=America/New_York:20260412T000000",
    "RECURRENCE-ID:20260412T000000Z", "RECURRENCE-ID;VALUE=DATE:20260412",
  ])
  func aDayThatWasMovedStandsOnce(id: String) {
    let report = read(
      Self.event(
        "SUMMARY:bin\nDTSTART;VALUE=DATE:20260405\nDTEND;VALUE=DATE:20260406\n"
          + "RRULE:FREQ=WEEKLY;COUNT=3"),
      Self.event("SUMMARY:moved\n\(id)\nDTSTART;VALUE=DATE:20260413\nDTEND;VALUE=DATE:20260414"))
    #expect(report.dataset.timeline?.entries.map(\.title).sorted() == ["bin", "bin", "moved"])
  }

  // MARK: Times

  @Test(arguments: [
    ("DTSTART;VALUE=DATE:20260105", "2026-01-05"),
    ("DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260106", "2026-01-05"),
    ("DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260108", "2026-01-05 – 2026-01-07"),
    ("DTSTART;VALUE=DATE:20260105\nDURATION:P2D", "2026-01-05 – 2026-01-06"),
    ("DTSTART;VALUE=DATE:20260105\nDTEND:20260106T120000Z", "2026-01-05 – 2026-01-06"),
    ("DTSTART:20260105T100000Z", "2026-01-05T10:00:00+00:00"),
    ("DTSTART:20260105T100000Z\nDTEND:20260105T100000Z", "2026-01-05T10:00:00+00:00"),
    (
      "DTSTART:20260105T100000Z\nDURATION:P1DT30M",
      "2026-01-05T10:00:00+00:00 – 2026-01-06T10:30:00+00:00"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20260705T100000\nDTEND;TZID=America/New_York:20260705T100000",
      "2026-07-05T08:00:00+00:00 – 2026-07-05T14:00:00+00:00"
    ),
    ("DTSTART:20260105T100000", "local 2026-01-05T10:00:00"),
    ("dtstart:20260105T1000", "local 2026-01-05T10:00:00"),
    ("DTSTART;TZID=W. Europe Standard Time:20260105T100000", "2026-01-05T09:00:00+00:00"),
    (
      "DTSTART;TZID=/mozilla.org/20070129_1/Europe/Berlin:20260105T100000",
      "2026-01-05T09:00:00+00:00"
    ),
    // A time that clocks skip, and one that they show twice.
    ("DTSTART;TZID=Europe/Berlin:20260329T023000", "2026-03-29T01:30:00+00:00"),
    ("DTSTART;TZID=Europe/Berlin:20261025T023000", "2026-10-25T00:30:00+00:00"),
  ])
  func anEventHasItsTimes(lines: String, times: String) {
    #expect(read(Self.event(lines)).times == [times])
  }

  @Test func anEndBeforeTheStartIsLeftOut() {
    let report = read(Self.event("DTSTART:20260105T100000Z\nDTEND:20260101T100000Z"))
    #expect(report.times == ["2026-01-05T10:00:00+00:00"])
    #expect(report.problems == ["4 warning end-before-start"])
  }

  @Test func anEventWithoutATimeIsLeftOutAndCounted() {
    let report = read(
      Self.event("SUMMARY:x"), Self.event("DTSTART:yesterday", uid: "2"),
      Self.event("STATUS:COMPLETED", kind: "VTODO", uid: "3"))
    #expect(report.times.isEmpty)
    #expect(report.problems == ["4 warning events-without-time", "12 note unreadable-time"])
    #expect(report.diagnostics.first?.summary.hasPrefix("3 events ") == true)
  }

  @Test func aZoneThatIsNotKnownIsThatOfTheReport() {
    let report = read(Self.event("DTSTART;TZID=Nowhere:20260105T100000"))
    #expect(report.times == ["local 2026-01-05T10:00:00"])
    #expect(report.problems == ["7 warning unknown-time-zone"])
  }

  @Test func aCalendarCanDescribeItsZones() {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Here\\, there
      BEGIN:STANDARD
      DTSTART:20001029T030000
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
      TZOFFSETFROM:+0545
      TZOFFSETTO:+0445
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:20000326T020000
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
      TZOFFSETFROM:+0445
      TZOFFSETTO:+0545
      END:DAYLIGHT
      END:VTIMEZONE

      """
    let event = Self.event(
      "DTSTART;TZID=\"Here, there\":20260301T100000\nRRULE:FREQ=MONTHLY;COUNT=2")
    for text in [zone + event, event + zone] {
      let report = read(text)
      #expect(report.times == ["2026-03-01T05:15:00+00:00", "2026-04-01T04:15:00+00:00"])
      #expect(report.problems.isEmpty)
    }
  }

  @Test func timesWithoutAZoneAreThoseOfTheCalendarsZone() {
    let text = Self.calendar(
      Self.event("DTSTART:20260705T100000"), head: "X-WR-TIMEZONE:Europe/Berlin\n")
    #expect(report(text).dataset.timeZone == "Europe/Berlin")
    var merger = InputMerger(zones: .init(report: "America/New_York"))
    var options = ImportOptions()
    options.calendarWindow = CalendarWindow("2026-01-01..2026-12-31") ?? CalendarWindow()
    merger.read(file: "a", from: ByteSource(bytes: Array(text.utf8)), options: options)
    let when = merger.finish().dataset?.timeline?.entries.first?.when
    #expect(when == .point(.instant(Instant(seconds: 1_783_238_400))))
  }

  // MARK: What is shown

  @Test func anEventIsShownWithWhatItSays() {
    let report = read(
      Self.event(
        """
        DTSTART:20260105T100000Z
        SUMMARY;LANGUAGE=en;X="a;b:c":One\\, two \\; thr
         ee\\nfour
        DESCRIPTION:\u{1B}[31mred\u{1B}[0m\\nrest
        LOCATION:Hamburg
        CATEGORIES:A\\,B,Release
        URL:https://example.org/
        STATUS:CANCELLED
        BEGIN:VALARM
        SUMMARY:alarm
        DTSTART:20200101T000000Z
        END:VALARM
        """)
    ) { $0.milestones = ["release"] }
    let entry = report.dataset.timeline?.entries.first
    #expect(entry?.title == "One, two ; three\nfour")
    #expect(entry?.description == "red\nrest")
    #expect(entry?.attributes == ["Hamburg", "A,B", "Release"])
    #expect(entry?.url == "https://example.org/")
    #expect(entry?.statuses == [.init(text: "Canceled", tone: .negative)])
    #expect(entry?.milestone == .end)
    #expect(entry?.id == "1")
    #expect(entry?.source.line == 4)
    #expect(report.problems.isEmpty && report.messages.isEmpty && report.status == nil)
  }

  @Test(arguments: [
    ("TENTATIVE", ["Tentative"]), ("CONFIRMED", []),
  ])
  func theStatusOfAnEventIsSaidWhereItIsNotTheUsual(status: String, texts: [String]) {
    let entry = read(Self.event("DTSTART:20260105T100000Z\nSTATUS:\(status)")).dataset.timeline?
      .entries[0]
    #expect(entry?.statuses.map(\.text) == texts)
    #expect(entry?.title == "Untitled")
  }

  @Test(arguments: [
    ("DUE;VALUE=DATE:20260105", Status.none, "2026-01-05"),
    (
      "DTSTART;VALUE=DATE:20260103\nDUE;VALUE=DATE:20260105\nSTATUS:NEEDS-ACTION", .open,
      "2026-01-03 – 2026-01-05"
    ),
    ("DTSTART:20260105T100000Z\nSTATUS:IN-PROCESS", .inProgress, "2026-01-05T10:00:00+00:00"),
    (
      "DUE:20260107T100000Z\nSTATUS:COMPLETED\nCOMPLETED:20260105T100000Z", .completed,
      "2026-01-05T10:00:00+00:00"
    ),
    (
      "DTSTART:20260103T100000Z\nSTATUS:COMPLETED\nCOMPLETED:20260105T100000Z", .completed,
      "2026-01-03T10:00:00+00:00 – 2026-01-05T10:00:00+00:00"
    ),
  ])
  func aTaskHasItsStatusAndIsDue(lines: String, status: Status, times: String) {
    let report = read(Self.event(lines + "\nPERCENT-COMPLETE:40", kind: "VTODO"))
    #expect(report.times == [times])
    #expect(report.dataset.timeline?.entries.first?.status == status)
    #expect(report.dataset.timeline?.entries.first?.attributes == ["40%"])
  }

  @Test func secretsInACalendarAreHidden() {
    let token = "ghp_" + String(repeating: "a1B2", count: 9)
    let report = read(
      Self.event(
        "DTSTART:20260105T100000Z\nSUMMARY:\(token)\nDESCRIPTION:\(token)\nURL:https://u:\(token)@example.org\nLOCATION:\(token)",
        uid: token),
      head: "X-WR-CALNAME:\(token)\n")
    #expect(!String(decoding: DatasetWriter.bytes(report.dataset), as: UTF8.self).contains(token))
  }

  // MARK: Recurrence

  @Test(
    arguments: [
      ("20260105T090000Z", "FREQ=DAILY;COUNT=3", "0105 0106 0107"),
      ("20260105T090000Z", "FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20260112T090000Z", "0105 0109 0112"),
      ("20260105T090000Z", "FREQ=WEEKLY;UNTIL=20260112", "0105 0112"),
      ("20200131T090000Z", "FREQ=MONTHLY", "0131 0331 0531 0731 0831 1031 1231"),
      ("20200131T090000Z", "FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR", "0130 0424 0731 1030"),
      ("20240229T090000Z", "FREQ=YEARLY", ""),
      ("20200101T090000Z", "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR", "0213 0313 1113"),
      ("20200101T090000Z", "FREQ=YEARLY;BYDAY=20MO,-1SU", "0518 1227"),
      ("20200101T090000Z", "FREQ=YEARLY;BYWEEKNO=1,-1", "1230"),
      ("20200101T090000Z", "FREQ=YEARLY;BYYEARDAY=1,-1", "0101 1231"),
      (
        "20250101T090000Z", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYMONTH=1,2", "0130 0227"
      ),
      ("20200101T090000Z", "FREQ=DAILY;INTERVAL=1096", "0101"),
      ("20260101T090000Z", "FREQ=HOURLY;INTERVAL=12;BYMONTHDAY=15;BYMONTH=1;BYHOUR=9", "0115"),
      ("20260201T090000Z", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", ""),
      ("20260105T090000Z", "FREQ=DAILY\\;COUNT=2", "0105 0106"),
      ("20260105T090000Z", "FREQ=DAILY;COUNT=0", nil),
    ] as [(String, String, String?)])
  func aRuleHasItsTimes(start: String, rule: String, days: String?) {
    let report = read(Self.event("DTSTART:\(start)\nRRULE:\(rule)"))
    let first = start.hasPrefix("2026") ? [String(start.dropFirst(4).prefix(4))] : []
    let wanted = days.map { Set($0.split(separator: " ").map(String.init)).union(first) } ?? []
    #expect(Set(report.days) == wanted)
    #expect(report.days.count == wanted.count)
  }

  @Test func clocksThatChangeDoNotMoveWhatRecurs() {
    let report = read(
      Self.event(
        "DTSTART;TZID=Europe/Berlin:20260328T093000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2"))
    #expect(
      report.times == [
        "2026-03-28T08:30:00+00:00 – 2026-03-28T09:30:00+00:00",
        "2026-03-29T07:30:00+00:00 – 2026-03-29T08:30:00+00:00",
      ])
    #expect(
      report.dataset.timeline?.entries.map(\.id) == ["1/20260328T093000", "1/20260329T093000"])
  }

  @Test func datesAreAddedLeftOutAndReplaced() {
    let report = read(
      Self.event(
        "DTSTART:20260105T090000Z\nRRULE:FREQ=DAILY;COUNT=5\nEXDATE:20260106T090000Z\nEXDATE;VALUE=DATE:20260107\nRDATE:20260201T090000Z,20260105T090000Z\nRDATE;VALUE=PERIOD:20260301T090000Z/PT2H"
      ),
      Self.event(
        "RECURRENCE-ID:20260108T090000Z\nDTSTART:20260108T150000Z\nSUMMARY:first\nSEQUENCE:1"),
      Self.event(
        "RECURRENCE-ID:20260108T090000Z\nDTSTART:20260110T150000Z\nSUMMARY:moved\nSEQUENCE:2"),
      Self.event("RECURRENCE-ID:20260106T090000Z\nDTSTART:20260120T090000Z\nSUMMARY:gone"))
    #expect(report.days.sorted() == ["0105", "0109", "0110", "0201", "0301"])
    #expect(report.dataset.timeline?.entries.filter { $0.title == "moved" }.count == 1)
    #expect(report.times.contains("2026-03-01T09:00:00+00:00 – 2026-03-01T11:00:00+00:00"))
  }

  @Test func aChangeCanHoldForAllThatFollows() {
    let report = read(
      Self.event("DTSTART:20260105T090000Z\nRRULE:FREQ=DAILY;COUNT=4\nSUMMARY:a"),
      Self.event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260107T090000Z\nDTSTART:20260107T110000Z\nDURATION:PT1H\nSUMMARY:b"
      ))
    #expect(
      Set(report.times) == [
        "2026-01-05T09:00:00+00:00", "2026-01-06T09:00:00+00:00",
        "2026-01-07T11:00:00+00:00 – 2026-01-07T12:00:00+00:00",
        "2026-01-08T11:00:00+00:00 – 2026-01-08T12:00:00+00:00",
      ])
    #expect(report.dataset.timeline?.entries.map(\.title).sorted() == ["a", "a", "b", "b"])
  }

  @Test func theNewestOfEqualEventsCounts() {
    let report = read(
      Self.event("DTSTART:20260105T090000Z\nSEQUENCE:2\nSUMMARY:new"),
      Self.event("DTSTART:20260106T090000Z\nSEQUENCE:1\nSUMMARY:old"))
    #expect(report.dataset.timeline?.entries.map(\.title) == ["new"])
  }

  @Test(
    arguments: [
      ("FREQ=NEVER", "8 warning unread-rule", 1),
      ("FREQ=DAILY;INTERVAL=0", "8 warning unread-rule", 1),
      ("FREQ=DAILY;UNTIL=soon", "8 warning unread-rule", 1),
      ("RSCALE=CHINESE;FREQ=YEARLY", "8 warning unread-rule", 1),
      ("FREQ=DAILY;COUNT=2;BYMOON=1", "8 warning unread-rule", 2),
      ("FREQ=SECONDLY", "4 warning endless-rule", 10_000),
      ("FREQ=MINUTELY;BYSECOND=1;BYMONTHDAY=30,31;BYMONTH=2", nil, 1),
      ("FREQ=SECONDLY;INTERVAL=3;BYMINUTE=0;BYSECOND=1;BYSETPOS=2", "4 warning endless-rule", 1),
    ] as [(String, String?, Int)])
  func anOddRuleEndsWithAWarning(rule: String, problem: String?, count: Int) {
    let report = read(Self.event("DTSTART:20260105T090000Z\nRRULE:\(rule)"))
    #expect(report.problems == [problem].compactMap { $0 })
    #expect(report.days.count == count)
  }

  // MARK: The window

  @Test(arguments: [
    ("2026-01-05..2026-01-05", 1), ("2026-01-06..2026-01-06", 1), ("2026-01-07..2026-01-08", 0),
    ("2026-01-01..2026-01-04", 0),
  ])
  func theWindowHoldsWhatItTouches(window: String, count: Int) {
    let report = report(
      Self.calendar(Self.event("DTSTART:20260105T230000Z\nDTEND:20260107T000000Z")), window)
    #expect(report.times.count == count)
    #expect(report.problems == (count == 0 ? ["0 note outside-window"] : []))
  }

  // MARK: Files

  @Test func whatIsIrregularIsOneWarning() {
    let report = report(
      "begin:vcalendar\nbegin:vevent\ndtstart;tzid=:20260105T1000\nend:vevent\nend:vcalendar\n")
    #expect(report.times == ["local 2026-01-05T10:00:00"])
    #expect(report.problems == ["3 warning irregular-calendar"])
    #expect(
      report.diagnostics.first?.summary
        == "the calendar departs from the standard: an empty TZID (line 3), times without seconds (line 3), no DTSTAMP (line 2), no UID (line 2), no PRODID (line 1), no VERSION (line 1)"
    )
  }

  @Test func aFoldMayStandWithinACharacter() {
    var bytes = Array(Self.calendar(Self.event("DTSTART:20260105T100000Z\nSUMMARY:Größe")).utf8)
    let place = bytes.firstIndex(of: 0xC3) ?? 0
    bytes.replaceSubrange(place...place, with: [0xC3, 0x0D, 0x0A, 0x09])
    for piece in [1, 7, 1_000] {
      var options = ImportOptions()
      options.calendarWindow = CalendarWindow("2026-01-01..2026-12-31") ?? CalendarWindow()
      let report = TextReport(bytes, piece: piece, options: options)
      #expect(report.dataset.timeline?.entries.first?.title == "Größe")
      #expect(report.problems.isEmpty)
    }
  }

  @Test(arguments: [
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x", "3 error malformed-calendar"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n", "3 error malformed-calendar"),
    ("END:VCALENDAR\n", "1 error malformed-calendar"),
    ("SUMMARY:x\n", "1 error malformed-calendar"),
    ("hello", "1 error malformed-calendar"),
    (String(repeating: "BEGIN:X\n", count: 100_000), "33 error too-deep"),
  ])
  func aCalendarThatIsNotClosedIsRefused(text: String, problem: String) {
    #expect(report(text).problems.contains(problem))
  }

  @Test func severalCalendarsOfAFileAreRead() {
    let one = Self.calendar(Self.event("DTSTART:20260105T100000Z"))
    let report = report(one + "\n" + one.replacingOccurrences(of: "UID:1", with: "UID:2"))
    #expect(report.days == ["0105", "0105"])
  }
}

extension TextReport {
  /// The times of the entries: a date, an instant in UTC, or what clocks show.
  fileprivate var times: [String] {
    (dataset.timeline?.entries ?? []).map { entry in
      switch entry.when {
      case .point(let point): text(point)
      case .span(let start, let end): text(start) + " – " + (end.map(text) ?? "")
      }
    }
  }

  private func text(_ point: TimePoint) -> String {
    if case .local(let wall) = point { return "local " + wall.machineTime }
    return point.machineTime(in: .utc)
  }

  /// The months and days of the entries, in UTC.
  fileprivate var days: [String] {
    times.map { $0.replacingOccurrences(of: "-", with: "").dropFirst(4).prefix(4) }.map(String.init)
  }
}
