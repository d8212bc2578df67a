import Composing
import Datasets
import Diagnostics
import Model
import Pipeline
import Publishing
import Time

/// `known add`: accepts one message or all messages of a report in the file of known issues.
struct KnownCommand: Command {
  let known: KnownOptions
  let acceptsAll: Bool
  let reason: String?
  let owner: String?
  let link: String?
  let until: CivilDate?
  let site: SiteOptions
  let input: InputOptions
  let isStrict: Bool
  let diagnostics: DiagnosticOptions

  static let about = CommandHelp(
    name: "known", summary: "Accepts a message, which reports then count apart",
    operands: "add [MESSAGE] [INPUT…]",
    discussion:
      "MESSAGE is the id of a message, its fingerprint, or a link to it with project and run. It is "
      + "looked up in the INPUTs, else in a run of the site. The command adds an entry with the "
      + "message and its urgency to \(KnownFile.name); a more urgent message is not accepted. Other "
      + "entries stay unchanged. With --accept-all and without MESSAGE, it accepts all present "
      + "errors, warnings and findings, so that a team starts from zero.",
    examples: [
      (
        "tidemark known add disk-full nightly.json --reason \"New disk ordered\" --until 2026-12-31",
        "Accepts the message with this id until the end of the year."
      ),
      (
        "tidemark known add https://example.org/r/core/index.html#m5 --site public --reason \"…\"",
        "Accepts the fifth message of the latest run of a site."
      ),
      (
        "tidemark known add --accept-all build/test-results/ eslint.sarif",
        "Accepts everything that is found on a first night."
      ),
    ], words: [["add"]])

  init(_ options: inout OptionReader) {
    func text(_ name: String, _ word: String, _ help: String) -> String? {
      options.text(
        OptionSpec(name: name, argument: .value(word), help: help, isSetting: false))
    }
    acceptsAll = options.flag(
      OptionSpec(
        name: "accept-all", argument: .none,
        help: "Accept all errors and warnings, and information about a file.", isSetting: false))
    reason = text("reason", "TEXT", "Why it is accepted. Needed unless --accept-all is given.")
    owner = text("owner", "NAME", "Person or team in charge.")
    link = text("link", "URL", "Where more is said, such as an issue.")
    until =
      options.value(
        OptionSpec(
          name: "until", argument: .value("DATE"),
          help: "The last day on which it is accepted, such as 2026-12-31.", isSetting: false),
        "it is a day such as 2026-12-31"
      ) { text in
        guard case .date(let date)? = TimePoint(parsing: text) else { return nil }
        return date
      }?.value
    known = KnownOptions(&options)
    site = SiteOptions(&options, "Look for the message in a run of this site.")
    input = InputOptions(&options)
    _ = Settings.declare(&options)
    isStrict = options.flag(OutcomeOptions.strict)
    diagnostics = DiagnosticOptions(&options)
  }

  func run(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    var operands = call.operands
    guard let verb = operands.first else { throw .missingOperand("add") }
    guard verb == "add" else {
      throw .unknownCommand(
        "known \(verb)",
        nearest: Suggestion.nearest(to: verb, among: ["add"]).map { "known \($0)" },
        help: "'tidemark known add' accepts a message")
    }
    operands.removeFirst()
    var wanted: String?
    if !acceptsAll {
      guard !operands.isEmpty else { throw .missingOperand("MESSAGE") }
      wanted = operands.removeFirst()
      guard reason?.contains(where: { !$0.isWhitespace }) ?? false else {
        throw .missingOption(
          "--reason", help: "give the reason: --reason 'New disk ordered'")
      }
    }
    var log = call.log
    let reporter = DiagnosticReporter(diagnostics, isStrict: isStrict, call.host)
    log.add(contentsOf: site.problems)
    if let problem = known.linkProblem(call.host) {
      log.add(
        Diagnostic(.error, "linked-settings", problem.summary, help: problem.help))
    }
    guard log.errorCount == 0 else { return reporter.end(log, .usage) }
    let rest = CommandCall(
      operands: operands, inputs: call.inputs, host: call.host, log: DiagnosticLog())
    let link = wanted.flatMap { MessageLink($0) }
    let (found, status) = found(rest, link, &log)
    guard let found else { return reporter.end(log, status) }
    let job = KnownJob(
      path: known.path(call.host), found: found, host: call.host,
      entry: KnownEntry(
        [], reason: reason ?? "Accepted on \(found.date.machineTime)", owner: owner,
        link: self.link, until: until))
    guard let wanted else {
      let status = job.acceptAll(&log)
      return reporter.end(log, status)
    }
    guard let position = found.position(of: wanted, link, &log) else {
      return reporter.end(log, .usage)
    }
    let accepted = job.accept(position, &log)
    return reporter.end(log, accepted)
  }

