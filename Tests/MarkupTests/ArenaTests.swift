import Foundation
import Testing
import Text

@testable import Markup

@Suite struct ArenaTests {
  /// The resident memory of this process in kilobytes.
  private static func resident() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  private static func parseOnFreshThreads(_ count: Int) {
    for _ in 0..<count {
      let isDone = DispatchSemaphore(value: 0)
      let thread = Thread {
        var sink = ByteSink()
        RichText.writeHTML("A *word* and `code`.", topHeading: 3, to: &sink)
        isDone.signal()
      }
      thread.start()
      isDone.wait()
    }
  }

  /// In a process of its own, because other tests allocate memory at the same time. A leaked arena
  /// has 64 KiB, and one or two of its pages are resident.
  @Test func endedThreadsReleaseTheirParserMemory() async {
    await #expect(processExitsWith: .success) {
      ArenaTests.parseOnFreshThreads(200)
      let before = try ArenaTests.resident()
      ArenaTests.parseOnFreshThreads(8_000)
      let growth = try ArenaTests.resident() - before
      #expect(growth < 25_000, "\(growth) kB")
    }
  }
}
