import Diagnostics
import Testing

struct SuggestionTests {
  private static let urgencies = ["error", "warning", "success", "information", "neutral"]

  @Test(arguments: [
    ("eror", "error"), ("Error", "error"), ("erorr", "error"), ("ERRORS", "error"),
    ("warn", "warning"), ("wraning", "warning"), ("info", "information"), ("err", "error"),
    ("sucess", "success"), ("informational", "information"), ("nuetral", "neutral"),
  ])
  func misspelledWordsHaveASuggestion(typed: String, meant: String) {
    #expect(Suggestion.nearest(to: typed, among: Self.urgencies) == meant)
  }

  @Test(arguments: ["", "e", "fatal", "critical", "panic", "12", "notice"])
  func dissimilarWordsHaveNoSuggestion(typed: String) {
    #expect(Suggestion.nearest(to: typed, among: Self.urgencies) == nil)
  }

  @Test func twoLettersMayHaveChangedPlaces() {
    #expect(Suggestion.nearest(to: "ot", among: ["o", "to", "it"]) == "to")
    #expect(Suggestion.nearest(to: "TO", among: ["ot", "to"]) == "to")
    #expect(Suggestion.nearest(to: "oo", among: ["o", "to", "it"]) == nil)
    #expect(Suggestion.nearest(to: "21", among: ["12"]) == nil)
  }

  @Test func theNearestSuggestionIsUsedFirstOnTies() {
    #expect(Suggestion.nearest(to: "titel", among: ["tile", "title"]) == "title")
    #expect(Suggestion.nearest(to: "bate", among: ["date", "gate"]) == "date")
  }

  @Test func veryLongWordsHaveNoSuggestion() {
    let endless = String(repeating: "a", count: 5_000_000)
    #expect(Suggestion.nearest(to: endless, among: Self.urgencies + [endless]) == nil)
  }

  @Test func suggestionsIgnoreNonASCIICase() {
    #expect(Suggestion.nearest(to: "ÄRGER", among: ["ärger"]) == "ärger")
  }
}
