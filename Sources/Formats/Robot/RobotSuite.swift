internal import Model
internal import Time
internal import ToolReports
internal import XML

/// An open suite.
struct RobotSuite {
  /// The index in the list of all suites.
  let index: Int
  /// The index of its first test in the list of waiting tests.
  let firstTest: Int
  /// The result of its teardown. A failed or skipped teardown applies to all tests of the suite.
  var teardown: (status: RobotStatus, message: String)?
  let source: SourceMark
  /// The status word and the reason of a failed suite.
  var failure: (word: String, text: String)?
  /// Whether a suite in this one failed.
  var holdsFailure = false

  init(index: Int, firstTest: Int, source: SourceMark) {
    (self.index, self.firstTest, self.source) = (index, firstTest, source)
  }
}

enum RobotStatus {
  case pass, fail, skip, notRun

  init?(_ word: String?) {
    switch word {
    case "PASS": self = .pass
    case "FAIL": self = .fail
    case "SKIP": self = .skip
    case "NOT RUN", "NOT_RUN": self = .notRun
    default: return nil
    }
  }
}

/// A test that waits for the end of its suites, because their teardowns may change its outcome.
/// Kept small, because there may be very many.
struct RobotTest {
  let name: String
  /// The index in the list of all suites.
  let suite: Int
  var outcome = TestCase.Outcome.passed
  var time: TimePoint?
  var seconds: Double?
  /// Its line in the source.
  let line: Int?
  let source: SourceMark
  /// The index in the list of problems.
  var problem: Int?
  /// Why it was skipped.
  var reason: String?
}

/// Why a test failed.
struct RobotProblem {
  var message: String
  var log: Excerpt?
  var steps: [Message.Step] = []
  /// Whether the message includes a failed teardown.
  var namesTeardown = false
}

/// An open keyword or other step, or the test or suite around the steps.
struct RobotStep {
  var status: RobotStatus?
  var message = ""
  /// The log of the step itself.
  var log = Excerpt()
  /// The log of the last failed step in it.
  var failedLog: Excerpt?

  /// The name of a keyword, or the word of another step.
  private let title: String
  var seconds: Double?
  private(set) var children: [Message.Step] = []

  /// Steps in more steps than these are not kept.
  private static let mostLevels = 200

  init(_ context: ImportContext, title: String = "") {
    log = context.excerpt
    self.title = title
  }

  /// Adds a finished step in it, which has so many steps around it.
  mutating func add(_ inner: RobotStep, level: Int) {
    if inner.status == .fail, let told = inner.told { failedLog = told }
    guard level <= Self.mostLevels else { return }
    let status: Message.Step.Status =
      switch inner.status {
      case .pass: .passed
      case .fail: .failed
      case .skip, .notRun: .skipped
      case nil: .unknown
      }
    children.append(
      Message.Step(
        title: inner.title, status: status, seconds: inner.seconds,
        message: inner.message.isEmpty ? nil : inner.message, children: inner.children))
  }

  /// The log that explains the failure.
  var told: Excerpt? { failedLog ?? (log.isEmpty ? nil : log) }
}

/// Times in all versions: start and end as `20260101 10:00:00.000`, or ISO 8601 with a duration.
struct RobotTimes {
  private(set) var start: TimePoint?
  private(set) var end: TimePoint?
  private(set) var seconds: Double?

  init(_ reader: borrowing XMLReader) {
    if let text = reader.attribute("start") {
      start = ReportedTime.time(text)
      seconds = reader.attribute("elapsed").flatMap { ReportedDuration.seconds($0) }
      end = seconds.flatMap { start?.adding(seconds: Int64($0.rounded(.up))) }
    } else {
      let first = reader.attribute("starttime").flatMap(Self.stamp)
      let last = reader.attribute("endtime").flatMap(Self.stamp)
      (start, end) = (first?.time, last?.time)
      if let first, let last {
        seconds = ReportedDuration.seconds(Double(last.milliseconds - first.milliseconds) / 1_000)
      }
    }
  }

  /// `20260101 10:00:00.000`, as a time and in milliseconds.
  private static func stamp(_ text: String) -> (time: TimePoint, milliseconds: Int64)? {
    let bytes = Array(text.utf8)
    guard bytes.count > 17, bytes[8] == 0x20 else { return nil }
    let parts = [bytes[..<4], bytes[4..<6], bytes[6..<8]].map {
      String(decoding: $0, as: UTF8.self)
    }
    let clock = String(decoding: bytes[9...], as: UTF8.self)
    guard let time = TimePoint(parsing: parts.joined(separator: "-") + "T" + clock),
      case .local(let wall) = time
    else { return nil }
    let fraction = bytes[9...].firstIndex(of: UInt8(ascii: ".")).flatMap {
      Int64(String(decoding: bytes[($0 + 1)...].prefix(3), as: UTF8.self))
    }
    return (time, wall.seconds * 1_000 + (fraction ?? 0))
  }
}
