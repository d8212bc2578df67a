import Basics
import Composing
import Diagnostics
import Pipeline

/// The options of every command that makes a report: template, theme, and overrides of the dataset.
struct DatasetOptions: Sendable {
  let template: Setting?
  let theme: Setting?
  let now: TimePoint?
  let timeZone: Setting?
  let locale: Setting?
  let sort: [Setting]
  let filters: [Setting]
  let showsSource: Bool
  let groupBeyond: Int

  let known: KnownOptions

  static let templateName = "template"
  static let timeZone = OptionSpec(
    name: "time-zone", argument: .value("ZONE"),
    help: "Time zone of the report, such as Europe/Berlin. Default: the dataset's, else UTC.")

  init(_ options: inout OptionReader) {
    template = options.setting(
      OptionSpec(
        name: Self.templateName, argument: .value("NAME|DIR"),
        help: "Name of a built-in template or of a folder in Templates/, or the path of a folder. "
          + "A folder overrides a template file by file.", path: .nameOrPath,
        suggestions: Catalog.templates.builtIn))
    theme = options.setting(
      OptionSpec(
        name: "theme", argument: .value("NAME|DIR"),
        help: "Name of a built-in theme (\(Catalog.themes.builtIn.joined(separator: ", "))) or of "
          + "a folder in Themes/, or the path of a folder. A folder overrides a theme file by "
          + "file.",
        path: .nameOrPath, suggestions: Catalog.themes.builtIn))
    now =
      options.value(
        OptionSpec(
          name: "now", argument: .value("TIME"),
          help: "Time of the report, such as 2026-11-20T03:12:00+01:00, or in seconds since 1970 "
            + "as @1795166000. Default: the dataset's 'now', else the end or the start of its run, "
            + "else SOURCE_DATE_EPOCH, else the current time."
        ), "it is a time such as 2026-11-20T03:12:00+01:00, or seconds since 1970 as @1795166000",
        TimePoint.init(given:))?.value
    timeZone = options.setting(Self.timeZone)
    locale = options.setting(
      OptionSpec(
        name: "locale", argument: .value("TAG"),
        help: "Language of the report's own words, such as de. Default: the dataset's, else en."))
    known = KnownOptions(&options)
    sort = options.settings(
      OptionSpec(
        name: "sort", argument: .list("KEY:asc|desc"),
        help:
          "Sort criteria, the most important first. Keys: urgency, category, time, title, file, owner, "
          + "change.",
        suggestions: ["urgency", "category", "time", "title", "file", "owner", "change"]))
    filters = options.settings(
      OptionSpec(
        name: "filter", argument: .value("KEY=VALUE[,…]"), isRepeatable: true,
        help: "Show only matching messages and entries; repeat the option to require several "
          + "matches. Keys: urgency, category, kind, change, owner, file, text; for the timeline "
          + "tense, status. The verdict still counts all messages."))
    showsSource = options.flag(
      OptionSpec(
        name: "show-source", argument: .none,
        help: "Show the known source lines around each place. They come from reports, a dataset's "
          + "'context', or --read-source."))
    groupBeyond =
      options.number(
        OptionSpec(
          name: "group-beyond", argument: .value("N"),
          help: "Show more than N similar messages as one group, in sections with more than four "
            + "times N messages; 0 for never. Default: \(MessageGrouping.usual)."),
        from: 0, to: 1_000_000)?.value ?? MessageGrouping.usual
  }

  /// Logs the problems of the known issues.
  func request(
    _ found: InputOperand.Found, _ loader: AssetLoader, _ outcome: OutcomeOptions,
    _ call: CommandCall, _ log: inout DiagnosticLog
  ) -> ReportRequest {
    var request = ReportRequest(inputs: found.inputs, assets: loader.assets)
    request.notes = found.notes
    request.unread = found.unread
    request.strictness = outcome.strictness
    request.isVerbose = outcome.diagnostics.isVerbose
    request.showsSource = showsSource
    request.known = known.entries(
      for: call, ignoringSettings: outcome.ignoresSettings, &log)
    request.groupBeyond = groupBeyond
    request.overrides.now = now
    request.overrides.timeZone = timeZone.map { .init($0.value, at: $0.location) }
    request.overrides.locale = locale.map { .init($0.value, at: $0.location) }
    request.overrides.sort = sort.isEmpty ? nil : sort.map(\.value)
    request.overrides.sortOrigin = sort.first?.location
    request.overrides.filters = filters.map(\.value)
    request.overrides.filtersOrigin = filters.first?.location
    return request
  }
}

extension TimePoint {
  /// Parses a time from the command line: a dataset's time, or seconds since 1970. Seconds have a
  /// leading `@`, as `date` writes them, or at least nine digits, because no date has so many.
  init?(given text: String) {
    let digits = text.hasPrefix("@") ? text.dropFirst() : text[...]
    let isCount = text.hasPrefix("@") || digits.utf8.count >= 9
    if isCount, digits.utf8.count <= 12, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let seconds = Int64(digits), seconds <= 253_402_300_799
    {
      self = .instant(Instant(seconds: seconds))
    } else {
      self.init(parsing: text)
    }
  }
}
