import Foundation
import TestSupport
import Testing
import Time
import TimeSupport

@Suite struct TimeZoneRulesTests {
  @Test func berlinChangesToSummerTimeAndBack() throws {
    let berlin = try zone("Europe/Berlin")
    #expect(berlin.offset(at: instant("2026-03-29T00:59:59Z")) == 3_600)
    #expect(berlin.offset(at: instant("2026-03-29T01:00:00Z")) == 7_200)
    #expect(berlin.abbreviation(at: instant("2026-03-29T01:00:00Z")) == "CEST")
    #expect(berlin.abbreviation(at: instant("2026-11-20T02:12:00Z")) == "CET")
    #expect(
      instant("2026-11-20T02:12:00Z").machineTime(in: berlin) == "2026-11-20T03:12:00+01:00")
  }

  @Test func repeatedTimesAreDetected() throws {
    let berlin = try zone("Europe/Berlin")
    for (time, isRepeated) in [
      ("2026-10-24T23:59:59Z", false), ("2026-10-25T00:00:00Z", true),
      ("2026-10-25T00:59:59Z", true), ("2026-10-25T01:00:00Z", true),
      ("2026-10-25T01:59:59Z", true), ("2026-10-25T02:00:00Z", false),
      ("2026-03-29T01:00:00Z", false), ("2037-10-25T00:30:00Z", true),
      ("2300-10-28T00:30:00Z", true),
    ] {
      #expect(berlin.isRepeated(instant(time)) == isRepeated, "\(time)")
    }
    #expect(try zone("Australia/Lord_Howe").isRepeated(instant("2026-04-04T14:45:00Z")))
    #expect(!TimeZoneRules.utc.isRepeated(Instant(seconds: .max)))
  }

  /// Around every change of some years, with the expected time far away, near and at the change itself.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kolkata",
    "UTC", "+05:30",
  ])
  func zoneThatExpectsTimesSaysTheSameOfAll(name: String) throws {
    let plain = try zone(name)
    let day: Int64 = 86_400
    let start = instant("2010-12-01T00:00:00Z").seconds
    var times = (0..<400).map { start + $0 * day / 2 + 1_799 }
    times += [.min, -day, 0, instant("2300-10-28T00:30:00Z").seconds, .max]
    times += [-1, 0, 1].map { instant("2011-03-27T01:00:00Z").seconds + $0 }
    for expected in times.enumerated().filter({ $0.offset % 50 == 0 }).map(\.element)
      + times.suffix(8)
    {
      let expecting = plain.expecting(Instant(seconds: expected))
      for seconds in times {
        let time = Instant(seconds: seconds)
        #expect(expecting.offset(at: time) == plain.offset(at: time))
        #expect(expecting.abbreviation(at: time) == plain.abbreviation(at: time))
        #expect(expecting.isRepeated(time) == plain.isRepeated(time))
      }
    }
  }

  @Test func machineTimeHasFourDigitsOfTheYearWhereverItIs() throws {
    let berlin = try zone("Europe/Berlin")
    for (time, written) in [
      ("0001-01-01T12:00:00Z", "0001-01-01T12:53:00+00:53"),
      ("0987-06-05T04:03:02Z", "0987-06-05T04:56:02+00:53"),
      ("9999-12-31T22:59:59Z", "9999-12-31T23:59:59+01:00"),
    ] {
      #expect(instant(time).machineTime(in: berlin) == written)
    }
    let west = try zone("-09:30")
    #expect(instant("2026-11-20T02:12:00Z").machineTime(in: west) == "2026-11-19T16:42:00-09:30")
    #expect(Instant(seconds: 253_402_300_800).machineTime(in: .utc) == "10000-01-01T00:00:00+00:00")
    #expect(Instant(seconds: -62_167_219_201).machineTime(in: .utc) == "-0001-12-31T23:59:59+00:00")
  }

  @Test func aSkippedTimeIsTheEndOfTheGap() throws {
    #expect(
      try zone("Europe/Berlin").instant(of: wall("2026-03-29T02:30"))
        == instant("2026-03-29T03:00:00+02:00"))
    #expect(
      try zone("America/New_York").instant(of: wall("2026-03-08T02:00"))
        == instant("2026-03-08T03:00:00-04:00"))
    // Half an hour is skipped there.
    let island = try zone("Australia/Lord_Howe")
    #expect(island.instant(of: wall("2026-10-04T02:10")) == instant("2026-10-04T02:30:00+11:00"))
    #expect(island.instant(of: wall("2026-10-04T02:30")) == instant("2026-10-04T02:30:00+11:00"))
    #expect(island.instant(of: wall("2026-10-04T01:59")) == instant("2026-10-04T01:59:00+10:30"))
  }

  @Test func aRepeatedTimeIsTheEarlierOne() throws {
    #expect(
      try zone("Europe/Berlin").instant(of: wall("2026-10-25T02:30"))
        == instant("2026-10-25T02:30:00+02:00"))
    #expect(
      try zone("America/New_York").instant(of: wall("2026-11-01T01:59"))
        == instant("2026-11-01T01:59:00-04:00"))
    #expect(
      try zone("Australia/Lord_Howe").instant(of: wall("2026-04-05T01:45"))
        == instant("2026-04-05T01:45:00+11:00"))
    #expect(
      try zone("Africa/Casablanca").instant(of: wall("2025-02-23T02:30"))
        == instant("2025-02-23T02:30:00+01:00"))
  }

  @Test func daysHaveTheirActualLength() throws {
    func hours(_ day: String, _ name: String) throws -> Double {
      let interval = try zone(name).interval(of: date(day))
      return Double(interval.upperBound.seconds(since: interval.lowerBound)) / 3_600
    }
    #expect(try hours("2026-03-29", "Europe/Berlin") == 23)
    #expect(try hours("2026-10-25", "Europe/Berlin") == 25)
    #expect(try hours("2026-11-20", "Europe/Berlin") == 24)
    #expect(try hours("2026-10-04", "Australia/Lord_Howe") == 23.5)
    #expect(try hours("2025-04-06", "Africa/Casablanca") == 23)
    #expect(try hours("2011-12-30", "Pacific/Apia") == 0)
    #expect(try hours("2011-12-29", "Pacific/Apia") == 24)
  }

  @Test func theDaySkippedBySamoaIsEmpty() throws {
    let apia = try zone("Pacific/Apia")
    #expect(apia.instant(of: wall("2011-12-30T12:00")) == instant("2011-12-31T00:00:00+14:00"))
    #expect(apia.date(at: instant("2011-12-30T09:59:59Z")) == date("2011-12-29"))
    #expect(apia.date(at: instant("2011-12-30T10:00:00Z")) == date("2011-12-31"))
  }

  @Test func aDayWithoutMidnightBeginsAtItsFirstMoment() throws {
    #expect(
      try zone("America/Sao_Paulo").instant(of: .date(date("2018-11-04")))
        == instant("2018-11-04T01:00:00-02:00"))
  }

  @Test func theRuleOfAZoneFileAppliesToTheFarFuture() throws {
    let berlin = try zone("Europe/Berlin")
    #expect(berlin.offset(at: instant("2200-07-01T00:00:00Z")) == 7_200)
    #expect(berlin.offset(at: instant("2200-12-01T00:00:00Z")) == 3_600)
    #expect(berlin.offset(at: instant("2099-07-01T00:00:00Z")) == 7_200)
    #expect(berlin.instant(of: wall("2200-03-30T02:30")) == instant("2200-03-30T03:00:00+02:00"))
    #expect(
      try zone("Australia/Lord_Howe").offset(at: instant("9999-12-31T00:00:00Z")) == 39_600)
    #expect(
      try zone("America/New_York").instant(of: wall("2200-11-02T01:30"))
        == instant("2200-11-02T01:30:00-04:00"))
  }

  @Test func zonesWithoutAbbreviationShowTheirOffset() throws {
    #expect(try zone("America/Sao_Paulo").abbreviation(at: instant("2026-01-01T00:00Z")) == "UTC-3")
    #expect(
      try zone("Australia/Lord_Howe").abbreviation(at: instant("2026-07-01T00:00Z"))
        == "UTC+10:30")
    #expect(try zone("+05:30").abbreviation(at: Instant(seconds: 0)) == "UTC+5:30")
    #expect(try zone("-0330").abbreviation(at: Instant(seconds: 0)) == "UTC-3:30")
    #expect(try zone("UTC").abbreviation(at: Instant(seconds: 0)) == "UTC")
  }

  @Test func timesBeforeStandardTimeKeepTheirInstant() throws {
    // Berlin's offset was 53 minutes and 28 seconds until 1893.
    let time = instant("1890-01-01T00:00:30Z")
    let text = time.machineTime(in: try zone("Europe/Berlin"))
    #expect(text == "1890-01-01T00:53:30+00:53")
    #expect(instant(text) == time)
  }

  @Test func utcAndFixedOffsetsNeedNoFile() throws {
    let utc = try TimeZoneRules(named: "UTC", folder: "/nowhere")
    #expect(utc.offset(at: Instant(seconds: 1)) == 0)
    let india = try TimeZoneRules(named: "+05:30", folder: "/nowhere")
    #expect(india.offset(at: Instant(seconds: .min)) == 19_800)
    #expect(india.instant(of: wall("2026-11-20T05:30")) == instant("2026-11-20T00:00:00Z"))
  }

  @Test func zonesAgreeWithFoundationForFiftyYears() throws {
    // Foundation has its own zone data, which may differ for other years.
    var generator = SeededGenerator(7)
    for name in [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Tokyo",
      "Africa/Casablanca", "Europe/Dublin", "America/Sao_Paulo", "Asia/Kolkata",
      "Pacific/Kiritimati",
    ] {
      let rules = try zone(name)
      let reference = try #require(TimeZone(identifier: name))
      for _ in 0..<200 {
        let seconds = Int64.random(in: 0...1_577_836_800, using: &generator)
        let expected = reference.secondsFromGMT(
          for: Date(timeIntervalSince1970: Double(seconds)))
        #expect(rules.offset(at: Instant(seconds: seconds)) == expected, "\(name) \(seconds)")
      }
    }
  }

  @Test func wallClockTimesConvertBackToInstants() throws {
    var generator = SeededGenerator(8)
    for name in ["Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca"] {
      let rules = try zone(name)
      for _ in 0..<2_000 {
        let given = Instant(
          seconds: Int64.random(in: -3_000_000_000...12_000_000_000, using: &generator))
        let found = rules.instant(of: rules.wall(at: given))
        // The same instant, or the earlier of two with the same wall-clock time.
        #expect(found <= given)
        #expect(rules.wall(at: found) == rules.wall(at: given))
      }
    }
  }

  @Test func extremeInstantsDoNotOverflow() throws {
    for name in ["Europe/Berlin", "Asia/Tokyo", "UTC", "+05:30"] {
      let rules = try zone(name)
      for seconds in [Int64.min, .min + 1, -(1 << 56), 1 << 54, 1 << 56, .max - 1, .max] {
        _ = rules.offset(at: Instant(seconds: seconds))
        _ = rules.instant(of: CivilDateTime(seconds: seconds))
        _ = Instant(seconds: seconds).machineTime(in: rules)
      }
      for day in [Int32.min, .max] { _ = rules.interval(of: CivilDate(dayNumber: day)) }
    }
  }
}
