import Composing
import Localization
import Model
import Testing
import Text

@testable import Rendering

@Suite struct IsolationTests {
  private let title = "שלום"

  private func night() -> Dataset {
    var night = dataset(
      [message(.error, "a", category: "c"), message(.error, "b")],
      entries: [
        TimelineEntry(when: .point(hours(1)), title: title),
        TimelineEntry(when: .point(hours(2)), title: title),
      ])
    night.categories = [Dataset.Category(id: "c", title: title)]
    return night
  }

  @Test func headingsIsolateTheirTitleOnly() throws {
    let report = try report(night())
    for target in [OutputFormat.markdown, .text] {
      #expect(try render(report, to: target).contains("\u{2068}\(title)\u{2069} (1)"))
    }
  }

  @Test func filterNotesIsolateTheirValues() throws {
    let report = try report(night(), filters: ["category=\(title)"])
    for target in [OutputFormat.markdown, .text, .page] {
      #expect(try render(report, to: target).contains("Category: \u{2068}\(title)\u{2069}. "))
    }
    #expect(try !render(report, to: .json).contains("\u{2068}"))
  }

  @Test func valuesCanNotEndTheirIsolate() {
    let marked = PhraseValue.marked("א\u{2069}b\u{2068}", inRightToLeft: false)
    #expect(PhraseValue.pieces(of: "x \(marked) y").map(\.isValue) == [false, true, false])
  }

  @Test func adjacentCellsKeepTheirOrder() throws {
    let lines = try render(try report(night()), to: .text).split(separator: "\n")
    let cell = "\u{2068}\(title)\u{2069}"
    #expect(lines.contains { $0.contains(cell + " ") && $0.hasSuffix(cell) })
  }
}
