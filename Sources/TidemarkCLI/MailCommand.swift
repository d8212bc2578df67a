import Composing
import Diagnostics
import Importing
import Rendering

/// `mail`: a dataset becomes a message, and if asked for is sent.
struct MailCommand: Command {
  let from: [Setting]
  let to: [Setting]
  let cc: [Setting]
  let replyTo: [Setting]
  let subject: Setting?
  let isSubjectStable: Bool
  let attachments: [Setting]
  let onlyIf: Given<MailCondition>?
  let unsubscribe: [Setting]
  let output: Setting?
  let isHTMLOnly: Bool
  let isTextOnly: Bool
  /// nil when nothing says whether to send it.
  let send: Setting?
  let sendmail: Setting?
  let sendLimit: Int?
  let isCompact: Bool
  let usesASCII: Bool
  let dataset: DatasetOptions
  let comparison: ComparisonOptions
  let site: SiteOptions
  let outcome: OutcomeOptions

  static let about = CommandHelp(
    name: "mail", summary: "Makes a mail of a dataset, and sends it", operands: "INPUT…",
    discussion: "INPUT is a dataset, as for 'render'. The message goes to standard output, to a "
      + "file with -o, or with --send to the machine's mail program. It has a text and an HTML "
      + "part and the page attached, and is the same for the same input, at the same time.\n\n"
      + "In tidemark.json and in the environment its own options are called mailFrom, mailTo, … "
      + "and TIDEMARK_MAIL_FROM, TIDEMARK_MAIL_TO, …; what runs a program is not taken from a file.",
    examples: [
      (
        "tidemark mail nightly.json --from ci@example.org --to team@example.org --send",
        "The nightly mail."
      ),
      (
        "tidemark mail nightly.json --baseline last.json --only-if changed …",
        "Only for runs with changes."
      ),
      (
        "tidemark mail nightly.json --site public --project core …",
        "Compared with the run before in a site, and a link to this run there."
      ),
      (
        "tidemark mail nightly.json … --send --sendmail 'msmtp -t' --attach none",
        "Through msmtp, without the page, which some gateways block."
      ),
      (
        "tidemark mail nightly.json … --subject '{{title}}: {{numbers}}' -o nightly.eml",
        "A subject of your own, into a file that mail programs open."
      ),
    ])

  init(_ options: inout OptionReader) {
    from = options.settings(
      Self.own(
        "from", .value("ADDRESS"),
        "Who sends it: nightly@example.org or 'Nightly build <nightly@example.org>'."))
    to = options.settings(
      Self.own(
        "to", .value("ADDRESS"), "Who gets it: several with commas, or given again.",
        isRepeatable: true))
    cc = options.settings(
      Self.own("cc", .value("ADDRESS"), "Who gets a copy.", isRepeatable: true))
    replyTo = options.settings(
      Self.own("reply-to", .value("ADDRESS"), "Where answers go.", isRepeatable: true))
    subject = options.setting(
      Self.own(
        "subject", .value("TEMPLATE"),
        "The subject, with a template's names, numbers and date. Default: the verdict and the "
          + "title, as in '3 errors, 2 new: Nightly build'."))
    isSubjectStable = options.flag(
      Self.own(
        "stable-subject", .none,
        "The same subject for every run, for readers that sort mails into threads by it."))
    attachments = options.settings(
      Self.own(
        "attach",
        .choices(["none"] + OutputFormat.all.filter(\.isAttachable).map(\.name)),
        "What is attached. Default: \(OutputFormat.page.name)."))
    onlyIf = options.choice(
      Self.own(
        "only-if", .choice(MailCondition.allCases.map(\.rawValue)),
        "Make no mail unless something changed or is new since the baseline, or there are errors "
          + "or warnings. A run that failed always is a reason."))
    unsubscribe = options.settings(
      Self.own(
        "list-unsubscribe", .value("ADDRESS"),
        "A mailto: or https: address that ends the mails.", isRepeatable: true))
    output = options.setting(
      OptionSpec(
        name: "output", short: "o", argument: .value("PATH"),
        help: "The file to write; '-' is standard output. With --send, a copy.",
        path: .path, settingName: "mail-output"))
    isHTMLOnly = options.flag(
      Self.own("html-only", .none, "The HTML part alone, for another program's mail."))
    isTextOnly = options.flag(Self.own("text-only", .none, "The text part alone."))
    send = options.setting(
      Self.own("send", .none, "Send it, with the clock's date.", isKeptFromFiles: true))
    sendmail = options.setting(
      Self.own(
        "sendmail", .value("COMMAND"),
        "The program that --send hands the message to, such as 'msmtp -t'; no shell reads it. "
          + "After '-t' it gets '-f' with the address of --from, unless it has one. Default: "
          + "'/usr/sbin/sendmail -t -i'.",
        isKeptFromFiles: true))
    sendLimit =
      options.value(
        Self.own("send-limit", .value("SECONDS"), "How long that program may take. Default: 120."),
        "it is a number of seconds, at most 86400"
      ) { Int($0).flatMap { (1...86_400).contains($0) ? $0 : nil } }?.value
    isCompact = options.isCompact(
      "How wide the reader is: previews show two objects on compact (under 600 px), four on "
        + "regular. Default: regular.")
    usesASCII = options.usesASCII()
    dataset = DatasetOptions(&options)
    comparison = ComparisonOptions(&options)
    var site = SiteOptions(asking: &options)
    site.readAddress(
      &options,
      "Where the site stands: the mail links to the run's page there. Default: what --site "
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
