import Basics
import Composing
import Diagnostics
import Mailing
import Rendering

/// What a `mail` command line asks for, checked before anything is read.
struct MailPlan {
  /// What comes of it.
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

  let source: ReportOptions
  let loader: AssetLoader
  private(set) var form = Form.message
  private(set) var addresses: ReportMail.Addresses?
  private(set) var subject = ReportMail.Subject.usual
  /// What diagnostics call the place where the subject's template stands.
  var subjectName: String? { if case .template(_, let file) = subject { file } else { nil } }
  private(set) var attachments: [OutputFormat] = []
  let attachesAsUsual: Bool
  private(set) var unsubscribe: [String] = []
  private(set) var occasion = MailCondition.always
  private(set) var isCompact = false
  let isAscii: Bool
  /// Who takes the message; nil when nobody is asked to.
  private(set) var sendmail: Sendmail?
  /// The file to write; nil is standard output.
  private(set) var output: String?
  /// What is wrong with it, all of it.
  private(set) var problems: [Diagnostic] = []

  init(_ arguments: Arguments, _ host: ProcessEnvironment) {
    isAscii = arguments.flag("ascii")
    attachesAsUsual = arguments.values("attach").isEmpty
    let wanted = attachesAsUsual ? ["page"] : arguments.values("attach").map(\.value)
    for format in wanted.compactMap(OutputFormat.init(named:)) where !attachments.contains(format) {
      attachments.append(format)
    }
    loader = AssetLoader(
      template: arguments.values("template").last, theme: arguments.values("theme").last,
      formats: [.mail, .text] + attachments)
    source = ReportOptions(arguments, loader)
    problems = source.problems
    if wanted.contains("none"), !attachments.isEmpty {
      disagree("attach none", "attach page", arguments.values("attach").last)
    }
    takeForm(arguments)
    takeAddresses(arguments)
    takeSubject(arguments)
    takeOccasion(arguments)
    takeUnsubscribe(arguments)
    takeWidth(arguments)
    takeSending(arguments, host)
    takeOutput(arguments)
  }

  private mutating func disagree(_ option: String, _ other: String, _ setting: Setting?) {
    problems.append(UsageError.together("--" + option, "--" + other).diagnostic(about: setting))
  }

  private mutating func takeForm(_ arguments: Arguments) {
    if arguments.flag("html-only") { form = .html }
    if arguments.flag("text-only") {
      if form == .html { disagree("html-only", "text-only", nil) }
      form = .text
    }
  }

  private mutating func takeAddresses(_ arguments: Arguments) {
    let from = mailboxes("from", arguments)
    let to = mailboxes("to", arguments)
    let cc = mailboxes("cc", arguments)
    let replyTo = mailboxes("reply-to", arguments)
    guard form == .message else { return }
    let examples = [
      ("from", "say who sends it: --from 'Nightly build <nightly@example.org>'"),
      ("to", "say who gets it: --to team@example.org"),
    ]
    for (option, help) in examples where arguments.values(option).isEmpty {
      problems.append(UsageError.missingOption("--" + option, help: help).diagnostic)
    }
    if from.count > 1 {
      refuse("from", arguments.values("from").last, AddressError.severalSenders)
    }
    guard let sender = from.first, !to.isEmpty else { return }
    var all = ReportMail.Addresses(from: sender, to: to)
    (all.cc, all.replyTo) = (cc, replyTo)
    addresses = all
  }

  /// The addresses that an option gives; what is wrong with them is a problem each. A settings file
  /// adds none to recipients that are given otherwise: it may have come with a checked-out project.
  private mutating func mailboxes(_ option: String, _ arguments: Arguments) -> [Mailbox] {
    let givesRecipients = arguments.values("to").contains { $0.place == nil }
    var list: [Mailbox] = []
    for setting in arguments.values(option) {
      if option != "from", givesRecipients, let place = setting.place {
        problems.append(
          Diagnostic(
            .note, "setting-ignored",
            "'\(setting.name(of: option))' is not used, since '--to' is given", at: place,
            help: ["give it on the command line, too"]))
        continue
      }
      do throws(AddressError) {
        list += try Mailbox.list(setting.value)
      } catch {
        refuse(option, setting, error)
      }
    }
    return list
  }