  /// The messages of the inputs, or without inputs of a run of the site.
  private func found(
    _ call: CommandCall, _ link: MessageLink?, _ log: inout DiagnosticLog
  ) -> (FoundMessages?, ExitStatus) {
    if call.operands.isEmpty, let folder = site.folder {
      guard let project = site.project ?? link?.project else {
        log.add(
          Diagnostic(
            .error, "project-needed", "no project given", help: ["use --project NAME"]))
        return (nil, .usage)
      }
      do throws(PublishError) {
        let messages = try SiteMessages(
          site: folder, project: project, run: site.run ?? link?.run)
        return (
          FoundMessages(
            messages: messages.messages, fingerprints: messages.fingerprints, date: messages.date),
          .done
        )
      } catch {
        log.add(contentsOf: error.diagnostics)
        if case .refused = error { return (nil, .usage) }
        return (nil, .output)
      }
    }
    let input = input.resolved(for: call, &log)
    let found = InputOperand.find(input.operands(call))
    let loader = AssetLoader(template: nil, theme: nil, formats: [])
    var request = ReportRequest(inputs: found.inputs, assets: loader.assets)
    request.notes = found.notes
    request.unread = found.unread
    request.isVerbose = diagnostics.isVerbose
    request.strictness = Strictness(isStrict: isStrict)
    if found.inputs.isEmpty {
      var problem = UsageError.missingOperand("INPUT").diagnostic
      problem.help = ["name a report, or a site with '--site DIR'"]
      log.add(problem)
    }
    guard log.errorCount == 0 else { return (nil, .usage) }
    let pipeline = ReportPipeline(request, in: PipelineEnvironment(call.host))
    let read = pipeline.read(&log)
    guard !read.hasErrors, !request.strictness.isFailing(log) else { return (nil, .input) }
    let prepared = pipeline.prepare(read.dataset, as: nil, nil, isForSite: false, &log)
    guard log.errorCount == 0 else { return (nil, .usage) }
    let messages = read.dataset.messages
    return (
      FoundMessages(
        messages: messages,
        fingerprints: messages.indices.map { Fingerprint(of: messages, at: $0).shortened },
        date: prepared.context.zone.wall(at: prepared.context.now).date),
      .done
    )
  }
}

/// A link to a message of a page: `…/PROJECT/runs/RUN/index.html#m5`, `…/PROJECT/index.html#m5` or `#m5`.
struct MessageLink {
  /// Counted from 0.
  let position: Int
  private(set) var project: String?
  /// nil is the latest run.
  private(set) var run: String?

  init?(_ text: String) {
    guard let mark = text.lastIndex(of: "#") else { return nil }
    let anchor = text[text.index(after: mark)...]
    guard anchor.first == "m", let number = Int(anchor.dropFirst()), number > 0 else { return nil }
    position = number - 1
    var parts = text[..<mark].split { $0 == "/" || $0 == "?" }
    if let last = parts.last, last.hasSuffix(".html") { parts.removeLast() }
    if let runs = parts.lastIndex(of: "runs"), runs > 0, runs + 1 < parts.count {
      (project, run) = (String(parts[runs - 1]), String(parts[runs + 1]))
    } else if parts.count > 0 {
      project = String(parts[parts.count - 1])
    }
  }
}

/// The acceptable messages of a report.
struct FoundMessages {
  let messages: [Message]
  /// Shortened fingerprints.
  let fingerprints: [Fingerprint]
  /// The day of the report.
  let date: CivilDate

  /// Returns the position of the wanted message; logs the reason if there is none.
  func position(of wanted: String, _ link: MessageLink?, _ log: inout DiagnosticLog) -> Int? {
    if let link {
      if link.position < messages.count { return link.position }
      log.add(
        Diagnostic(
          .error, "unknown-message",
          "\(VisibleText.quoted(wanted)) leads to no message: there are \(messages.count)"))
      return nil
    }
    let given = Message(urgency: .neutral, title: "", fingerprint: wanted)
    let keys = Set(
      [
        Fingerprint(of: given), Fingerprint(short: wanted), Fingerprint(hexadecimal: wanted),
      ].compactMap { $0?.shortened })
    let found = messages.indices.filter {
      messages[$0].id == wanted || keys.contains(fingerprints[$0])
    }
    guard let first = found.first else {
      let ids = messages.compactMap(\.id).prefix(1_000)
      let near = Suggestion.help(for: wanted, among: Array(ids))
      log.add(
        Diagnostic(
          .error, "unknown-message",
          "no message has the id or fingerprint \(VisibleText.quoted(wanted))",
          help: near.isEmpty ? ["the link to a message on a page names it, too"] : near))
      return nil
    }
    guard found.allSatisfy({ fingerprints[$0] == fingerprints[first] }) else {
      log.add(
        Diagnostic(
          .error, "several-messages",
          "\(found.count) messages have the id \(VisibleText.quoted(wanted))",
          help: ["name one by the link to it, or by its fingerprint as in '--to json'"]))
      return nil
    }
    return found.max { messages[$0].urgency < messages[$1].urgency }
  }
}
