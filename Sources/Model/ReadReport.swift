/// A report of another tool that a run read. A later run without it covers less (see "Less
/// coverage").
package struct ReadReport: Sendable, Hashable {
  /// Its name without the folder that all inputs share.
  package var input: String
  /// The format of a report that lists no tests, or the tool of a SARIF run: `sarif:CodeQL (java)`.
  /// Nil for a report of tests.
  package var tool: String?
  /// Some tests that no other report of the run has; empty if there are none, and for the only
  /// report of tests.
  package var tests: TestDigests
  /// The number of its tests that ran in an earlier report of the run, too.
  package var repeats: Int
  /// Whether it shares at least three quarters of its tests with another report of the run. The two
  /// may come from different platforms, so that the tests of one say nothing about the other's.
  package var isAlike = false

  package init(
    input: String, tool: String? = nil, tests: TestDigests = TestDigests(), repeats: Int = 0
  ) {
    self.input = input
    self.tool = tool
    self.tests = tests
    self.repeats = repeats
  }

  /// The largest number of `tests`. A renamed report is found by them.
  package static let mostTests = 4

  /// Whether its tests are lost without it.
  package var holdsOwnTests: Bool { tool == nil && !tests.values.isEmpty }

  /// A name without its numbers, because reports are named after days and builds.
  package static func withoutNumbers(_ name: String) -> String {
    var text: [UInt8] = []
    for byte in name.utf8 {
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      if !isDigit {
        text.append(byte)
      } else if text.last != UInt8(ascii: "0") {
        text.append(UInt8(ascii: "0"))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension TestDigests {
  /// The digest of a test in an environment. Machines do not count, because another run may have
  /// another machine.
  package static func digest(_ test: UInt64, in environment: String?) -> UInt64 {
    guard let environment, EnvironmentName.isOne(environment) else { return test }
    let mask = (UInt64(1) << 40) - 2
    return (test &+ digest(of: environment)) & mask
  }
}

extension Dataset {
  /// The number of tests that ran; nil if it is unknown. A test in several reports counts once.
  package var testsRunOnce: Int? {
    run?.testsRun.map { max($0 - reports.reduce(0) { $0 + $1.repeats }, 0) }
  }
}
