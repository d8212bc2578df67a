import Composing
import Model
import Testing
import Text
import Time

@testable import Rendering

@Suite struct AsciiTests {
  private var options: RenderOptions {
    var options = RenderOptions()
    options.isAscii = true
    return options
  }

  private func night(title: String) throws -> Dataset {
    let start = try #require(TimePoint(parsing: "2026-11-20T09:00:00Z"))
    let end = try #require(TimePoint(parsing: "2026-11-22T10:00:00Z"))
    var night = dataset(
      [
        message(.error, title, kind: .alert), message(.warning, title, kind: .progress),
        message(.error, title, category: "c"), message(.success, title),
      ],
      entries: [
        TimelineEntry(when: .span(start: start, end: end), status: .open, title: title),
        TimelineEntry(when: .point(end), title: String(repeating: "long ", count: 80)),
      ])
    night.categories = [Dataset.Category(id: "c", title: title)]
    return night
  }

  @Test(arguments: [[], ["urgency=error", "text=t"]])
  func interfaceTextIsASCII(filters: [String]) throws {
    let report = try report(try night(title: "Title"), filters: filters)
    let text = try render(report, to: .text, options: options)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("..."))
  }

  @Test func valuesAreUnchangedInASCIIMode() throws {
    let text = try render(
      try report(try night(title: "a – b… שלום")), to: .text, options: options)
    #expect(text.contains("[x]") == false)
    #expect(text.contains("a – b… שלום (1)"))
    #expect(!text.unicodeScalars.contains("\u{2068}"))
  }
}
