import Files
import Foundation
import TestSupport
import Testing
import Time
import TimeSupport

@Suite struct ZoneFileTests {
  @Test(arguments: [
    "", "/etc/passwd", "/usr/share/zoneinfo/Europe/Berlin", "..", "../zoneinfo/UTC",
    "Europe/../Europe/Berlin", "Europe//Berlin", "Europe/", "./UTC0", "Europe/.Berlin",
    "Europe/Berlin\u{0}", "Europe Berlin", "Ｅurope/Berlin", "localtime", "posixrules", "+5:30",
    "+24:00", String(repeating: "a", count: 100_000), String(repeating: "a/", count: 100),
    "C:\\zone", "<script>",
  ])
  func invalidZoneNamesAreRefused(name: String) {
    #expect(throws: TimeZoneError.invalidName(name)) { try zone(name) }
  }

  @Test func anUnknownZoneIsReportedWithTheFolder() {
    #expect(throws: TimeZoneError.unknown(name: "Mars/Olympus", folder: zoneFolder)) {
      try zone("Mars/Olympus")
    }
    #expect(throws: TimeZoneError.unknown(name: "Europe", folder: zoneFolder)) {
      try zone("Europe")
    }
    #expect(throws: TimeZoneError.unknown(name: "Europe/Berlin", folder: "/nowhere")) {
      try TimeZoneRules(named: "Europe/Berlin", folder: "/nowhere")
    }
    let error = TimeZoneError.unknown(name: "Mars/Olympus", folder: "/z")
    #expect(error.message == "unknown time zone 'Mars/Olympus' (looked in '/z')")
  }

  @Test func zonesAreReadFromAnotherFolder() throws {
    try withTemporaryFolder { folder in
      let bytes = try InputFile.contents(of: "\(zoneFolder)/Asia/Tokyo")
      try Folder.create("\(folder)/My")
      try OutputFile.write(bytes, to: "\(folder)/My/Zone")
      let rules = try TimeZoneRules(
        named: "My/Zone", folder: TimeZoneRules.folder(tzdir: folder))
      #expect(rules.offset(at: Instant(seconds: 1_700_000_000)) == 32_400)
    }
    #expect(TimeZoneRules.folder(tzdir: nil) == "/usr/share/zoneinfo")
    #expect(TimeZoneRules.folder(tzdir: "") == "/usr/share/zoneinfo")
  }

  @Test func filesThatAreNotZonesAreRefused() throws {
    try withTemporaryFolder { folder in
      for (name, content) in [("empty", ""), ("text", "Europe/Berlin"), ("half", "TZif2")] {
        try OutputFile.write(Array(content.utf8), to: "\(folder)/\(name)")
        do throws(TimeZoneError) {
          _ = try TimeZoneRules(named: name, folder: folder)
          Issue.record("\(name) was taken for a zone")
        } catch {
          guard case .malformed = error else {
            Issue.record("\(error)")
            continue
          }
        }
      }
    }
  }

  @Test func truncatedZoneFilesAreRefused() throws {
    let bytes = try InputFile.contents(of: "\(zoneFolder)/Europe/Berlin")
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: TimeZoneError.self) {
        try TimeZoneRules(named: "Cut", zoneFile: Array(bytes[..<count]))
      }
    }
  }

  @Test func randomlyDamagedZoneFilesAreHandled() throws {
    var generator = SeededGenerator(3)
    let files = try ["Europe/Berlin", "Australia/Lord_Howe", "UTC", "Africa/Casablanca"].map {
      try InputFile.contents(of: "\(zoneFolder)/\($0)")
    }
    let interesting: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, 0x2C, 0x2D, 0x39, 0x4D]
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = files.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        // Half of the damage goes to the rule at the end.
        let from = Bool.random(using: &generator) ? max(0, bytes.count - 30) : 0
        let place = Int.random(in: from..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = interesting.randomElement(using: &generator) ?? 0
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 2: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0x20...0x7A, using: &generator), at: place)
        }
      }
      guard let rules = try? TimeZoneRules(named: "Fuzz", zoneFile: bytes) else { continue }
      accepted += 1
      for seconds in [Int64.min, -5_000_000_000, 0, 1_795_144_320, 7_258_118_400, .max] {
        #expect(abs(rules.offset(at: Instant(seconds: seconds))) < 26 * 3_600)
        _ = rules.instant(of: CivilDateTime(seconds: seconds))
      }
    }
    #expect(accepted > 100)
  }

  @Test func version1ZoneFilesHaveNoRule() throws {
    let rules = try TimeZoneRules(
      named: "Old", zoneFile: zoneFile(version: 0, transitions: [(1_000, 1)], rule: nil))
    #expect(rules.offset(at: Instant(seconds: 999)) == 3_600)
    #expect(rules.offset(at: Instant(seconds: 1_000)) == 7_200)
    #expect(rules.offset(at: Instant(seconds: 4_000_000_000)) == 7_200)
    #expect(rules.abbreviation(at: Instant(seconds: 0)) == "ONE")
  }

  @Test(arguments: [
    // Summer time all year, as in the example of the format's specification.
    ("EST5EDT,0/0,J365/25", "2150-01-01T12:00:00Z", -14_400),
    ("EST5EDT,0/0,J365/25", "2150-07-01T12:00:00Z", -14_400),
    // In the south the summer spans New Year.
    ("AAA-10BBB,M10.1.0,M4.1.0/3", "2150-01-15T00:00:00Z", 39_600),
    ("AAA-10BBB,M10.1.0,M4.1.0/3", "2150-06-15T00:00:00Z", 36_000),
    // Days by number, without and with 29 February.
    ("AAA0BBB,J60/0,J300/0", "2152-02-29T12:00:00Z", 0),
    ("AAA0BBB,J60/0,J300/0", "2152-03-01T00:00:00Z", 3_600),
    ("AAA0BBB,59/0,300/0", "2152-02-29T00:00:00Z", 3_600),
    // Summer time as the standard and winter time as the change, as in Ireland.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2150-01-15T00:00:00Z", 0),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2150-07-15T00:00:00Z", 3_600),
    ("<+0330>-3:30", "2150-07-15T00:00:00Z", 12_600),
  ])
  func everyKindOfZoneRuleIsApplied(rule: String, time: String, offset: Int) throws {
    let rules = try TimeZoneRules(
      named: "Rule", zoneFile: zoneFile(version: 50, transitions: [], rule: rule))
    #expect(rules.offset(at: instant(time)) == offset)
  }

  @Test(arguments: [
    "AB0", "AAA", "AAA25", "AAA0BBB", "AAA0BBB,M3.5.0", "AAA0BBB,M13.1.0,M4.1.0",
    "AAA0BBB,M3.6.0,M4.1.0", "AAA0BBB,J0,J5", "AAA0BBB,366,5", "AAA0BBB,M3.5.0/168,M4.1.0",
    "<+01-1", "AAA0 ", "AAA99999999999999999999999", "AAA0BBB,M3.5.0,M4.1.0,",
  ])
  func invalidZoneRulesAreRefused(rule: String) {
    #expect(throws: TimeZoneError.self) {
      try TimeZoneRules(
        named: "Rule", zoneFile: zoneFile(version: 50, transitions: [], rule: rule))
    }
  }

  /// A zone file with two offsets, +1 and +2 hours.
  private func zoneFile(version: UInt8, transitions: [(Int64, UInt8)], rule: String?) -> [UInt8] {
    func bytes(_ value: Int64, size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> Int64($0 * 8)) }
    }
    func block(timeSize: Int) -> [UInt8] {
      var block = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      for count in [0, 0, 0, transitions.count, 2, 8] { block += bytes(Int64(count), size: 4) }
      for transition in transitions { block += bytes(transition.0, size: timeSize) }
      for transition in transitions { block.append(transition.1) }
      block += bytes(3_600, size: 4) + [0, 0] + bytes(7_200, size: 4) + [1, 4]
      return block + Array("ONE\0TWO\0".utf8)
    }
    if version == 0 { return block(timeSize: 4) }
    return block(timeSize: 4) + block(timeSize: 8) + Array("\n\(rule ?? "")\n".utf8)
  }
}
