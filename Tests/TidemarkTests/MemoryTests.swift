import Foundation
import Testing
import Tidemark

/// A program that makes many reports, such as a server, keeps none of their memory.
@Suite(.serialized) struct MemoryTests {
  /// Kilobytes of this process that are in memory.
  private func resident() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  /// Enough messages that a page is rendered in slices, on threads of its own.
  private let dataset: ReportMaker.Input = {
    let messages = (0..<300).map {
      #"{ "urgency": "error", "title": "Broken \#($0)", "text": "A *word* and `code`." }"#
    }
    let text = """
      { "version": 1, "now": "2026-11-20T03:12:00+01:00", "timeZone": "Europe/Berlin",
        "messages": [\(messages.joined(separator: ","))] }
      """
    return ReportMaker.Input(name: "night.json", bytes: Array(text.utf8))
  }()

  private func render(times: Int) {
    let maker = ReportMaker(ReportMaker.Options())
    for _ in 0..<times {
      #expect(maker.make([dataset], to: [.page, .markdown, .text]).outputs.count == 3)
    }
  }

  @Test func twoHundredReportsTakeNoMoreMemoryThanAFew() throws {
    render(times: 50)
    let before = try resident()
    render(times: 200)
    // An arena that stays for each thread would be at least 64 KiB times 200.
    #expect(try resident() - before < 8_000)
  }
}
