import Testing

@testable import Publishing

/// The title of a project, derived from that of its last run.
@Suite struct ProjectTitleTests {
  private static let titles: [(String, String?)] = [
    ("Nightly build 1482", "Nightly build"), ("Build #17 of 2026-11-20", "Build of"),
    ("iOS18 tests", "iOS18 tests"), ("Nightly", "Nightly"), ("1482", nil), ("", nil),
  ]

  @Test(arguments: titles)
  func leavesOutNumbers(title: String, rest: String?) {
    var index = ProjectIndex()
    index.title = title
    #expect(index.titleOfAllRuns == rest)
  }
}
