internal import Basics
internal import Model

/// What one test did, whatever wrote it down.
struct TestCase {
  enum Outcome {
    case passed, failed, error, skipped, todo
  }

  /// The full name, as a reader looks for it.
  var title: String
  var outcome = Outcome.passed
  /// Whether it failed and then passed, in one run.
  var isFlaky = false
  /// What went wrong, in a few words.
  var text: String?
  /// Trace and output.
  var details: String?
  /// What tells the test from all others and stays from run to run: suites, class, name.
  var identity: [String] = []
  var seconds: Double?
  var time: TimePoint?
  var location: Message.Location?
  var link: Message.Link?
  var actions: [Message.Action] = []
  var source = SourceMark()
}

/// Collects the tests of one or several reports: what failed becomes a message, what did not is
/// counted.
struct TestRun {
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var errors = 0
  private(set) var skipped = 0
  private(set) var todo = 0
  /// Part of `passed`.
  private(set) var flaky = 0
  private(set) var messages: [Message] = []
  /// The sum of all durations.
  private(set) var seconds = 0.0
  private var hasSeconds = false

  let category: Dataset.Category

  init(category: Dataset.Category) {
    self.category = category
  }

  var tests: Int { passed + failed + errors + skipped + todo }

  mutating func add(_ test: TestCase) {
    if let seconds = test.seconds {
      self.seconds += seconds
      hasSeconds = true
    }
    switch test.outcome {
    case .passed:
      passed += 1
      guard test.isFlaky else { return }
      flaky += 1
      messages.append(message(of: test, .warning))
    case .skipped: skipped += 1
    case .todo: todo += 1
    case .failed:
      failed += 1
      messages.append(message(of: test, .error))
    case .error:
      errors += 1
      messages.append(message(of: test, .error))
    }
  }

  /// Adds what is wrong with the run and no single test: a suite that could not be set up.
  mutating func add(
    _ urgency: Urgency, _ title: String, text: String? = nil, details: String? = nil,
    identity: [String], source: SourceMark
  ) {
    var test = TestCase(title: title, text: text, details: details)
    (test.identity, test.source) = (identity, source)
    messages.append(message(of: test, urgency))
  }

  private func message(of test: TestCase, _ urgency: Urgency) -> Message {
    var message = Message(
      urgency: urgency, category: category.id, title: test.title, text: test.text,
      details: test.details, time: test.time, location: test.location, link: test.link,
      actions: test.actions,
      fingerprint: "test:" + test.identity.map(Self.stable).joined(separator: "\u{1F}"),
      source: test.source)
    message.textFormat = .plain
    message.detailsFormat = .log
    return message
  }

  /// A name without what differs from run to run: addresses, durations, temporary folders.
  private static func stable(_ name: String) -> String {
    var name = name
    var bytes: [UInt8] = []
    name.withUTF8 { VolatileText($0).writeNormalized(.title, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The counts as facts. `Tests` is there always, so that nothing looks well because nothing ran.
  func facts(wall: Double?) -> [Dataset.Run.Fact] {
    var facts = [Self.fact("Tests", tests)]
    for (title, count) in [
      ("Passed", passed), ("Failed", failed), ("Errors", errors), ("Skipped", skipped),
      ("Flaky", flaky), ("Todo", todo),
    ] where count > 0 {
      facts.append(Self.fact(title, count))
    }
    if let seconds = wall ?? (hasSeconds ? seconds : nil) {
      facts.append(
        Dataset.Run.Fact(title: "Duration", value: Self.duration(seconds), number: seconds))
    }
    return facts
  }

  private static func fact(_ title: String, _ count: Int) -> Dataset.Run.Fact {
    Dataset.Run.Fact(title: title, value: String(count), number: Double(count))
  }

  /// `0.84 s`, `12 s`, `3 min 20 s`, `2 h 39 min`.
  static func duration(_ seconds: Double) -> String {
    guard seconds >= 0, seconds < 1e9 else { return "" }
    if seconds < 10 {
      let hundredths = Int((seconds * 100).rounded())
      let fraction = hundredths % 100
      return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
    }
    let whole = Int(seconds.rounded())
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3_600: return "\(whole / 60) min" + (whole % 60 > 0 ? " \(whole % 60) s" : "")
    default:
      let minutes = whole % 3_600 / 60
      return "\(whole / 3_600) h" + (minutes > 0 ? " \(minutes) min" : "")
    }
  }
}
