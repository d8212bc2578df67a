import Foundation
import TestSupport
import Testing
import Tidemark

/// A program that makes many reports, such as a server, releases their memory.
@Suite struct MemoryTests {
  /// The kilobytes of data that this process has allocated, used or not.
  private static func allocated() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmData:") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  /// Enough messages to be rendered in slices, each on a thread of its own.
  private static let dataset: ReportMaker.Input = {
    let messages = (0..<20).map {
      #"{ "urgency": "error", "title": "Broken \#($0)", "text": "A *word* and `code`." }"#
    }
    let text = """
      { "version": 1, "now": "2026-11-20T03:12:00+01:00", "timeZone": "Europe/Berlin",
        "messages": [\(messages.joined(separator: ","))] }
      """
    return ReportMaker.Input(name: "nightly.json", bytes: Array(text.utf8))
  }()

  private static func render(times: Int) {
    let maker = ReportMaker(ReportMaker.Options())
    for _ in 0..<times {
      #expect(maker.make([dataset], to: [.page]).outputs.count == 1)
    }
  }

  /// In a process of its own, since other tests allocate at the same time.
  @Test(.enabled(if: FuzzScale.isThorough)) func twoHundredReportsTakeNoMoreMemoryThanAFew() async {
    await #expect(processExitsWith: .success) {
      MemoryTests.render(times: 20)
      let before = try MemoryTests.allocated()
      MemoryTests.render(times: 200)
      // An arena that stays for each thread would be at least 64 KiB times 200.
      let growth = try MemoryTests.allocated() - before
      #expect(growth < 8_000, "\(growth) kB")
    }
  }
}
