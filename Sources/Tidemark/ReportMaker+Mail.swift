internal import Composing
internal import Diagnostics
internal import Mailing
internal import Pipeline
internal import Rendering
internal import ToolReports

extension ReportMaker {
  /// The addresses and options of a mail.
  public struct Mail: Sendable, Hashable {
    /// The sender, such as `Nightly build <nightly@example.org>`.
    public var from: String
    /// Recipients; each string can have several addresses, separated by commas.
    public var to: [String]
    /// Recipients of a copy.
    public var cc: [String] = []
    /// The addresses for replies. Default: the sender.
    public var replyTo: [String] = []
    /// A template of one line. Default: the project and the state.
    public var subject: String?
    /// Whether the subject is the same for every run.
    public var hasStableSubject = false
    /// The formats of the attached files; nil attaches the page if the report has no address.
    public var attachments: [Target]?
    /// Whether the mail names the changes and counts all other messages; nil does so with a
    /// baseline, and for many messages.
    public var isBrief: Bool?
    /// Addresses to unsubscribe, `mailto:` or `https:`.
    public var unsubscribe: [String] = []

    /// A mail from and to these addresses.
    public init(from: String, to: [String]) {
      self.from = from
      self.to = to
    }
  }

  /// The result of `mail`.
  public struct MailOutcome: Sendable {
    /// The message for a mail server; nil if a finding is an error.
    public let message: [UInt8]?
    /// Problems of the addresses, the inputs, the options or the template.
    public let findings: [Finding]
    /// The verdict of the report; nil if a finding is an error.
    public let verdict: Verdict?

    /// Whether a finding is an error, so that there is no message.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }
  }

  /// Makes a mail from a report, as the command `tidemark mail` does. Does not send it.
  public func mail(_ inputs: [Input], baseline: Input? = nil, _ mail: Mail) -> MailOutcome {
    let assets = options.assets
    var log = DiagnosticLog()
    let addresses = addresses(of: mail, &log)
    let report = report(by: pipeline(of: inputs, baseline), &log)
    var bytes: [UInt8]?
    if let report, let addresses {
      var making = ReportMail(
        report, store: assets.store, template: assets.template, theme: assets.theme)
      // A mail has its own length of lines and budget.
      making.options.screenWidth = options.presentation.screenWidth
      making.options.isAscii = options.presentation.isAscii
      making.attachments = mail.attachments?.map(\.format)
      making.unsubscribe = mail.unsubscribe
      making.isBrief = mail.isBrief
      // Without a site, the first run of an episode is unknown.
      making.thread = .none
      if mail.hasStableSubject {
        making.subject = .stable
      } else if let template = mail.subject {
        making.subject = .template(template, file: "subject")
      }
      let (message, problems) = making.message(to: addresses)
      log.add(contentsOf: problems)
      if !isFailing(log) { bytes = message?.bytes }
    }
    if options.isStrict { log.promoteWarnings() }
    return MailOutcome(
      message: bytes, findings: log.diagnostics.map(Finding.init),
      verdict: log.hasErrors ? nil : report.map(Verdict.init))
  }

  private func addresses(of mail: Mail, _ log: inout DiagnosticLog) -> ReportMail.Addresses? {
    func list(_ texts: [String], _ name: String) -> [Mailbox] {
      texts.flatMap { text in
        do throws(AddressError) {
          return try Mailbox.list(text)
        } catch {
          log.add(
            Diagnostic(
              .error, "bad-value",
              "invalid value \(VisibleText.quoted(text)) for '\(name)': \(error.why)",
              help: error.help))
          return []
        }
      }
    }
    let from = list([mail.from], "from")
    let to = list(mail.to, "to")
    let (cc, replyTo) = (list(mail.cc, "cc"), list(mail.replyTo, "replyTo"))
    for (text, name) in mail.unsubscribe.map({ ($0, "unsubscribe") }) + [
      (mail.subject ?? "", "subject")
    ] {
      do throws(AddressError) {
        try HeaderWords.check(text)
        if name == "unsubscribe" { try HeaderWords.checkAddressToFollow(text) }
      } catch {
        log.add(
          Diagnostic(
            .error, "bad-value",
            "invalid value \(VisibleText.quoted(text)) for '\(name)': \(error.why)"))
      }
    }
    if from.count > 1 {
      log.add(Diagnostic(.error, "bad-value", "a mail has one sender, not \(from.count)"))
    }
    if mail.to.isEmpty { log.add(Diagnostic(.error, "bad-value", "the mail has no recipient")) }
    guard let sender = from.first, !to.isEmpty, !log.hasErrors else { return nil }
    var addresses = ReportMail.Addresses(from: sender, to: to)
    (addresses.cc, addresses.replyTo) = (cc, replyTo)
    return addresses
  }
}
