import Testing

@testable import Publishing

/// The groups of the page of all projects.
@Suite struct ProjectGroupsTests {
  private static let kinds = ["lint", "unit", "e2e", "docs", "perf", "audit", "types", "build"]

  private func names(_ teams: [String], before: String = "") -> [String] {
    teams.flatMap { team in Self.kinds.map { before + team + $0 } }
  }

  @Test func namesThatBeginWithOneWordAreAGroup() {
    let names = names(["api-", "web.", "data_", "docs-"]) + ["alone", "api"]
    let groups = ProjectGroups(names).groups
    #expect(Set(groups.values) == ["api", "web", "data", "docs"])
    #expect(groups["data_unit"] == "data")
    #expect(groups["api"] == "api")
    #expect(groups["alone"] == nil)
  }

  @Test func aWordOfAllNamesPartsNone() {
    let names = names(["api-", "web-", "data-", "docs-"], before: "acme-")
    let groups = ProjectGroups(names).groups
    #expect(Set(groups.values) == ["acme-api", "acme-web", "acme-data", "acme-docs"])
  }

  @Test func twoProjectsAreNoGroup() {
    let names = names(["api-", "web-", "data-", "docs-"]) + ["old-lint", "old-unit"]
    #expect(ProjectGroups(names).groups["old-lint"] == nil)
  }

  @Test func fewProjectsAreOneList() {
    let names = names(["api-", "web-", "data-", "docs-"])
    #expect(ProjectGroups(Array(names.prefix(ProjectGroups.most))).groups.isEmpty)
    #expect(!ProjectGroups(Array(names.prefix(ProjectGroups.most + 1))).groups.isEmpty)
  }

  @Test func numberedNamesHaveNoGroups() {
    #expect(ProjectGroups((1...40).map { "project-\($0)" }).groups.isEmpty)
    #expect(
      ProjectGroups(Array(repeating: "same", count: 40)).groups.values.allSatisfy { $0 == "same" })
  }
}
