import Composing
import Diagnostics
import Pipeline
import Time

/// The options of every command that makes a report: template, theme, and the settings of the
/// composer.
struct DatasetOptions: Sendable {
  let template: Setting?
  let theme: Setting?
  let settings: Composer.Settings
  let known: KnownOptions
  let commits: CommitOptions

  static let templateName = "template"
  static let timeZone = OptionSpec(
    name: "time-zone", argument: .value("ZONE"),
    help: "Time zone of the report, such as Europe/Berlin. Default: the dataset's, else UTC.")

  init(_ options: inout OptionReader) {
    var settings = Composer.Settings()
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
    settings.now =
      options.value(
        OptionSpec(
          name: "now", argument: .value("TIME"),
          help: "Time of the report, such as 2026-11-20T03:12:00+01:00, or in seconds since 1970 "
            + "as @1795166000. Default: the dataset's 'now', else the end or the start of its run, "
            + "else SOURCE_DATE_EPOCH, else the current time."
        ), "it is a time such as 2026-11-20T03:12:00+01:00, or seconds since 1970 as @1795166000",
        TimePoint.init(given:))?.value
    settings.timeZone = options.setting(Self.timeZone).map(Composer.Settings.Override.init)
    settings.locale = options.setting(
      OptionSpec(
        name: "locale", argument: .value("TAG"),
        help: "Language of the report's own words, such as de. Default: the dataset's, else en.")
    ).map(Composer.Settings.Override.init)
    known = KnownOptions(&options)
    commits = CommitOptions(&options)
    let sortKeys = SortCriterion.Key.all.map(\.name)
    let sort = options.settings(
      OptionSpec(
        name: "sort", argument: .list("KEY:asc|desc"),
        help: "Sort criteria, the most important first. Keys: "
          + sortKeys.joined(separator: ", ") + ".",
        suggestions: sortKeys))
    settings.sort = sort.isEmpty ? nil : sort.map(\.value)
    settings.sortOrigin = sort.first?.location
    let filters = options.settings(
      OptionSpec(
        name: "filter", argument: .value("KEY=VALUE[,…]"), isRepeatable: true,
        help: "Show only matching messages and entries; repeat the option to require several "
          + "matches. Keys: \(Filter.messageKeys.joined(separator: ", ")); for the timeline "
          + "\(Filter.entryKeys.joined(separator: ", ")). The verdict still counts all messages."))
    settings.filters = filters.map(\.value)
    settings.filtersOrigin = filters.first?.location
    let thresholds = options.settings(
      OptionSpec(
        name: "threshold", argument: .value("CONDITION"), isRepeatable: true,
        help: "Check a number of the run, and make a broken condition a message: 'coverage >= 80' "
          + "must hold, 'use% > 90 = error' has the urgency if it is met, 'p95 +10% = warning' "
          + "limits the rise since the earlier run."))
    settings.thresholds = thresholds.map(\.value)
    settings.thresholdsOrigin = thresholds.first?.location
    settings.showsSource = options.flag(
      OptionSpec(
        name: "show-source", argument: .none,
        help: "Show the known source lines around each place. They come from reports, a dataset's "
          + "'context', or --read-source."))
    settings.groupBeyond =
      options.number(
        OptionSpec(
          name: "group-beyond", argument: .value("N"),
          help: "Show more than N similar messages as one group, in sections with more than four "
            + "times N messages; 0 for never. Default: \(Composer.Settings().groupBeyond)."),
        from: 0, to: 1_000_000)?.value ?? settings.groupBeyond
    self.settings = settings
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
    request.settings = settings
    request.settings.known = known.entries(
      for: call, ignoringSettings: outcome.ignoresSettings, &log)
    return request
  }
}

extension Composer.Settings.Override {
  init(_ setting: Setting) {
    self.init(setting.value, at: setting.location)
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
