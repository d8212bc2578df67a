internal import Composing
internal import Pipeline
internal import Rendering
internal import Time
internal import ToolReports

extension ReportMaker {
  /// A format of a report.
  public struct Target: RawRepresentable, Sendable, Hashable, CaseIterable {
    let format: OutputFormat

    public var rawValue: String { format.name }

    public init?(rawValue: String) {
      guard let format = OutputFormat(named: rawValue) else { return nil }
      self.format = format
    }

    private init(_ format: OutputFormat) {
      self.format = format
    }

    public static var allCases: [Target] { OutputFormat.all.map(Target.init) }

    /// One HTML file that contains everything.
    public static let page = Target(OutputFormat.page)
    /// The HTML body of a mail.
    public static let mail = Target(OutputFormat.mail)
    /// GitHub-flavoured Markdown.
    public static let markdown = Target(OutputFormat.markdown)
    /// Plain text.
    public static let text = Target(OutputFormat.text)
    /// The report's decisions, for programs.
    public static let json = Target(OutputFormat.json)
    /// The tests and findings as JUnit XML.
    public static let junit = Target(OutputFormat.junit)
    /// The tests and findings in the Common Test Report Format.
    public static let ctrf = Target(OutputFormat.ctrf)
    /// The numbers of the report as OpenMetrics text.
    public static let openMetrics = Target(OutputFormat.openMetrics)
    /// Blocks for an incoming webhook of Slack.
    public static let slack = Target(OutputFormat.slack)
    /// An adaptive card for a webhook of Teams.
    public static let teams = Target(OutputFormat.teams)
    /// SARIF 2.1.0.
    public static let sarif = Target(OutputFormat.sarif)
    /// The report of code quality that GitLab reads.
    public static let codeQuality = Target(OutputFormat.codeQuality)
    /// A table with a row for each message.
    public static let csv = Target(OutputFormat.csv)
  }

  /// The width of the reader's screen; a timeline's preview shows fewer entries on a compact one.
  public enum ScreenWidth: Sendable, Hashable, CaseIterable {
    /// Below 600 pixels: a phone. Previews show two entries.
    case compact
    /// A desktop. Previews show four entries.
    case regular

    init(_ inside: Composing.ScreenWidth) {
      self =
        switch inside {
        case .compact: .compact
        case .regular: .regular
        }
    }

    var inside: Composing.ScreenWidth {
      switch self {
      case .compact: .compact
      case .regular: .regular
      }
    }
  }

  /// The options of a report. nil keeps the dataset's value.
  public struct Options: Sendable, Hashable {
    /// The options of the report, with their defaults.
    var settings = Composer.Settings()
    /// The options of the targets, with their defaults.
    var presentation = RenderOptions()

    /// Options for other tools' reports.
    public var imports = ImportOptions()
    /// The folder of the time zone files.
    public var zoneFolder = "/usr/share/zoneinfo"
    /// The name of a template.
    public var template = "default"
    /// The name of a theme: `horizon`, `plain`, `contrast`.
    public var theme = "horizon"
    /// Files that override the template's, by their path below its folder: `report.md`,
    /// `components/message.page`, `page/10-base.css`; and `strings/de.json`.
    public var templateFiles: [String: String] = [:]
    /// Files that override the theme's: `tokens.json`, `page.css`, `icons/error.svg`.
    public var themeFiles: [String: String] = [:]
    /// Whether warnings are errors.
    public var isStrict = false

    /// The command line's default options.
    public init() {}

    var assets: ReportAssets {
      let store = AssetStore(over: [
        AssetStore.Layer(templateFiles, inTemplate: template),
        AssetStore.Layer(themeFiles, inTheme: theme),
      ])
      return ReportAssets(store: store, template: template, theme: theme)
    }
  }
}

extension ReportMaker.Options {
  /// The time of the report in seconds since 1970. Required if the dataset has no time.
  public var now: Int64? {
    get { if case .instant(let now)? = settings.now { now.seconds } else { nil } }
    set { settings.now = newValue.map { .instant(Instant(seconds: $0)) } }
  }

  /// A time zone such as `Europe/Berlin`, `UTC` or `+05:30`. Default: the dataset's, else UTC.
  public var timeZone: String? {
    get { settings.timeZone?.value }
    set { settings.timeZone = newValue.map { .init($0) } }
  }

  /// A language tag such as `de`. Default: the dataset's, else English.
  public var locale: String? {
    get { settings.locale?.value }
    set { settings.locale = newValue.map { .init($0) } }
  }

  /// The sort criteria of messages, such as `urgency:desc`.
  public var sort: [String]? {
    get { settings.sort }
    set { settings.sort = newValue }
  }

  /// Filters of messages, such as `urgency=error,warning`; all must match.
  public var filters: [String] {
    get { settings.filters }
    set { settings.filters = newValue }
  }

  /// Conditions for the numbers of the run, as `--threshold`: `coverage >= 80`.
  public var thresholds: [String] {
    get { settings.thresholds }
    set { settings.thresholds = newValue }
  }

  /// Whether known source lines around places are shown.
  public var showsSource: Bool {
    get { settings.showsSource }
    set { settings.showsSource = newValue }
  }

  /// The number of similar messages above which they are shown as a group; 0 for never. A negative
  /// number becomes 0.
  public var groupBeyond: Int {
    get { settings.groupBeyond }
    set { settings.groupBeyond = max(0, newValue) }
  }

  /// The width of the screen for mail, Markdown and text. A page adapts itself.
  public var screenWidth: ReportMaker.ScreenWidth {
    get { ReportMaker.ScreenWidth(presentation.screenWidth) }
    set { presentation.screenWidth = newValue.inside }
  }

  /// The number of columns of a line of text, limited to 20…1,000.
  public var columns: Int {
    get { presentation.columns }
    set {
      let possible = RenderOptions.possibleColumns
      presentation.columns = min(max(newValue, possible.lowerBound), possible.upperBound)
    }
  }

  /// The size limit of a mail, Markdown or text in bytes; "and N more" replaces the least urgent
  /// messages.
  public var budget: Int? {
    get { presentation.budget }
    set { presentation.budget = newValue }
  }

  /// Whether a page has all messages as HTML. If not, the messages after the first thousand are
  /// compressed, and only the page's script shows them.
  public var hasEverythingInline: Bool {
    get { presentation.hasEverythingInline }
    set { presentation.hasEverythingInline = newValue }
  }

  /// Whether text uses ASCII symbols.
  public var usesASCII: Bool {
    get { presentation.isAscii }
    set { presentation.isAscii = newValue }
  }

  /// Whether text has terminal colours.
  public var usesColor: Bool {
    get { presentation.usesColor }
    set { presentation.usesColor = newValue }
  }
}
