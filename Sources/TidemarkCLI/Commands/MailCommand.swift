import Composing
import Diagnostics
import Mailing
import Publishing
import Rendering

/// `mail`: makes a mail from a dataset, and sends it on request.
struct MailCommand: Command {
  let digest: Given<DigestPeriod.Length>?
  let from: [Setting]
  let to: [Setting]
  let cc: [Setting]
  let ccOwners: Setting?
  let bcc: [Setting]
  let replyTo: [Setting]
  let subject: Setting?
  let isSubjectStable: Bool
  let thread: Given<ReportMail.Thread>?
  /// nil if neither the command line nor a setting has it.
  let brief: Setting?
  let top: Given<Int>?
  let attachments: [Setting]
  let onlyIf: Given<MailCondition>?
  let unsubscribe: [Setting]
  let output: Setting?
  let isHTMLOnly: Bool
  let isTextOnly: Bool
  /// nil if neither the command line nor a setting has it.
  let send: Setting?
  let sendmail: Setting?
  let sendLimit: Int?
  let presentation: RenderOptions
  let input: InputOptions
  let dataset: DatasetOptions
  let comparison: ComparisonOptions
  let site: SiteOptions
  let outcome: OutcomeOptions

  static let about = CommandHelp(
    name: "mail", summary: "Makes a mail from a dataset, and can send it", operands: "INPUT…",
    discussion:
      "INPUT is as for 'render'. The mail is written to standard output or to a "
      + "file (-o), or passed to the machine's mail program (--send). It has a text part and an "
      + "HTML part. The page is attached if the report has no address. The same input and time "
      + "give the same mail.\n\n"
      + "In tidemark.json and in the environment, the options for mails are called mailFrom, "
      + "mailTo, … and TIDEMARK_MAIL_FROM, TIDEMARK_MAIL_TO, …. The options --send and --sendmail "
      + "can't be set in tidemark.json.",
    examples: [
      (
        "tidemark mail nightly.json --from ci@example.org --to team@example.org --send",
        "Sends the nightly mail."
      ),
      (
        "tidemark mail nightly.json --baseline last.json --only-if changed …",
        "Makes a mail only if something has changed."
      ),
      (
        "tidemark mail nightly.json --site public --project core …",
        "Compares with the previous run in a site, and links to this run there."
      ),
      (
        "tidemark mail nightly.json … --send --sendmail 'msmtp -t' --attach none",
        "Sends with msmtp and without the attached page, which some gateways block."
      ),
      (
        "tidemark mail --digest week --site public …",
        "Makes a mail of the last seven days of all projects of a site."
      ),
      (
        "tidemark mail nightly.json … --subject '{{title}}: {{numbers}}' -o nightly.eml",
        "Writes a mail with a custom subject to a file that mail programs open."
      ),
    ])

