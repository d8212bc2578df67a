internal import Diagnostics
internal import Localization
package import Model
internal import Text

/// Makes messages of tests and findings: hides secrets, shortens long texts, and sets category and
/// fingerprint.
package struct MessageMaker: Sendable {
  package let context: ImportContext
  package private(set) var categories: [Dataset.Category] = []
  package private(set) var messages: [Message] = []
  package private(set) var repeated = RepeatedFindings()
  /// Whether there are more messages than allowed.
  package private(set) var isFull = false
  /// The fingerprints of findings that became no message.
  package private(set) var leftOut = TestDigests()
  private var leftOutCounts: [UInt64: Int] = [:]
  package var redactor: Redactor
  private var categoryIDs: Set<String> = []
  private let categoryOfTests: Dataset.Category
  /// The category of the last message with a category by name. Adjacent messages often share it.
  private var lastNamed: (name: String, category: Dataset.Category)?
  /// Where its tests ran, by the name of the report.
  private let environment: String?
  private var shownPaths: [String: String] = [:]
  private var identity: TestIdentity
  /// The buffer for the fingerprints of findings.
  private var buffer: [UInt8] = []

  init(_ context: ImportContext) {
    self.context = context
    redactor = context.options.redactor
    identity = TestIdentity(redactor)
    environment = context.environment
    let runner = context.options.category == .tool ? context.runner : nil
    categoryOfTests = Dataset.Category(
      id: runner.map { "\(context.format):\($0)" } ?? "tests",
      title: runner ?? context.options.locale.string(.factTests))
  }

  private var options: ImportOptions {
    _read { yield context.options }
  }

  // MARK: Tests

  package mutating func add(_ test: consuming TestCase, _ urgency: Urgency) {
    let fingerprint = fingerprint(test)
    let leftOut = test.limitSteps()
    redact(&test)
    var message = Message(
      urgency: urgency, title: Self.shortened(test.title),
      text: cut(test.text, to: options.detailsLimit),
      details: limited(test.details), time: test.time,
      location: location(test.file, test.line, test.column), fingerprint: fingerprint,
      source: test.source)
    message.textFormat = .plain
    if let place = test.testPlace {
      message.testLocation = location(place.path, place.line, nil)
    }
    if test.tool == nil {
      message.duration = test.seconds
      if urgency >= .warning { explain(&message, by: test) }
      // What is hidden is counted where it is shown.
      var redactor = redactor
      if urgency >= .warning, test.problem.isEmpty {
        message.environment = test.environment.map { redactor.redacted($0) } ?? environment
      }
    }
    if !test.steps.isEmpty { (message.steps, message.stepsLeftOut) = (test.steps, leftOut) }
    attach(test.links, to: &message)
    attach(test.attachments, to: &message)
    if let owner = test.owner, !owner.isEmpty { message.owner = owner }
    if !test.properties.isEmpty { message.properties = test.properties }
    let suite = options.category == .suite ? test.suites.first { !$0.isEmpty } : nil
    // A linter's findings are not tests, even if they are written as tests.
    append(
      message, in: (suite ?? test.tool ?? test.category).map { category($0) } ?? categoryOfTests,
      test.colors)
  }

  /// Sets the cause of a failed test and the compared values. The texts hide secrets already, but a
  /// key and its value may be in two lines that the cause joins.
  private func explain(_ message: inout Message, by test: borrowing TestCase) {
    var text = test.text.map { $0[...] }
    // The first line counts its tries.
    if test.failedTries > 0 { text = text?.drop { $0 != "\n" }.dropFirst() }
    let given = text.map { String($0) }
    let place = message.location.flatMap { place in place.line.map { (place.file, $0) } }
    let cause = FailureCause(
      text: given, details: test.details, title: test.title, place: place,
      outputHeading: options.locale.string(.outputHeading))
    // What is hidden is counted where it is shown.
    var redactor = redactor
    message.cause = cause.map { redactor.redacted($0.text) }
    // Lines of cut details have other numbers.
    if let start = cause?.start, message.details == test.details { message.detailsStart = start }
    guard let values = test.values ?? given.flatMap({ FailureValues($0) }), values.differ else {
      return
    }
    message.expected = cut(values.expected, to: options.detailsLimit)
    message.actual = cut(values.actual, to: options.detailsLimit)
  }

  /// Appends a name without varying parts: addresses, durations, temporary folders.
  private static func appendStable(_ name: String, to bytes: inout [UInt8]) {
    bytes += VolatileText(name).normalized(.title)
  }

  /// The fingerprint of a test. It does not depend on the language.
  private mutating func fingerprint(_ test: borrowing TestCase) -> String {
    identity.readNames(of: test)
    return identity.fingerprint
  }

  // MARK: Findings

  package mutating func add(_ finding: consuming Finding, _ urgency: Urgency) {
    let message = message(of: &finding, urgency)
    append(message, in: category(of: finding), isFinding: !finding.isCounted)
  }

  /// Notes a finding that becomes no message: it is there, and thus not fixed.
  mutating func leaveOut(_ finding: consuming Finding) {
    // What is hidden is counted where it is shown.
    let redactor = redactor
    (finding.details, finding.attachments) = (nil, [])
    if let fingerprint = message(of: &finding, .neutral).fingerprint {
      let digest = TestDigests.digest(of: fingerprint)
      let count = leftOutCounts[digest, default: 0]
      leftOut.insert(TestDigests.digest(digest, occurrence: count))
      leftOutCounts[digest] = count + 1
    }
    self.redactor = redactor
  }

  private mutating func message(of finding: inout Finding, _ urgency: Urgency) -> Message {
    redact(&finding)
    let (title, text) = finding.titleAndText
    var message = Message(
      urgency: urgency, title: title, text: cut(text, to: options.detailsLimit),
      details: limited(finding.details), time: finding.time,
      location: location(finding.file, finding.line, finding.column),
      fingerprint: finding.fingerprint, source: finding.source)
    message.location?.context = context(of: finding)
    if let test = finding.testPlace { message.testLocation = location(test.path, test.line, nil) }
    message.fingerprint = message.fingerprint ?? fingerprint(of: finding, message)
    message.textFormat = finding.markdown == nil ? .plain : .markdown
    if let rule = finding.rule, !rule.isEmpty {
      message.link = Message.Link(title: finding.ruleTitle ?? rule, url: finding.ruleURL)
    }
    message.attachments = attachments(finding.attachments)
    message.environment = finding.scan
    if finding.count > 1 { message.count = finding.count }
    if let owner = finding.owner, !owner.isEmpty { message.owner = owner }
    if !finding.properties.isEmpty { message.properties = finding.properties }
    return message
  }

  private mutating func category(of finding: borrowing Finding) -> Dataset.Category {
    switch (options.category, finding.rule, finding.run) {
    case (.tests, _, _): return categoryOfTests
    case (.rule, let rule?, _) where !rule.isEmpty: return category(rule)
    case (.run, _, let run?):
      return category(
        "\(finding.tool) (\(run))", title: finding.toolTitle.map { "\($0) (\(run))" })
    default: return category(finding.tool, title: finding.toolTitle)
    }
  }

  /// The fingerprint of a finding, if its tool gives none. It excludes the category, which depends
  /// on options, and the name of a log, which may contain a date. Its text is so short that it
  /// needs no allocation.
  private mutating func fingerprint(
    of finding: Finding, _ message: Message
  ) -> String {
    buffer.removeAll(keepingCapacity: true)
    buffer += context.format.utf8
    buffer.append(0x1F)
    if finding.isNamedByTool { buffer += finding.tool.utf8 }
    buffer.append(0x1F)
    if let rule = finding.rule { buffer += rule.utf8 }
    buffer.append(0x1F)
    if let location = message.location { buffer += location.file.utf8 }
    buffer.append(0x1F)
    // The substitute for a tool's name depends on the language.
    Self.appendStable(
      message.title == finding.toolTitle ? finding.tool : message.title, to: &buffer)
    let digest = SHA256.digest(padding: &buffer)
    return "f:"
      + Base64.encode(
        (0..<9).map { UInt8(truncatingIfNeeded: digest[$0 / 4] >> UInt32(24 - $0 % 4 * 8)) })
  }

  /// Sets what was scanned as the environment of all findings.
  package mutating func set(scanned: String) {
    for index in messages.indices
    where RunScope.Kind(ofFingerprint: messages[index].fingerprint) == .finding {
      messages[index].environment = EnvironmentName.joined(
        [scanned] + (messages[index].environment.map { [$0] } ?? []))
    }
  }

  // MARK: Messages

  /// Inserts a line before the plain texts of messages.
  package mutating func open(textsWith line: String, where applies: (SourceMark) -> Bool) {
    let line = redactor.redacted(line)
    for index in messages.indices where applies(messages[index].source) {
      messages[index].text = messages[index].text.map { line + "\n" + $0 } ?? line
    }
  }

  /// The location, if the report names a file. Lines and columns begin with 1.
  private mutating func location(
    _ file: String?, _ line: Int?, _ column: Int?
  ) -> Message.Location? {
    guard let file, !file.isEmpty else { return nil }
    func inRange(_ number: Int?) -> Int? {
      number.flatMap { 1...Int(Int32.max) ~= $0 ? $0 : nil }
    }
    return Message.Location(
      file: path(file), line: inRange(line), column: inRange(column))
  }

  /// A path as shown. It is cached, because reports repeat the names of a few files.
  private mutating func path(_ file: String) -> String {
    if let path = shownPaths[file] { return path }
    let path = Self.shortened(options.paths.path(file), to: Self.longestPath)
    if shownPaths.count < Self.mostPathsKept, file.utf8.count <= Self.longestPathKept {
      shownPaths[file] = path
    }
    return path
  }

  private static let mostPathsKept = 16_384
  private static let longestPathKept = 256

  /// Adds a message to its category according to the options, else to the usual one.
  private mutating func append(
    _ message: consuming Message, in usual: Dataset.Category, _ colors: ColoredLines? = nil,
    isFinding: Bool = false
  ) {
    message.detailsFormat = .log
    if let details = message.details.map(PlainText.dedented) {
      message.details = details
      message.coloredDetails = colors?.applied(to: details)
    }
    let category = category(of: message, usual)
    message.category = category?.id
    if isFinding, let difference = context.difference,
      let first = repeated.first(
        of: message, in: messages, despite: difference, at: messages.count)
    {
      messages[first].count += message.count
      return
    }
    guard messages.count < context.room else {
      isFull = true
      return
    }
    let last = messages.count - 1
    if let category, last < 0 || messages[last].category != category.id,
      categoryIDs.insert(category.id).inserted
    {
      categories.append(category)
    }
    messages.append(message)
  }

  private mutating func category(
    of message: Message, _ usual: Dataset.Category
  ) -> Dataset.Category? {
    switch options.category {
    case .none: return nil
    case .named(let given): return Dataset.Category(id: given, title: given)
    case .level:
      return category(
        message.urgency.rawValue, title: options.locale.word(for: message.urgency))
    case .file, .folder:
      guard let file = message.location?.file else { return usual }
      var name = file
      if case .folder(let depth) = options.category {
        name = file.split(separator: "/").dropLast().prefix(depth).joined(separator: "/")
      }
      return name.isEmpty ? usual : category(name)
    case .standard, .tests, .tool, .run, .suite, .rule: return usual
    }
  }

  /// A category of this format. Its id does not depend on the language.
  private mutating func category(_ name: String, title: String? = nil) -> Dataset.Category {
    if let lastNamed, lastNamed.name == name { return lastNamed.category }
    let category = Dataset.Category(id: "\(context.format):\(name)", title: title ?? name)
    lastNamed = (name, category)
    return category
  }
}
