internal import Diagnostics
internal import Inputs
internal import JSON
internal import Localization
internal import Model
internal import Text
internal import ToolReports

/// Reads the results of tests.
extension AllureImporter {
  mutating func readResult(_ value: JSONValue) {
    let labels = AllureLabels(value["labels"])
    let parameters = AllureParameters(value["parameters"])
    let fullName = value["fullName"]?.string ?? ""
    let name = [value["name"]?.string ?? "", fullName].first { !$0.isEmpty } ?? ""
    let shown = name + parameters.text(besides: name)
    var test = TestCase(title: name.isEmpty ? context.locale.string(.unnamedTest) : shown)
    test.suites = labels.suites
    if test.suites.isEmpty {
      test.suites = value["titlePath"]?.elements.compactMap(\.string).filter { !$0.isEmpty } ?? []
    }
    let className = labels["testClass"] ?? Self.className(of: fullName)
    test.identity = name.isEmpty ? [] : [className ?? "", shown]
    if !test.suites.isEmpty, !name.isEmpty {
      test.title = (test.suites.suffix(1) + [shown]).joined(separator: " › ")
    }
    setOutcome(&test, value)
    (test.machine, test.owner) = (labels["host"], labels["owner"])
    let (start, stop) = (value["start"]?.number, value["stop"]?.number)
    if let start, let stop, stop >= start {
      test.seconds = ReportedDuration.seconds((stop - start) / 1_000)
    }
    test.time = Self.time(start)
    test.source = context.mark(1)
    let uuid = value["uuid"]?.string
    if test.isProblem { describe(&test, value, labels, uuid) }
    fixtures.note(test, uuid: uuid)
    if test.outcome != .skipped {
      report.workers.add(labels["thread"], test.title, seconds: test.seconds)
    }
    tries.append(
      Try(
        test: test, key: Self.key(of: value, name, parameters), uuid: uuid, start: start,
        stop: stop))
  }

  private mutating func setOutcome(_ test: inout TestCase, _ value: JSONValue) {
    let details = value["statusDetails"]
    let word = value["status"]?.string
    test.outcome = fields.outcome(word?.lowercased(), at: value.location, &report, &log)
    if test.outcome == .passed { test.isFlaky = details?["flaky"]?.bool == true }
    if test.outcome == .skipped, let said = details?["message"]?.string {
      let reason = PlainText.trimmed(TerminalText.plain(said))
      test.reason =
        reason.hasPrefix("Skipped: ") ? String(reason.dropFirst("Skipped: ".count)) : reason
    }
  }

  /// What is equal for all tries of a test, as Allure decides it: the id of its history, else its
  /// id or name with its parameters.
  private static func key(
    of value: JSONValue, _ name: String, _ parameters: AllureParameters
  ) -> String? {
    if let id = value["historyId"]?.string, !id.isEmpty { return "h:" + id }
    let names = [value["testCaseId"]?.string ?? "", value["fullName"]?.string ?? ""]
    guard let own = names.first(where: { !$0.isEmpty }) else { return nil }
    return "t:" + own + "\u{1F}" + parameters.identity
  }

  /// The part of `package.module#test` before the name of the test.
  private static func className(of fullName: String) -> String? {
    fullName.firstIndex(of: "#").map { String(fullName[..<$0]) }
  }

  private mutating func describe(
    _ test: inout TestCase, _ value: JSONValue, _ labels: AllureLabels, _ uuid: String?
  ) {
    let details = value["statusDetails"]
    let (message, trace) = (details?["message"]?.string ?? "", details?["trace"]?.string ?? "")
    test.category = categories.category(
      status: value["status"]?.string?.lowercased() ?? "", message: message, trace: trace,
      isFlaky: test.isFlaky)
    let said = PlainText.trimmed(TerminalText.plain(message))
    let plain = PlainText.trimmed(TerminalText.plain(trace))
    test.describe([message, PlainText.rest(of: plain, behind: said) ?? trace], context)
    if let place = TraceInText(TerminalText.plain(trace)) { test.setPlace(from: place) }
    if let expected = details?["expected"]?.string, let actual = details?["actual"]?.string,
      !expected.isEmpty || !actual.isEmpty
    {
      test.values = FailureValues(expected: expected, actual: actual)
    }
    let (befores, afters) = fixtures.steps(around: uuid)
    test.steps = befores + steps(value["steps"]) + afters
    test.attachments = attachments(value["attachments"])
    test.links = Self.links(value["links"])
    test.properties = labels.properties
  }

