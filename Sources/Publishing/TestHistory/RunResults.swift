import Composing
import Diagnostics
import Model

/// The results of the tests of one run, by test: from the reports of its tools while they are in
/// memory, otherwise from its dataset, which knows no durations and no skipped tests of reports.
///
/// A test has passed only if the run says that it ran and has no failure of it.
struct RunResults: Sendable {
  typealias Outcome = TestResults.Outcome

  struct Entry: Equatable, Sendable {
    var outcome = Outcome.none
    /// 0 if unknown.
    var milliseconds = 0
    var places = Places()
    var failure: Failure?
  }

  /// The environments in which a test ran, and in which it failed: a bit for each index.
  struct Places: Hashable, Sendable {
    var ran: UInt32 = 0
    var failed: UInt32 = 0
  }

  /// What is known of a failed test, as short texts; empty if unknown.
  struct Failure: Hashable, Sendable {
    var cause = ""
    var owner = ""
    var place = ""
    /// The reason of the known issue that accepts it.
    var known = ""
    /// The commits that touched its file, one each line: name, title, address, separated by tabs.
    var suspects = ""
  }

  /// A test's name and the class or the suites around it.
  struct Name: Equatable, Sendable {
    var name: String
    var place: String
  }

  private(set) var environments: [String] = []
  private(set) var tests: [UInt64: Entry] = [:]
  /// The names of failed tests.
  private(set) var names: [UInt64: Name] = [:]
  private var environmentPlaces: [String: Int] = [:]

  /// The largest number of environments of a run.
  static let mostEnvironments = 30
  /// The largest number of failures with texts.
  private static let mostFailures = 5_000

  /// The results of a run without a report.
  init() {}

  /// - Parameter report: The composed report of the dataset, which knows accepted failures and
  ///   commits; nil if it is not at hand.
  init(_ dataset: Dataset, _ report: Report? = nil) {
    addResults(dataset.testResults)
    addScope(dataset.scope)
    addMessages(dataset.messages, report)
  }

  private mutating func place(of environment: String?) -> Int? {
    // The names of machines differ from run to run.
    guard let environment, !environment.isEmpty else { return nil }
    if let known = environmentPlaces[environment] { return known < 0 ? nil : known }
    guard environments.count < Self.mostEnvironments, EnvironmentName.isOne(environment) else {
      environmentPlaces[environment] = -1
      return nil
    }
    environmentPlaces[environment] = environments.count
    environments.append(Self.short(environment, 60))
    return environments.count - 1
  }

  private mutating func addResults(_ results: TestResults) {
    tests.reserveCapacity(results.results.count)
    let places = results.environments.map { place(of: $0) }
    for result in results.results {
      let place = result.environment.flatMap { places[$0] }
      let milliseconds = result.seconds.map(Self.milliseconds) ?? 0
      tests[result.digest, default: Entry()].add(result.outcome, milliseconds, in: place)
    }
  }

  private mutating func addScope(_ scope: RunScope?) {
    for part in scope?.parts ?? [] {
      guard let list = part.allTests else { continue }
      let outcome = part.testsRun == nil ? Outcome.skipped : .passed
      let place = place(of: part.environment)
      for digest in list.values where !TestDigests.isSuite(digest) {
        // The results of reports say more.
        if tests[digest] == nil || tests[digest]?.isOfScope == true {
          tests[digest, default: Entry()].add(outcome, 0, in: place)
        }
      }
    }
  }

  private mutating func addMessages(_ messages: [Message], _ report: Report?) {
    let reasons = Self.reasons(report)
    let suspects = Self.suspects(report)
    var described = 0
    for message in messages where message.isTest && message.urgency >= .warning {
      guard let fingerprint = message.fingerprintAnywhere,
        !fingerprint.utf8.contains(TestDigests.problemMark)
      else { continue }
      let digest = TestDigests.digest(of: fingerprint)
      // A linter's finding and the failure of a suite are no tests that ran.
      guard var entry = tests[digest] else { continue }
      if message.urgency == .error {
        let place = place(of: message.environment)
        if !entry.outcome.isFailure { entry.outcome = .failed }
        if let place {
          entry.places.failed |= 1 << place
          entry.places.ran |= 1 << place
        }
        if entry.milliseconds == 0 {
          entry.milliseconds = message.duration.map(Self.milliseconds) ?? 0
        }
      }
      if entry.outcome.isFailure || entry.outcome == .flaky, entry.failure == nil,
        described < Self.mostFailures
      {
        described += 1
        var failure = Failure()
        failure.cause = Self.cause(of: message)
        failure.owner = Self.short(message.owner ?? "", 80)
        failure.place = Self.place(of: message)
        failure.known = reasons[fingerprint].map { Self.short($0, 120) } ?? ""
        failure.suspects = suspects[fingerprint] ?? ""
        entry.failure = failure
        names[digest] = Self.name(of: fingerprint)
      }
      tests[digest] = entry
    }
  }