  init(_ options: inout OptionReader) {
    digest = options.choice(
      OptionSpec(
        name: "digest", argument: .choice(DigestPeriod.Length.allCases.map(\.rawValue)),
        help: "Make a mail of what the site of --site remembers of the last day, seven days or "
          + "month, up to --now, instead of a mail of an INPUT.",
        isSetting: false))
    from = options.settings(
      Self.own(
        "from", .value("ADDRESS"),
        "Sender, such as nightly@example.org or 'Nightly build <nightly@example.org>'."))
    to = options.settings(
      Self.own(
        "to", .value("ADDRESS"), "Recipients, separated by commas; the option can be repeated.",
        isRepeatable: true))
    cc = options.settings(
      Self.own("cc", .value("ADDRESS"), "Recipients of a copy.", isRepeatable: true))
    ccOwners = options.setting(
      OptionSpec(
        name: "cc-owners", argument: .value("FILE"),
        help: "Send a copy to the owners of new errors and warnings. Each line of FILE is an owner "
          + "and its addresses: '@org/cart cart@example.org'.",
        isKeptFromFiles: true, path: .path, settingName: "mail-cc-owners"))
    bcc = options.settings(
      Self.own(
        "bcc", .value("ADDRESS"),
        "Recipients hidden from the others; only with --send and a program with '-t'.",
        isRepeatable: true))
    replyTo = options.settings(
      Self.own("reply-to", .value("ADDRESS"), "Addresses for replies.", isRepeatable: true))
    subject = options.setting(
      Self.own(
        "subject", .value("TEMPLATE"),
        "Template of the subject, such as '{{title}}: {{numbers}}'. Default: the project and the "
          + "state, as in 'shop: 1 new error, 1 old'."))
    isSubjectStable = options.flag(
      Self.own(
        "stable-subject", .none,
        "Use the same subject for every run, for mail programs that group mails by subject."))
    thread = options.choice(
      Self.own(
        "thread", .choice(ReportMail.Thread.allCases.map(\.rawValue)),
        "Mails shown as one conversation: those from the first run with errors "
          + "to the next run without, remembered by --site (episode); those of a project; those of "
          + "a month; or each mail alone (none). Default: episode."))
    brief = options.setting(
      Self.own(
        "brief", .none,
        "Make a short mail, which names the changes and counts all other messages. Default with a "
          + "baseline, and for \(Report.Digest.long) messages or more; '--brief=false' lists all "
          + "messages."))
    top = options.number(
      Self.own(
        "top", .value("N"),
        "Number of messages in each list of a short mail or of a digest, at most "
          + "\(Report.Digest.possibleTop.upperBound); implies --brief. Default: "
          + "\(Report.Digest.usualTop)."),
      from: Report.Digest.possibleTop.lowerBound)
    attachments = options.settings(
      Self.own(
        "attach",
        .choices(["none"] + OutputFormat.all.filter(\.isAttachable).map(\.name)),
        "Formats to attach. Default: \(OutputFormat.page.name) if the report has no address, "
          + "otherwise none."))
    onlyIf = options.choice(
      Self.own(
        "only-if", .choice(MailCondition.allCases.map(\.rawValue)),
        "Make a mail only if something changed since the baseline (changed), if something is new "
          + "(new), or if there are errors or warnings (findings). A failed run always makes one."))
    unsubscribe = options.settings(
      Self.own(
        "list-unsubscribe", .value("ADDRESS"),
        "A mailto: or https: address for unsubscribing.", isRepeatable: true))
    output = options.setting(
      OptionSpec(
        name: "output", short: "o", argument: .value("PATH"),
        help: "File to write; '-' is standard output. With --send, a copy of the sent mail.",
        path: .path, settingName: "mail-output",
        givenTwiceHelp: "one call writes one mail; call it once for each"))
    isHTMLOnly = options.flag(
      Self.own("html-only", .none, "Write only the HTML part, for a mail of another program."))
    isTextOnly = options.flag(Self.own("text-only", .none, "Write only the text part."))
    send = options.setting(
      Self.own("send", .none, "Send the mail, dated with the current time.", isKeptFromFiles: true))
    sendmail = options.setting(
      Self.own(
        "sendmail", .value("COMMAND"),
        "Program that --send passes the mail to, such as 'msmtp -t'; it is run without a shell. If "
          + "it has '-t' and no '-f', '-f' with the address of --from is added. Default: "
          + "'/usr/sbin/sendmail -t -i'.",
        isKeptFromFiles: true))
    sendLimit =
      options.value(
        Self.own("send-limit", .value("SECONDS"), "Time limit of that program. Default: 120."),
        "it is a number of seconds, at most 86400"
      ) { Int($0).flatMap { (1...86_400).contains($0) ? $0 : nil } }?.value
    var presentation = RenderOptions()
    options.readScreenWidth("Width of the reader's screen", of: &presentation)
    presentation.isAscii = options.usesASCII()
    self.presentation = presentation
    input = InputOptions(&options, isForMail: true)
    dataset = DatasetOptions(&options)
    comparison = ComparisonOptions(&options)
    var site = SiteOptions(asking: &options, hasDigests: true)
    site.readAddress(
      &options,
      "Web address of the site, for a link to the run's page. Default: the address that the site "
        + "remembers.")
    self.site = site
    outcome = OutcomeOptions(&options)
  }

  private static func own(
    _ name: String, _ argument: OptionSpec.Argument, _ help: String, isRepeatable: Bool = false,
    isKeptFromFiles: Bool = false
  ) -> OptionSpec {
    OptionSpec(
      name: name, argument: argument, isRepeatable: isRepeatable, help: help,
      isKeptFromFiles: isKeptFromFiles, settingName: "mail-" + name)
  }
}
