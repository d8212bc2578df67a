package import Composing
package import Diagnostics
package import Rendering
internal import Text
package import Time

/// Renders a report as a mail message.
package struct ReportMail: Sendable {
  package enum Subject: Sendable, Hashable {
    /// "2 new warnings, 6 errors unchanged: Nightly build (3f2c1ab)".
    case usual
    /// The same subject for each run.
    case stable
    /// A template of one line, and the file name for its diagnostics.
    case template(String, file: String)
    /// A finished line.
    case line(String)
  }

  /// The mails that mail programs show as one conversation.
  package enum Thread: String, Sendable, Hashable, CaseIterable {
    /// `episode`: a run with errors and those after it, up to the first one without.
    case none, episode, project, month
  }

  package struct Addresses: Sendable {
    package var from: Mailbox
    package var to: [Mailbox]
    package var cc: [Mailbox] = []
    /// Recipients hidden from all other recipients.
    package var bcc: [Mailbox] = []
    package var replyTo: [Mailbox] = []

    package init(from: Mailbox, to: [Mailbox]) {
      self.from = from
      self.to = to
    }
  }

  /// The size in bytes above which some servers refuse a message.
  private static let mostBytes = 10_000_000
  /// The maximum size of a body in bytes: 80 KiB less the longer line ends of a mail.
  private static let mostBody = 80_400

  private let report: Report
  private let store: AssetStore
  private let template: String
  private let theme: String
  /// The options of the bodies and the attachments.
  package var options = RenderOptions()
  package var subject = Subject.usual
  /// The formats to attach; nil attaches the page unless the report has an address, and drops it if
  /// it is too large.
  package var attachments: [OutputFormat]?
  package var unsubscribe: [String] = []
  package var thread = Thread.episode
  /// The address of the job, if the build service provides it. It does not lead to the report.
  package var job: String?
  /// The address of the job's repository, if the build service provides it.
  package var repository: String?
  /// Whether the mail is short; nil decides by the baseline and the number of messages.
  package var isBrief: Bool?
  /// The number of messages that each list of a short mail names.
  package var top = Report.Digest.usualTop
  /// The number of messages that each section of the bodies shows; nil for all.
  package var mostInSection: Int?
  /// Whether mails are sent only for news; the footer mentions it.
  package var isForNews = false
  /// The reason for the mail in the footer; nil for one about a run.
  package var occasion: String?
  /// The program and its version, for the footer.
  package var program: String?
  /// The time of sending; nil uses the report's date.
  package var sentAt: Instant?

  package init(_ report: Report, store: AssetStore, template: String, theme: String) {
    self.report = report
    self.store = store
    self.template = template
    self.theme = theme
  }

  package struct Bodies {
    package var html: [UInt8] = []
    package var text: [UInt8] = []
    /// The picture that the HTML shows.
    fileprivate var picture: MailMessage.Picture?
  }

  /// The HTML and text bodies, without an attachment. Both show the messages that fit into the HTML
  /// budget.
  package func bodies() -> (Bodies, [Diagnostic]) {
    bodies(hasAttachedReport: false, showsPicture: false)
  }

  private func bodies(
    hasAttachedReport: Bool, showsPicture: Bool
  ) -> (Bodies, [Diagnostic]) {
    var options = options
    options.breaksCode = true
    options.isBrief = report.isWithoutNews && isBrief != false
    options.budget = Self.mostBody
    var footer = RenderOptions.Footer()
    footer.isForNews = isForNews
    footer.occasion = occasion
    footer.unsubscribe = unsubscribe
    footer.program = program
    footer.hasAttachedReport = hasAttachedReport
    footer.job = job
    options.footer = footer
    // Long titles must leave space for the messages; the page has them in full.
    var report = report
    report.title = TextLimits.cut(report.title, toClusters: 300)
    report.subtitle = report.subtitle.map { TextLimits.cut($0, toClusters: 300) }
    if let mostInSection { report.keep(items: mostInSection) }
    let isShort =
      isBrief ?? (report.comparison != nil || report.verdict.total >= Report.Digest.long)
    var top = options.isBrief || isShort ? self.top : nil
    while true {
      report.digest = top.map { Report.Digest(report, top: $0) }
      let picture = showsPicture ? ShownPicture(of: report) : nil
      options.picture = picture?.option
      let (html, shown, problems) = renderer(report, options).mailBody()
      guard let shown else {
        // Long addresses can make even short lists too long; a budget shortens none of them.
        if let length = top, length > 1, problems.contains(where: { $0.id == "budget-too-small" }) {
          top = length / 2
          continue
        }
        return (Bodies(), problems)
      }
      let (text, found) = renderer(shown, options).bytes(.text)
      var bodies = Bodies(html: html, text: text)
      // A message may be left out of a long mail.
      if let picture, picture.isShown(in: html) { bodies.picture = picture.part }
      return (bodies, problems + found)
    }
  }

  /// The complete message; nil if a diagnostic is an error.
  package func message(to addresses: Addresses) -> (MailMessage?, [Diagnostic]) {
    var message = MailMessage(
      from: addresses.from, to: addresses.to, date: sentAt ?? report.now, zone: report.zone)
    message.cc = addresses.cc
    message.replyTo = addresses.replyTo
    message.bcc = addresses.bcc
    message.unsubscribe = unsubscribe
    message.project = report.project.map { VisibleText.of(TextLimits.cut($0, toClusters: 100)) }
    message.thread = threadName
    var problems: [Diagnostic] = []
    if thread != .none, jobName == nil { problems.append(Self.withoutThread) }
    var said: Set<Diagnostic> = []
    func addProblems(_ found: [Diagnostic]) {
      // Targets share template files and therefore report the same problems.
      problems += found.filter { said.insert($0).inserted }
    }
    message.subject = line(&problems)
    // Before the bodies, which say whether the page is attached. Two bodies and a picture of the
    // largest size, encoded, must fit as well.
    var room = Self.mostBytes - Self.mostBody * 3 - ShownPicture.largest * 3 / 2
    var hasAttachedReport = false
    var leftOut: [Diagnostic] = []
    for format in attached {
      let (bytes, found) = renderer(report, options).bytes(format)
      addProblems(found)
      let size = bytes.count / 57 * 78
      room -= size
      guard room >= 0 || attachments != nil else {
        leftOut.append(self.leftOut(format, size))
        continue
      }
      hasAttachedReport = hasAttachedReport || format == .page
      message.attachments.append(
        MailMessage.Attachment(name: fileName(of: format), type: format.mimeType, bytes: bytes))
    }
    let (bodies, found) = bodies(hasAttachedReport: hasAttachedReport, showsPicture: true)
    addProblems(found)
    problems += leftOut
    (message.text, message.html) = (bodies.text, bodies.html)
    message.pictures = [bodies.picture].compactMap { $0 }
    if room < 0, attachments != nil { problems.append(tooLarge(Self.mostBytes - room)) }
    return (problems.contains { $0.severity == .error } ? nil : message, problems)
  }

  private var attached: [OutputFormat] {
    let isPublished = report.url != nil && report.url != job && report.hasOwnAddress
    return attachments ?? (isPublished ? [] : [.page])
  }

  /// The name that distinguishes the job's mails. nil if there is only a title, because other jobs
  /// may have the same title.
  private var jobName: String? {
    report.project.map { "project\0" + $0 }
      ?? repository.map { "repository\0\($0)\0\(report.title)" }
  }

  /// The name of the mail's thread; nil for none. It does not depend on the sender.
  private var threadName: String? {
    guard let jobName else { return nil }
    switch thread {
    case .none: return nil
    case .episode: return report.beginningOfEpisode.map { "episode\0\($0)\0" + jobName }
    case .project: return jobName
    case .month:
      let day = report.zone.date(at: report.now).machineTime
      return "month\0\(day.prefix(7))\0" + jobName
    }
  }

  private static let withoutThread = Diagnostic(
    .note, "no-thread", "the mail belongs to no conversation, because its job is unknown",
    help: ["name the job with '--project', or its repository with '--ci'"])

  private func line(_ problems: inout [Diagnostic]) -> String {
    let line = SubjectLine(report)
    switch subject {
    case .usual: return line.usual
    case .stable: return line.stable
    case .line(let text): return SubjectLine.line(text)
    case .template(let template, let file):
      let (rendered, found) = line.rendered(template, file: file)
      problems += found
      return rendered ?? ""
    }
  }

  private func renderer(_ report: Report, _ options: RenderOptions) -> ReportRenderer {
    ReportRenderer(report, store: store, template: template, theme: theme, options: options)
  }

  private func fileName(of format: OutputFormat) -> String {
    let project = report.project.flatMap { report.title.contains($0) ? nil : $0 }
    let title = [project, report.title].compactMap { $0 }.joined(separator: " ")
    let ending = format.fileName.split(separator: ".").last.map(String.init) ?? format.name
    return AttachmentName.of(title, on: report.zone.date(at: report.now), ending: ending)
  }

  private func leftOut(_ format: OutputFormat, _ size: Int) -> Diagnostic {
    Diagnostic(
      .warning, "attachment-left-out",
      "the \(format.name) is not attached: it would take \(size / 1_000_000) MB",
      help: [
        "many servers reject mails over \(Self.mostBytes / 1_000_000) MB; publish the page at the "
          + "dataset's 'url' and use '--attach none'"
      ])
  }

  private func tooLarge(_ size: Int) -> Diagnostic {
    Diagnostic(
      .warning, "large-mail", "the mail is \(size / 1_000_000) MB large",
      help: ["many servers reject mails over \(Self.mostBytes / 1_000_000) MB"])
  }
}
