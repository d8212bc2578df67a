import Composing
import Model
import Testing

@Suite("Fast filters") struct FastFilterTests {
  private func filters(
    _ urgencies: [Urgency], fast: [String]? = nil, hasBaseline: Bool = false
  ) throws -> [String] {
    var night = dataset(try urgencies.map { try message($0) })
    night.filters = fast.map { Dataset.FilterSettings(fast: $0) }
    return try report(night, settings(baseline: hasBaseline ? dataset() : nil)).fastFilters
  }

  @Test func fastFiltersAreThoseThatDistinguishManyMessages() throws {
    let alike = [Urgency](repeating: .error, count: 21)
    #expect(try filters(alike + [.warning]) == ["urgency"])
    #expect(try filters(alike) == [])
    #expect(try filters(alike + [.warning], hasBaseline: true) == ["urgency", "change"])
    #expect(try filters(alike, hasBaseline: true) == ["change"])
  }

  @Test func fastFiltersAreNotOfferedForFewMessages() throws {
    #expect(try filters([]) == [])
    #expect(try filters([.error, .warning]) == [])
    #expect(
      try filters([.error] + [Urgency](repeating: .warning, count: 19), hasBaseline: true) == [])
  }

  @Test func fastFiltersFollowTheDatasetsChoice() throws {
    let fast = ["kind", "urgency", "kind", "category"]
    #expect(try filters([.error, .error], fast: fast) == ["kind", "urgency", "category"])
    #expect(try filters([.error, .warning], fast: []) == [])
  }

  @Test func severalCategoriesAreAFastFilter() throws {
    let both = try [message(.error, category: "tests"), message(.error, category: "docs")]
    #expect(try report(dataset(both)).fastFilters == ["category"])
    var night = dataset(both)
    night.filters = Dataset.FilterSettings(fast: [])
    #expect(try report(night).fastFilters == [])
  }

  @Test func unknownFastFiltersAreIgnored() throws {
    let fast = ["change", "categry", "urgency"]
    #expect(try filters([.error], fast: fast) == ["urgency"])
    #expect(try filters([.error], fast: fast, hasBaseline: true) == ["change", "urgency"])
  }

  @Test func theThresholdForFastFiltersIsASetting() throws {
    var night = dataset(try [message(.error), message(.warning), message(.warning)])
    night.filters = Dataset.FilterSettings(threshold: 2)
    #expect(try report(night).fastFilters == ["urgency"])
    night.filters = Dataset.FilterSettings(threshold: 3)
    #expect(try report(night).fastFilters == [])
  }
}
