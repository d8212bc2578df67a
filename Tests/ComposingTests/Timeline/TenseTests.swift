import Composing
import Diagnostics
import Model
import Testing
import Time

@Suite("Tense") struct TenseTests {
  @Test func aDateIsCurrentForItsDayInTheReportsZone() throws {
    #expect(try tense("2026-11-20", now: "2026-11-20T00:00:00+01:00") == .current)
    #expect(try tense("2026-11-20", now: "2026-11-20T23:59:59+01:00") == .current)
    #expect(try tense("2026-11-20", now: "2026-11-21T00:00:00+01:00") == .past)
    #expect(try tense("2026-11-20", now: "2026-11-19T23:59:59+01:00") == .future)
  }

  @Test func aDateDependsOnTheReportsZone() throws {
    let now = "2026-11-20T12:00:00Z"
    #expect(try tense("2026-11-20", now: now, zone: "Pacific/Kiritimati") == .past)
    #expect(try tense("2026-11-20", now: now, zone: "Pacific/Pago_Pago") == .current)
    #expect(try tense("2026-11-21", now: now, zone: "Pacific/Kiritimati") == .current)
    #expect(try tense("2026-11-21", now: now, zone: "Europe/Berlin") == .future)
  }

  @Test func anIntervalIsCurrentUntilBeforeItsEnd() throws {
    let when = "2026-11-20T03:00:00+01:00/2026-11-20T04:00:00+01:00"
    #expect(try tense(when, now: "2026-11-20T02:59:59+01:00") == .future)
    #expect(try tense(when, now: "2026-11-20T03:00:00+01:00") == .current)
    #expect(try tense(when, now: "2026-11-20T03:59:59+01:00") == .current)
    #expect(try tense(when, now: "2026-11-20T04:00:00+01:00") == .past)
  }

  @Test func anIntervalOfDatesIncludesItsLastDay() throws {
    let when = "2026-11-16/2026-11-20"
    #expect(try tense(when, now: "2026-11-20T23:59:59+01:00") == .current)
    #expect(try tense(when, now: "2026-11-21T00:00:00+01:00") == .past)
  }

  @Test func anInstantIsPastFromItsMinuteOn() throws {
    let when = "2026-11-20T14:00:30+01:00"
    #expect(try tense(when, now: "2026-11-20T13:59:59+01:00") == .future)
    #expect(try tense(when, now: "2026-11-20T14:00:00+01:00") == .past)
    #expect(try tense(when, now: "2026-11-20T14:00:30+01:00") == .past)
  }

  @Test func anOpenEndedEntryInProgressStaysCurrent() throws {
    #expect(try tense("2026-11-18T22:40/", status: .inProgress) == .current)
    #expect(try tense("2026-11-18T22:40", status: .inProgress) == .current)
    #expect(try tense("2026-11-18", status: .inProgress) == .current)
    #expect(try tense("2026-11-18T22:40/", status: .open) == .past)
    #expect(try tense("2026-11-21T22:40/", status: .inProgress) == .future)
    #expect(try tense("2026-11-18/2026-11-19", status: .inProgress) == .past)
  }

  @Test func statusAloneDoesNotChangeTheTense() throws {
    #expect(try tense("2026-11-01", status: .open) == .past)
    #expect(try tense("2026-12-01", status: .completed) == .future)
  }

  @Test(arguments: [
    // Clocks go back at 03:00 on 25 October and forward at 02:00 on 29 March.
    ("2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
    ("2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
  ])
  func daysOf23And25HoursAreCurrentFromMidnightToMidnight(
    _ day: String, _ start: String, _ end: String
  ) throws {
    let zone = try zone()
    let from = zone.instant(of: try time(start))
    let to = zone.instant(of: try time(end))
    #expect(to.seconds - from.seconds == (day == "2026-10-25" ? 25 : 23) * 3_600)
    for (now, expected) in [(-1, Tense.future), (0, .current)] {
      let context = Composer.Context(
        Composer.Settings(), now: Instant(seconds: from.seconds + Int64(now)), zone: zone,
        locale: try locale())
      #expect(try timeline([entry(day)], context)?.entries.first?.tense == expected)
    }
    for (now, expected) in [(-1, Tense.current), (0, .past)] {
      let context = Composer.Context(
        Composer.Settings(), now: Instant(seconds: to.seconds + Int64(now)), zone: zone,
        locale: try locale())
      #expect(try timeline([entry(day)], context)?.entries.first?.tense == expected)
    }
  }

  @Test func aGivenTenseIsUsedAndAContradictionIsAWarning() throws {
    let contradicting = try dataset(
      timeline: TimelineData(entries: [
        entry("2026-11-01", "Beta", tense: .future), entry("2026-12-01", "Gamma", tense: .future),
      ]))
    let (composed, findings) = Composer().compose(contradicting, in: try settings())
    #expect(composed?.timeline?.entries.map(\.tense) == [.future, .future])
    #expect(findings.map(\.id) == ["contradicting-tense"])
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.first?.summary == "'Beta' is given as future, but its time is past")
    #expect(findings.first?.location?.line == 5)
  }

  @Test func anEndBeforeItsStartInTheReportsZoneIsAnError() throws {
    let backward = try dataset(
      timeline: TimelineData(entries: [entry("2026-11-20T10:00/2026-11-20T08:30:00Z", "Sync")]))
    #expect(
      diagnostics(backward, try settings(zone: "Europe/London")).map(\.id) == ["end-before-start"])
    let (composed, findings) = Composer().compose(backward, in: try settings())
    #expect(composed == nil)
    #expect(findings.map(\.severity) == [.error])
    #expect(findings.first?.location?.line == 5)
    #expect(diagnostics(backward, try settings(zone: "Asia/Tokyo")).isEmpty)
  }
}
