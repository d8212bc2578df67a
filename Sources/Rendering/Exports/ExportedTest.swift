import Composing
import Model

/// A test as outputs for other programs list it: a test of a report, another message, or a problem
/// of the run.
struct ExportedTest: Sendable {
  enum Status: Sendable {
    case passed
    /// Passed with a warning.
    case warning
    case failed, error, skipped
    /// Expected to fail.
    case todo
  }

  var suites: [String]
  var className: String?
  var name: String
  var status: Status
  var isFlaky = false
  /// The number of failed tries of a test that passed in the end.
  var failedTries = 0
  /// Whether its failed subtests explain its failure.
  var isFolded = false
  var seconds: Double?
  var file: String?
  var line: Int?
  /// The failure, or the reason why it was skipped, in a few words.
  var message: String?
  var details: String?
  /// The rule of a finding.
  var rule: String?
  var owner: String?
  var environment: String?
  /// The number of times that its report contains it.
  var count = 1
  /// Whether it is the message of a test that the reports do not list.
  var isTestMessage = false

  init(suites: [String], className: String? = nil, name: String, status: Status) {
    (self.suites, self.className, self.name) = (suites, className, name)
    self.status = status
  }
}

extension ExportedTest {
  /// Readers refuse a test without a name.
  private static let withoutName = "(no name)"

  init(_ test: ReportedTest) {
    self.init(
      suites: test.suites, className: test.className,
      name: test.name.isEmpty ? Self.withoutName : test.name,
      status: test.outcome.status)
    (isFlaky, failedTries, seconds) = (test.isFlaky, test.failedTries, test.seconds)
    (file, line) = (test.file, test.line)
    message = test.reason
    isFolded = test.message == nil && (status == .failed || status == .error)
  }

  /// A message that is not one of a listed test: a finding, or a test whose report was not read.
  init(_ message: Message, suite: String) {
    let isTest = message.isTest
    let names = isTest ? Self.names(message.fingerprint) : nil
    self.init(
      suites: names?.suites ?? [suite],
      className: names.map { $0.className } ?? (isTest ? nil : message.location?.file),
      name: names?.name ?? ExportedMessages.title(of: message), status: Status(message.urgency))
    isTestMessage = isTest
    seconds = message.duration
    let isSilent = message.urgency < .success
    copyTexts(of: message)
    rule = message.link?.title
    if !isTest && message.urgency != .success || isSilent {
      self.message = message.text ?? message.title
    }
    if isSilent { self.message = "\(message.urgency.rawValue): \(self.message ?? "")" }
  }

  /// The names in the fingerprint of a test; nil if it has no class and no suite, or names a problem
  /// of its suite.
  private static func names(
    _ fingerprint: String?
  ) -> (suites: [String], className: String?, name: String)? {
    guard let fingerprint, !fingerprint.utf8.contains(TestDigests.problemMark) else { return nil }
    let (suites, className, name) = TestDigests.names(of: fingerprint)
    if suites.isEmpty && className.isEmpty || name.isEmpty { return nil }
    return (
      suites.split(separator: "\u{1F}").map(String.init), className.isEmpty ? nil : className, name
    )
  }

  /// Copies the texts and the place of its message.
  mutating func copyTexts(of message: Message) {
    if let location = message.location { (file, line) = (location.file, location.line) }
    self.message = message.text ?? self.message
    details = message.details
    // The format says the number of tries in its own way.
    if failedTries > 0, let text = message.text {
      self.message = text.firstIndex(of: "\n").map { String(text[text.index(after: $0)...]) }
    }
    (owner, environment, count) = (message.owner, message.environment, message.count)
    // A test may warn without failing.
    if message.urgency == .warning, !isFlaky, status == .passed || status == .skipped {
      status = .warning
    }
  }

  /// Makes it a skipped test, because an entry accepts its message.
  mutating func accept(_ reason: String) {
    status = .skipped
    (isFlaky, failedTries, isFolded) = (false, 0, false)
    let texts = [message, details].compactMap { $0 }.joined(separator: "\n\n")
    details = texts.isEmpty ? nil : texts
    message = "known issue: \(reason)"
  }
}

extension ExportedTest.Status {
  init(_ urgency: Urgency) {
    self =
      switch urgency {
      case .error: .failed
      case .warning: .warning
      case .success: .passed
      case .information, .neutral: .skipped
      }
  }
}

extension ReportedTest.Outcome {
  fileprivate var status: ExportedTest.Status {
    switch self {
    case .passed: .passed
    case .failed: .failed
    case .error: .error
    case .skipped: .skipped
    case .todo: .todo
    }
  }
}
