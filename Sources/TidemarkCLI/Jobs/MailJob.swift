import Composing
import Diagnostics
import Files
import Mailing
import Pipeline
import Rendering

/// A `mail` command line, checked before any input is read.
struct MailJob {
  /// The kind of output.
  enum Form {
    case message, html, text

    var fileName: String {
      switch self {
      case .message: "mail.eml"
      case .html: OutputFormat.mail.fileName
      case .text: OutputFormat.text.fileName
      }
    }
  }

  private let command: MailCommand
  private(set) var request: ReportRequest
  private(set) var form = Form.message
  private(set) var addresses: ReportMail.Addresses?
  private(set) var subject = ReportMail.Subject.usual
  /// The name of the subject template in diagnostics.
  var subjectName: String? { if case .template(_, let file) = subject { file } else { nil } }
  private(set) var attachments: [OutputFormat] = []
  private(set) var unsubscribe: [String] = []
  /// The program that sends the message; nil if the message isn't sent.
  private(set) var sendmail: Sendmail?
  /// The addresses of owners, who get a copy if something of theirs is new.
  private(set) var owners: OwnerAddresses?
  /// The output file; nil is standard output.
  private(set) var output: String?

  /// - Parameter loading: The problems of template and theme.
  init(
    _ command: MailCommand, _ call: CommandCall, _ log: inout DiagnosticLog,
    loading: inout [Diagnostic]
  ) {
    self.command = command
    let wanted =
      command.attachments.isEmpty
      ? [OutputFormat.page.name] : command.attachments.map(\.value)
    for format in wanted.compactMap(OutputFormat.init(named:)) where !attachments.contains(format) {
      attachments.append(format)
    }
    let loader = AssetLoader(
      template: command.dataset.template, theme: command.dataset.theme,
      formats: [.mail, .text] + attachments)
    loading = loader.problems
    request =
      command.digest == nil
      ? ReportRequest(
        command.dataset, command.input, command.comparison, command.site, command.outcome, call,
        loader, &log) : ReportRequest(digestOf: command, call, loader, &log)
    if wanted.contains("none"), !attachments.isEmpty {
      disagree("attach none", "attach page", command.attachments.last)
    }
    if command.digest == nil, command.site.projects.count > 1 {
      let help = "'--digest' makes a mail of several projects"
      problems.append(UsageError.givenTwice(option: "--project", help: help).diagnostic)
    }
    takeForm()
    takeAddresses()
    takeOwners()
    takeSubject()
    checkCondition()
    takeUnsubscribe()
    takeSending(call.host)
    takeHiddenRecipients()
    takeOutput()
    log.add(contentsOf: problems)
  }

  private var problems: [Diagnostic] = []

  private mutating func disagree(_ option: String, _ other: String, _ setting: Setting?) {
    problems.append(UsageError.together("--" + option, "--" + other).diagnostic(about: setting))
  }

  private mutating func takeForm() {
    if command.isHTMLOnly { form = .html }
    if command.isTextOnly {
      if form == .html { disagree("html-only", "text-only", nil) }
      form = .text
    }
  }

  private mutating func takeAddresses() {
    let from = mailboxes(command.from, isSender: true)
    let to = mailboxes(command.to)
    let cc = mailboxes(command.cc)
    let bcc = mailboxes(command.bcc)
    let replyTo = mailboxes(command.replyTo)
    guard form == .message else { return }
    let examples = [
      ("from", command.from, "name the sender: --from 'Nightly build <nightly@example.org>'"),
      ("to", command.to, "name a recipient: --to team@example.org"),
    ]
    for (option, given, help) in examples where given.isEmpty {
      problems.append(UsageError.missingOption("--" + option, help: help).diagnostic)
    }
    if from.count > 1, let last = command.from.last { refuse(last, .severalSenders) }
    guard let sender = from.first, !to.isEmpty else { return }
    var all = ReportMail.Addresses(from: sender, to: to)
    (all.cc, all.bcc, all.replyTo) = (cc, bcc, replyTo)
    addresses = all
  }

  /// The addresses of an option; each wrong one becomes a problem. Recipients of a settings file
  /// are ignored if others are given, because the file may have come with a checked-out project.
  private mutating func mailboxes(_ settings: [Setting], isSender: Bool = false) -> [Mailbox] {
    let givesRecipients = command.to.contains { $0.location == nil }
    var list: [Mailbox] = []
    for setting in settings {
      if !isSender, givesRecipients, let location = setting.location {
        problems.append(
          Diagnostic(
            .note, "setting-ignored",
            "'\(setting.name)' is not used, because '--to' is given", at: location,
            help: ["give it on the command line, too"]))
        continue
      }
      do throws(AddressError) {
        list += try Mailbox.list(setting.value)
      } catch {
        refuse(setting, error)
      }
    }
    return list
  }

  private mutating func takeOwners() {
    guard let setting = command.ccOwners else { return }
    do throws(FileError) {
      let bytes = try InputFile.contents(of: setting.value, limit: OwnerAddresses.mostBytes)
      owners = OwnerAddresses(bytes, name: setting.value, problems: &problems)
    } catch {
      problems.append(
        Diagnostic(.error, "unreadable-file", error.message, at: setting.location))
    }
  }