  private mutating func refuse(_ option: String, _ setting: Setting?, _ error: AddressError) {
    let value = setting.map { VisibleText.of($0.value) } ?? ""
    let name = setting?.name(of: option) ?? "--" + option
    var problem = UsageError.badValue(option: name, value: value, why: error.why)
      .diagnostic(about: setting)
    problem.help = error.help
    problems.append(problem)
  }

  private mutating func takeSubject(_ arguments: Arguments) {
    let setting = arguments.values("subject").last
    if arguments.flag("stable-subject") {
      subject = .stable
      if setting != nil { disagree("subject", "stable-subject", setting) }
    } else if let setting {
      do throws(AddressError) {
        try HeaderWords.check(setting.value)
      } catch {
        refuse("subject", setting, error)
      }
      subject = .template(setting.value, file: setting.name(of: "subject"))
    }
  }

  private mutating func takeOccasion(_ arguments: Arguments) {
    guard let setting = arguments.values("only-if").last,
      let wish = MailCondition(rawValue: setting.value)
    else { return }
    occasion = wish
    if wish.needsBaseline, !source.comparesWithLastReport {
      problems.append(
        UsageError.newWithoutBaseline(option: "--only-if \(setting.value)")
          .diagnostic(about: setting))
    }
  }

  private mutating func takeUnsubscribe(_ arguments: Arguments) {
    for setting in arguments.values("list-unsubscribe") {
      do throws(AddressError) {
        try HeaderWords.checkAddressToFollow(setting.value)
        unsubscribe.append(setting.value)
      } catch {
        refuse("list-unsubscribe", setting, error)
      }
    }
  }

  private mutating func takeWidth(_ arguments: Arguments) {
    guard let setting = arguments.values("width").last else { return }
    if let isCompact = RenderPlan.isCompact(setting.value) {
      self.isCompact = isCompact
    } else {
      problems.append(
        UsageError.badValue(
          option: setting.name(of: "width"), value: setting.value,
          why: "it is compact, regular or a number of pixels"
        ).diagnostic(about: setting))
    }
  }

  private mutating func takeSending(_ arguments: Arguments, _ host: ProcessEnvironment) {
    guard arguments.flag("send") else {
      // Whoever says '--send=false' knows.
      if let setting = arguments.values("sendmail").last, setting.origin == .commandLine,
        arguments.values("send").isEmpty
      {
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
    var command = Sendmail.usual
    if let setting = arguments.values("sendmail").last {
      do throws(AddressError) {
        command = try CommandWords.of(setting.value)
      } catch {
        refuse("sendmail", setting, error)
      }
    }
    var sendmail = Sendmail(
      command, environment: host.environment, isInForeground: host.errorIsTerminal)
    if let setting = arguments.values("send-limit").last {
      if let seconds = Int(setting.value), (1...86_400).contains(seconds) {
        sendmail.seconds = seconds
      } else {
        problems.append(
          UsageError.badValue(
            option: setting.name(of: "send-limit"), value: setting.value,
            why: "it is a number of seconds, at most 86400"
          ).diagnostic(about: setting))
      }
    }
    if let sender = addresses?.from.address { sendmail = sendmail.returning(to: sender) }
    self.sendmail = sendmail
  }

  private mutating func takeOutput(_ arguments: Arguments) {
    guard let path = arguments.value("output"), path != "-" else { return }
    let isFolder = path.hasSuffix("/") || Folder.exists(path)
    output = isFolder ? (path.hasSuffix("/") ? path : path + "/") + form.fileName : path
    do throws(UsageError) {
      try source.keep(output ?? path)
    } catch {
      problems.append(error.diagnostic(about: arguments.values("output").last))
    }
  }
}

extension AddressError {
  fileprivate static let severalSenders = AddressError(why: "a mail has one sender", help: [])
}
