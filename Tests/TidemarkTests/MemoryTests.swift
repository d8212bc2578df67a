import Foundation
import Testing
import Tidemark

/// A program that makes many reports, such as a server, keeps none of their memory.
@Suite(.serialized) struct MemoryTests {
  /// Kilobytes of data that this process has taken, whether it has touched them or not.
  private func taken() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmData:") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  /// Enough messages that they are rendered in slices, on threads of its own.
  private let dataset: ReportMaker.Input = {
    let messages = (0..<20).map {
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
      #expect(maker.make([dataset], to: [.page]).outputs.count == 1)
    }
  }

  @Test func twoHundredReportsTakeNoMoreMemoryThanAFew() throws {
    render(times: 20)
    let before = try taken()
    render(times: 200)
    // An arena that stays for each thread would be at least 64 KiB times 200.
    #expect(try taken() - before < 8_000)
  }
}
