import TestSupport
import Testing
import Time
import TimeSupport

@Suite struct TimePointParsingTests {
  @Test func aDateIsParsed() {
    #expect(TimePoint(parsing: "2026-11-20") == .date(CivilDate(dayNumber: 20_777)))
    #expect(date("2026-11-20").machineTime == "2026-11-20")
  }

  @Test(arguments: [
    "2026-11-20T03:12", "2026-11-20 03:12", "2026-11-20t03:12:00", "2026-11-20T03:12:00.999",
    "2026-11-20T03:12:00,5",
  ])
  func aLocalTimeIsParsed(text: String) {
    #expect(TimePoint(parsing: text) == .local(CivilDateTime(seconds: 1_795_144_320)))
  }

  @Test(arguments: [
    "2026-11-20T03:12:00Z", "2026-11-20t03:12z", "2026-11-20T04:12:00+01:00",
    "2026-11-20T04:12+0100", "2026-11-19T22:12:00.000000001-05:00", "2026-11-20 08:42:00+05:30",
  ])
  func offsetsYieldTheSameInstant(text: String) {
    #expect(TimePoint(parsing: text) == .instant(Instant(seconds: 1_795_144_320)))
  }

  @Test func aLeapSecondIsTheLastSecondOfItsMinute() {
    #expect(instant("2016-12-31T23:59:60Z") == instant("2016-12-31T23:59:59Z"))
  }

  @Test func years1And9999AreParsed() {
    #expect(date("0001-01-01") == CivilDate.first)
    #expect(date("9999-12-31") == CivilDate.last)
    #expect(instant("0001-01-01T00:00:00+23:59").seconds == -62_135_683_140)
    #expect(instant("9999-12-31T23:59:59-23:59").seconds == 253_402_387_139)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "20261120", "2026-1-2", "26-11-20", "+2026-11-20", "0000-01-01",
    "2026-00-10", "2026-13-01", "2026-02-30", "2025-02-29", "1900-02-29", "2026-04-31",
    "2026-11-20T", "2026-11-20T03", "2026-11-20T24:00", "2026-11-20T03:60", "2026-11-20T03:12:61",
    "2026-11-20T03:12:00.", "2026-11-20T03:12.5", "2026-11-20T03:12:00+24:00",
    "2026-11-20T03:12:00+01:60", "2026-11-20T03:12:00+1:00", "2026-11-20T03:12:00+01",
    "2026-11-20T03:12:00 +01:00", "2026-11-20Z", "2026-11-20T03:12:00ZZ", " 2026-11-20",
    "2026-11-20 ", "2026-11-20\n", "２０２６-11-20", "2026-11-20T03:12:00Z\u{0}", "yesterday",
    "2026-11-20T03:12:00+99:99", "2026-W47-5", "2026/11/20",
  ])
  func invalidTimesAreRefused(text: String) {
    #expect(TimePoint(parsing: text) == nil)
  }

  @Test func randomlyDamagedTimesAreHandled() {
    var generator = SeededGenerator(1)
    let seeds = ["2026-11-20", "2026-11-20T03:12:00.25+01:00", "0001-01-01T00:00Z"].map {
      Array($0.utf8)
    }
    var accepted = 0
    for _ in 0..<50_000 {
      var bytes = seeds.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.insert(UInt8.random(in: 0x20...0x7F, using: &generator), at: place)
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2 where place < bytes.count:
          bytes[place] = UInt8.random(in: 0x2B...0x3A, using: &generator)
        default: break
        }
      }
      let point = bytes.withUnsafeBufferPointer { TimePoint(parsing: $0) }
      guard let point else { continue }
      accepted += 1
      // An accepted time survives a round trip.
      let text = point.machineTime(in: .utc)
      let again = TimePoint(parsing: text).map { TimeZoneRules.utc.instant(of: $0) }
      #expect(text.hasPrefix("0000") || again == TimeZoneRules.utc.instant(of: point))
    }
    #expect(accepted > 500)
  }
}