  /// The addresses with copies for the owners of what is new. Owners without an address become a
  /// note.
  func addresses(for report: Report, _ log: inout DiagnosticLog) -> ReportMail.Addresses? {
    guard let owners, var addresses else { return addresses }
    let (known, unknown, lacksOwners) = owners.addresses(of: report)
    if report.comparison == nil {
      log.add(
        Diagnostic(
          .note, "unknown-owner", "no copy for owners: no earlier report tells what is new",
          help: ["compare with '--site' or '--baseline'"]))
    }
    if lacksOwners {
      log.add(
        Diagnostic(
          .note, "unknown-owner", "no copy for owners: no new error or warning has an owner",
          help: ["'--root DIR' reads the owners of files from CODEOWNERS in DIR"]))
    }
    let others = addresses.to + addresses.cc + addresses.bcc
    addresses.cc += known.filter { owner in
      !others.contains { $0.address.lowercased() == owner.address.lowercased() }
    }
    if !unknown.isEmpty, let file = command.ccOwners?.value {
      let names = unknown.prefix(5).map { VisibleText.quoted($0) }.joined(separator: ", ")
      log.add(
        Diagnostic(
          .note, "unknown-owner",
          "no copy for \(names)\(unknown.count > 5 ? " and \(unknown.count - 5) more" : "")",
          help: ["add a line with its address to '\(VisibleText.of(file))'"]))
    }
    return addresses
  }

  private mutating func refuse(_ setting: Setting, _ error: AddressError) {
    var shown = setting
    shown.value = VisibleText.of(setting.value)
    var problem = UsageError.badValue(shown, why: error.why).diagnostic(about: setting)
    problem.help = error.help
    problems.append(problem)
  }

  private mutating func takeSubject() {
    let setting = command.subject
    if command.isSubjectStable {
      subject = .stable
      if setting != nil { disagree("subject", "stable-subject", setting) }
    } else if let setting {
      do throws(AddressError) {
        try HeaderWords.check(setting.value)
      } catch {
        refuse(setting, error)
      }
      subject = .template(setting.value, file: setting.name)
    }
  }

  private mutating func checkCondition() {
    guard let onlyIf = command.onlyIf, onlyIf.value.needsBaseline, command.digest == nil,
      !request.comparesWithLastReport(command.site)
    else { return }
    problems.append(
      UsageError.newWithoutBaseline(option: "--only-if \(onlyIf.setting.value)")
        .diagnostic(about: onlyIf.setting))
  }

  private mutating func takeUnsubscribe() {
    for setting in command.unsubscribe {
      do throws(AddressError) {
        try HeaderWords.checkAddressToFollow(setting.value)
        unsubscribe.append(setting.value)
      } catch {
        refuse(setting, error)
      }
    }
  }

  private mutating func takeSending(_ host: ProcessEnvironment) {
    guard command.send?.value == "true" else {
      // '--send=false' is intended, so it needs no warning.
      if command.sendmail?.origin == .commandLine, command.send == nil {
        problems.append(
          Diagnostic(
            .warning, "not-sent", "'--sendmail' names a program, but nothing is sent",
            help: ["add '--send'"]))
      }
      return
    }
    if form != .message {
      disagree("send", form == .html ? "html-only" : "text-only", nil)
    }
    var program = Sendmail.usual
    if let setting = command.sendmail {
      do throws(AddressError) {
        program = try CommandWords.of(setting.value)
      } catch {
        refuse(setting, error)
      }
    }
    var sendmail = Sendmail(
      program, environment: host.environment, isInForeground: host.errorIsTerminal)
    if let seconds = command.sendLimit { sendmail.seconds = seconds }
    if let sender = addresses?.from.address { sendmail = sendmail.returning(to: sender) }
    self.sendmail = sendmail
  }

  /// Hidden recipients are passed to the mail program, which must remove them. A written file would
  /// show them to everybody.
  private mutating func takeHiddenRecipients() {
    guard form == .message, let setting = command.bcc.last, addresses?.bcc.isEmpty == false else {
      return
    }
    if sendmail == nil {
      problems.append(
        UsageError.missingOption(
          "--send", help: "a mail that is written to a file can't hide the recipients of '--bcc'"
        ).diagnostic(about: setting))
    } else if sendmail?.readsRecipients == false {
      problems.append(
        UsageError.badValue(
          setting, why: "the program of '--sendmail' does not read recipients from the mail"
        ).diagnostic(about: setting))
    }
  }

  private mutating func takeOutput() {
    guard let path = command.output?.value, path != "-" else { return }
    let isFolder = path.hasSuffix("/") || Folder.exists(path)
    output = isFolder ? (path.hasSuffix("/") ? path : path + "/") + form.fileName : path
    do throws(UsageError) {
      try request.keep(output ?? path)
    } catch {
      problems.append(error.diagnostic(about: command.output))
    }
  }
}

extension AddressError {
  fileprivate static let severalSenders = AddressError(why: "a mail has one sender", help: [])
}
