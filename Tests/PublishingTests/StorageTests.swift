import Diagnostics
import Foundation
import Testing
import Time

@testable import Publishing

@Suite struct NameTests {
  @Test(arguments: ["core", "2026-11-20-0312", "a.b", "A_b-c", "v1.2"])
  func acceptsPlainNames(name: String) {
    #expect(SiteName.problem(name, "project", option: "--project") == nil)
  }

  @Test(arguments: [
    "", ".", "..", "../x", "a/b", "/etc", "a\\b", "-x", ".git", "_x", "a b", "a\nb", "a\u{0}", "é",
    "a.", "con", "NUL.txt", "com1", "index.html", "404.html", "Sitemap-2.xml", "a:b", "a?b",
    "%2e%2e",
    String(repeating: "a", count: 101),
  ])
  func refusesUnsafeAndReservedNames(name: String) {
    #expect(SiteName.problem(name, "project", option: "--project")?.id == "bad-name")
  }

  @Test func suggestsAValidName() throws {
    let problem = try #require(
      SiteName.problem("Core Engine (main)", "project", option: "--project"))
    #expect(problem.help.first == "try '--project Core-Engine-main'")
  }

  @Test func findsNamesThatDifferOnlyInCase() {
    #expect(SiteName.twin(of: "Core", among: ["core", "x"]) == "core")
    #expect(SiteName.twin(of: "core", among: ["core", "x"]) == nil)
  }
}

@Suite struct GzipTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 1_000_000])
  func compressesAndDecompresses(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let packed = try #require(Gzip.pack(bytes))
    #expect(Gzip.unpack(packed, limit: count) == bytes)
    #expect(Gzip.pack(bytes) == packed)
  }

  @Test func refusesDamagedAndTooLargeFiles() throws {
    let packed = try #require(Gzip.pack([UInt8](repeating: 7, count: 1 << 20)))
    #expect(Gzip.unpack(Array(packed.dropLast()), limit: 1 << 21) == nil)
    #expect(Gzip.unpack([], limit: 9) == nil)
    #expect(Gzip.unpack([1, 2, 3], limit: 9) == nil)
    #expect(Gzip.unpack(packed, limit: 1 << 19) == nil)
    var wrong = packed
    wrong[packed.count - 6] ^= 1
    #expect(Gzip.unpack(wrong, limit: 1 << 21) == nil)
    // One that says it is smaller, or larger, than it is.
    for size in [[0, 0, 1, 0], [0, 0, 0x20, 0]] as [[UInt8]] {
      #expect(Gzip.unpack(packed.dropLast(4) + size, limit: 1 << 22) == nil)
    }
  }
}

@Suite struct CalendarTests {
  @Test func aMonthIsDividedIntoWeeks() throws {
    let month = try #require(CalendarMonth("2026-02", weeksBy: .iso))
    #expect(month.weeks.count == 5)
    #expect(month.weeks[0].map { $0?.day } == [nil, nil, nil, nil, nil, nil, 1])
    #expect(month.weeks[4].map { $0?.day } == [23, 24, 25, 26, 27, 28, nil])
  }

  @Test func weeksBeginOnTheLocalesFirstDay() throws {
    let rule = WeekRule(firstWeekday: .sunday, minimalDays: 1)
    let month = try #require(CalendarMonth("2026-02", weeksBy: rule))
    #expect(month.weeks.count == 4)
    #expect(month.weeks[0].map { $0?.day } == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test(arguments: ["", "2026", "2026-13", "x"])
  func refusesInvalidMonths(text: String) {
    #expect(CalendarMonth(text, weeksBy: .iso) == nil)
  }
}
