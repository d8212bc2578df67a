import Composing
import Model
import Testing

@Suite("Sections") struct SectionTests {
  @Test func sectionsFollowTheDatasetThenTheirWorstMessage() throws {
    let messages = try [
      message(.neutral, "n"), message(.error, "e"), message(.warning, "z", category: "zebra"),
      message(.warning, "a", category: "ant"), message(.warning, "l", category: "lint"),
      message(.warning, "t", category: "tests"),
    ]
    let composed = try report(
      dataset(messages, categories: [("tests", "Tests"), ("empty", "Empty"), ("lint", "Lint")]))
    #expect(
      composed.outline == [
        "Tests: t", "Lint: l", "Error: e", "zebra: z", "ant: a", "Neutral: n",
      ])
    #expect(composed.sections.map(\.category) == ["tests", "lint", nil, "zebra", "ant", nil])
    #expect(composed.sections.map(\.filed) == [0, 1, 2, 3, 4, 5])
  }

  @Test func onlyOneBannerOverlapsUnlessTheDatasetSaysOtherwise() throws {
    let messages = try [
      message(.error, "e"), message(.warning, "a", kind: .offline),
      message(.warning, "b", kind: .progress),
    ]
    var night = dataset(Array(messages.prefix(2)))
    #expect(try report(night).bannerPosition == .overlapping)
    #expect(try report(dataset(messages)).bannerPosition == .embedded)
    #expect(try report(dataset(Array(messages.prefix(1)))).bannerPosition == .embedded)
    night.bannerPosition = .embedded
    #expect(try report(night).bannerPosition == .embedded)
  }

  @Test func sectionsWithNewErrorsComeFirst() throws {
    let old = try message(.error, "old", category: "old")
    let messages = try [
      old, message(.warning, "w1", category: "few"), message(.warning, "w2", category: "many"),
      message(.warning, "w3", category: "many"), message(.error, "e", category: "new"),
    ]
    let composed = try report(dataset(messages), settings(baseline: dataset([old])))
    #expect(composed.outline == ["new: e", "old: old", "many: w2, w3", "few: w1"])
  }

  @Test func aDatasetCanHaveItsCategoriesByUrgency() throws {
    let messages = try [
      message(.warning, "w", category: "lint"), message(.error, "e", category: "tests"),
    ]
    var night = dataset(messages, categories: [("lint", "Lint"), ("tests", "Tests")])
    #expect(try report(night).outline == ["Lint: w", "Tests: e"])
    night.categoryOrder = .urgency
    #expect(try report(night).outline == ["Tests: e", "Lint: w"])
    #expect(
      try report(night, settings(sort: ["category"])).outline == ["Lint: w", "Tests: e"])
  }

  @Test func ofEquallyUrgentMessagesTheNewOnesComeFirst() throws {
    let old = try message(.warning, "old", category: "c", time: night)
    let messages = try [
      old, message(.warning, "new", category: "c", time: "2026-11-19T10:00:00Z"),
      message(.error, "still", category: "c"),
    ]
    let before = try dataset([old, message(.error, "still", category: "c")])
    let composed = try report(dataset(messages), settings(baseline: before))
    #expect(composed.outline == ["c: still, new, old"])
    #expect(composed.sort.map(\.written) == ["urgency:desc", "change:asc", "time:desc"])
    #expect(composed.sortNote == nil)
  }

  @Test func categoriesWithTheSameTitleHaveSeparateSections() throws {
    let messages = try [
      message(.error, "first", category: "a"), message(.error, "second", category: "b"),
    ]
    let composed = try report(dataset(messages, categories: [("a", "Tests"), ("b", "Tests")]))
    #expect(composed.outline == ["Tests: first", "Tests: second"])
  }

  @Test func anUnlistedCategoryIsTitledByItsId() throws {
    let composed = try report(dataset([message(.error, "x", category: "mystery")]))
    #expect(composed.outline == ["mystery: x"])
  }

  @Test func messagesWithABlankCategoryAreGroupedByUrgency() throws {
    let messages = try [
      message(.warning, "x", category: ""), message(.warning, "y", category: "c"),
      message(.warning, "z", category: ""),
    ]
    #expect(try report(dataset(messages)).outline == ["c: y", "Warning: x, z"])
  }

  @Test func urgencySectionsAreSeparateFromCategoriesOfThatName() throws {
    let messages = try [message(.error, "filed", category: "error"), message(.error, "unfiled")]
    #expect(try report(dataset(messages)).outline == ["error: filed", "Error: unfiled"])
  }

  @Test func messagesAreSortedMostUrgentThenNewestFirst() throws {
    let messages = try [
      message(.warning, "old warning", category: "c", time: "2026-11-19T10:00:00Z"),
      message(.error, "old error", category: "c", time: "2026-11-19T10:00:00Z"),
      message(.error, "timeless error", category: "c"),
      message(.error, "new error", category: "c", time: "2026-11-19T11:00:00Z"),
    ]
    #expect(
      try report(dataset(messages)).outline == [
        "c: new error, old error, timeless error, old warning"
      ])
  }

  @Test func messagesOfEqualUrgencyAreSortedByInstant() throws {
    let messages = try [
      message(.error, "nine in Tokyo", category: "c", time: "2026-11-20T09:00:00+09:00"),
      message(.error, "one in London", category: "c", time: "2026-11-20T01:00:00Z"),
      message(.error, "half past one in Berlin", category: "c", time: "2026-11-20T01:30:00"),
    ]
    #expect(
      try report(dataset(messages)).outline == [
        "c: one in London, half past one in Berlin, nine in Tokyo"
      ])
  }

  @Test func equalMessagesKeepTheirInputOrder() throws {
    let messages = try (1...9).map { try message(.error, "\($0)", category: "c", time: night) }
    #expect(try report(dataset(messages)).outline == ["c: 1, 2, 3, 4, 5, 6, 7, 8, 9"])
  }

  @Test func sectionsHaveTheHighestUrgencyOfTheirMessages() throws {
    let messages = try [
      message(.information, category: "a"), message(.warning, category: "a"),
      message(.neutral, category: "b"),
    ]
    #expect(try report(dataset(messages)).sections.map(\.urgency) == [.warning, .neutral])
  }

  @Test func messagesWithTheSameIdAreBothShown() throws {
    let twin = Message(id: "same", urgency: .error, title: "twin")
    #expect(try report(dataset([twin, twin])).verdict.total == 2)
  }

  @Test(arguments: [
    "", "<b>&amp;", "# *{{title}}*", "two\nlines", "שלום עולם", "👩‍👩‍👧‍👦",
    String(repeating: "x", count: 10_000),
  ])
  func titlesAreNotChangedBySections(_ title: String) throws {
    let composed = try report(dataset([message(.error, title)]))
    #expect(composed.messages.map(\.title) == [title])
  }

  @Test func bannersAreSortedMostRecentFirst() throws {
    let messages = try [
      message(.information, kind: .offline, time: "2026-11-18T22:40:00Z"),
      message(.information, kind: .progress, time: "2026-11-20T03:00:00Z"),
      message(.error, kind: .offline),
      message(.warning, kind: .progress, time: "2026-11-20T03:00:00Z"),
    ]
    #expect(try report(dataset(messages)).banners == [3, 1, 0, 2])
  }

  @Test func alertsAreAlwaysSortedMostUrgentFirst() throws {
    let messages = try [
      message(.warning, "a", kind: .alert), message(.error, "b", kind: .alert),
      message(.error, "c", kind: .alert, time: night),
    ]
    let composed = try report(dataset(messages), settings(sort: ["title:asc"]))
    #expect(composed.alerts == [2, 1, 0])
  }
}
