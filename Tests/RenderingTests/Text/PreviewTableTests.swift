import Composing
import Foundation
import Model
import Testing
import Text

@testable import Rendering

@Suite struct PreviewTableTests {
  private func lines(_ titles: [String], options: RenderOptions = RenderOptions()) throws
    -> [String]
  {
    let entries = titles.enumerated().map { index, title in
      TimelineEntry(when: .point(hours(index + 1)), status: .open, title: title)
    }
    let text = try render(try report(dataset(entries: entries)), to: .text, options: options)
    let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(all.firstIndex { $0.contains("See all") })
    return Array(all[(start + 1)...].drop { $0.isEmpty }.prefix { !$0.isEmpty })
  }

  @Test func previewTableHasFourColumns() throws {
    let lines = try lines(["Alpha", "Beta", "Gamma", "Delta", "Epsilon"])
    #expect(lines.count == 3)
    let titles = lines[1].split(separator: " ").map(String.init)
    #expect(titles == ["Alpha", "Beta", "Gamma", "Delta"])
    for title in titles {
      let column = try #require(lines[1].range(of: title)).lowerBound
      let offset = lines[1].distance(from: lines[1].startIndex, to: column)
      #expect(lines[2].dropFirst(offset).hasPrefix("future, open"))
    }
  }

  @Test func previewTitlesTakeTwoLinesAtMost() throws {
    let lines = try lines([
      "A title that is much too long for two lines of so narrow a column", "日本語日本語日本語", "c", "d",
    ])
    #expect(lines.count == 4)
    #expect(lines[2].contains("…"))
    #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= 72 })
  }

  @Test func compactPreviewTableHasTwoColumns() throws {
    var options = RenderOptions()
    options.screenWidth = .compact
    let lines = try lines(["Alpha", "Beta", "Gamma"], options: options)
    #expect(lines.joined().contains("Beta") && !lines.joined().contains("Gamma"))
  }

  @Test func below60ColumnsEachPreviewObjectHasALine() throws {
    var options = RenderOptions()
    options.columns = 40
    let lines = try lines(["Alpha", "Beta"], options: options)
    let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("Alpha (future, open)") && words.contains("Beta (future, open)"))
    #expect(lines.allSatisfy { TextWidth.columns(of: $0) <= 40 })
  }
}
