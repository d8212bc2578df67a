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

  @Test func areWhatTellsTheMessagesApart() throws {
    #expect(try filters([.error, .warning]) == ["urgency"])
    #expect(try filters([.error, .error]) == [])
    #expect(try filters([]) == [])
    #expect(try filters([.error, .warning], hasBaseline: true) == ["urgency", "change"])
    #expect(try filters([.error, .error], hasBaseline: true) == ["change"])
  }

  @Test func areTheDatasetsChoiceInItsOrder() throws {
    let fast = ["kind", "urgency", "kind", "category"]
    #expect(try filters([.error, .error], fast: fast) == ["kind", "urgency", "category"])
    #expect(try filters([.error, .warning], fast: []) == [])
  }

  @Test func areOnlyThoseThatThereAre() throws {
    let fast = ["change", "categry", "urgency"]
    #expect(try filters([.error], fast: fast) == ["urgency"])
    #expect(try filters([.error], fast: fast, hasBaseline: true) == ["change", "urgency"])
  }

  @Test func settingsWithoutAChoiceLeaveItToTheMessages() throws {
    var night = dataset(try [message(.error), message(.warning)])
    night.filters = Dataset.FilterSettings(threshold: 3)
    #expect(try report(night).fastFilters == ["urgency"])
  }
}
