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