  private static let mostLinks = 20

  private static func links(_ value: JSONValue?) -> [Message.Link] {
    // The issue of a failure is of most interest.
    let all = (value?.elements ?? []).prefix(mostLinks)
    let issues = all.filter { $0["type"]?.string == "issue" }
    return (issues + all.filter { $0["type"]?.string != "issue" }).compactMap { link in
      guard let url = link["url"]?.string, !url.isEmpty else { return nil }
      let start = url.prefix(8).lowercased()
      guard start.hasPrefix("https://") || start.hasPrefix("http://") else { return nil }
      let name = link["name"]?.string ?? ""
      return Message.Link(title: name.isEmpty ? url : name, url: url)
    }
  }

  // MARK: Steps and files

  /// The reader limits the nesting of a file, and therefore the recursion.
  mutating func steps(_ value: JSONValue?) -> [Message.Step] {
    var steps: [Message.Step] = []
    for element in value?.elements ?? [] {
      guard case .object = element.kind else { continue }
      steps.append(step(element))
    }
    return steps
  }

  mutating func step(_ value: JSONValue) -> Message.Step {
    let message = value["statusDetails"]?["message"]?.string.map {
      PlainText.trimmed(TerminalText.plain($0))
    }
    var step = Message.Step(
      title: value["name"]?.string ?? "", status: Self.status(value["status"]?.string),
      parameters: AllureParameters(value["parameters"]).shown,
      message: message?.isEmpty == false ? message : nil,
      attachments: attachments(value["attachments"]), children: steps(value["steps"]))
    if step.title.isEmpty { step.title = context.locale.string(.unnamedTest) }
    if let start = value["start"]?.number, let stop = value["stop"]?.number, stop >= start {
      step.seconds = ReportedDuration.seconds((stop - start) / 1_000)
    }
    return step
  }

  private static func status(_ word: String?) -> Message.Step.Status {
    switch word?.lowercased() {
    case "passed": .passed
    case "failed": .failed
    case "broken": .error
    case "skipped": .skipped
    default: .unknown
    }
  }

  /// The files that a part names. They are in the folder of the results.
  private mutating func attachments(_ value: JSONValue?) -> [Message.Attachment] {
    var attachments: [Message.Attachment] = []
    for element in value?.elements ?? [] {
      guard let source = element["source"]?.string, !source.isEmpty else { continue }
      guard Self.isInFolder(source) else {
        if fields.isFirst("attachment") {
          log.add(
            Diagnostic(
              .warning, "unread-attachment",
              "the attachment \(VisibleText.quoted(source)) is not in the folder of the results",
              at: element.location, help: ["it is left out"]))
        }
        continue
      }
      if attachments.count == Message.Attachment.mostOfMessage {
        if fields.isFirst("attachments") {
          log.add(
            Diagnostic(
              .warning, "too-many-attachments",
              "a test has more than \(Message.Attachment.mostOfMessage) attachments",
              at: element.location, help: ["the others are left out"]))
        }
        break
      }
      let name = element["name"]?.string.map(PlainText.trimmed) ?? ""
      attachments.append(
        Message.Attachment(
          title: name.isEmpty ? nil : name, path: source, type: element["type"]?.string))
    }
    return attachments
  }

  private static func isInFolder(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.utf8.contains { $0 == 0x3A || $0 == 0x5C || $0 < 0x20 }
      && !path.split(separator: "/").contains("..")
  }
}