  private static func cause(of message: Message) -> String {
    let text = message.cause ?? message.text ?? message.title
    let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    return short(line.map(String.init) ?? "", 160)
  }

  private static func place(of message: Message) -> String {
    guard let location = message.testLocation ?? message.location else { return "" }
    return short(location.file + (location.line.map { ":\($0)" } ?? ""), 120)
  }

  private static func reasons(_ report: Report?) -> [String: String] {
    guard let known = report?.known else { return [:] }
    var reasons: [String: String] = [:]
    for issue in known.issues {
      for item in issue.items where item < known.messages.count {
        guard let fingerprint = known.messages[item].fingerprintAnywhere else { continue }
        reasons[fingerprint] = issue.reason
      }
    }
    return reasons
  }

  private static func suspects(_ report: Report?) -> [String: String] {
    guard let report else { return [:] }
    var found: [String: String] = [:]
    for (index, suspects) in report.commits.suspects where index < report.messages.count {
      guard let fingerprint = report.messages[index].fingerprintAnywhere else { continue }
      let commits = suspects.commits.prefix(Report.Commits.namedOfMessage).map {
        report.commits.items[$0]
      }
      found[fingerprint] = commits.map { commit in
        [
          String(commit.id.prefix(7)), short(commit.subject, 100),
          report.commits.links.address(of: commit.id) ?? "",
        ].joined(separator: "\u{1F}")
      }.joined(separator: "\u{1E}")
    }
    return found
  }

  // MARK: Texts

  /// The name of a test as its page shows it.
  static func name(of fingerprint: String) -> Name {
    let test = NamedTest(fingerprint)
    let names = TestDigests.names(of: fingerprint)
    let suites = names.suites.split(separator: Character(UnicodeScalar(TestDigests.separator)))
    let around = suites.map(String.init) + (names.className.isEmpty ? [] : [names.className])
    var places: [String] = []
    for name in around where places.last != name { places.append(name) }
    let name = short(test.title.isEmpty ? names.name : test.title, 200)
    let place = short(places.joined(separator: " › "), 200)
    // The name may begin with its class.
    let isRepeated = name.hasPrefix(place + ".") || name.hasPrefix(place + "::")
    return Name(name: name, place: isRepeated ? "" : place)
  }

  /// A text of at most so many characters, without line ends and other hidden characters.
  static func short(_ text: String, _ clusters: Int) -> String {
    VisibleText.of(TextLimits.cut(text, toClusters: clusters))
  }

  /// Rounds to three digits.
  static func milliseconds(_ seconds: Double) -> Int {
    var unit = 1
    let exact = Int((min(max(seconds, 0), 1e8) * 1_000).rounded())
    while exact / unit >= 1_000 { unit *= 10 }
    return (exact + unit / 2) / unit * unit
  }
}

extension RunResults.Entry {
  /// Whether only a scope has named it so far.
  fileprivate var isOfScope: Bool {
    milliseconds == 0 && (outcome == .passed || outcome == .skipped)
  }

  fileprivate mutating func add(
    _ other: TestResults.Outcome, _ milliseconds: Int, in environment: Int?
  ) {
    if other.rank > outcome.rank { outcome = other }
    // The slowest of several environments, or of several tests of one name.
    self.milliseconds = max(self.milliseconds, other == .skipped ? 0 : milliseconds)
    guard let environment, other != .skipped else { return }
    places.ran |= 1 << environment
    if other.isFailure { places.failed |= 1 << environment }
  }
}
