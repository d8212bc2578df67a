internal import Basics
internal import Pipeline
internal import Rendering

extension ReportMaker {
  /// A dataset as its file holds it: JSON or JSON5 in UTF-8.
  public struct Input: Sendable, Hashable {
    /// What findings call it.
    public var name: String
    public var bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// What a report can become.
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

    /// One HTML file with everything in it.
    public static let page = Target(OutputFormat.page)
    /// The HTML body of a mail.
    public static let mail = Target(OutputFormat.mail)
    /// GitHub-flavoured Markdown.
    public static let markdown = Target(OutputFormat.markdown)
    /// Plain text.
    public static let text = Target(OutputFormat.text)
    /// The report's decisions, for programs.
    public static let json = Target(OutputFormat.json)
  }

  /// How a report is made. What is nil is the dataset's to say.
  public struct Options: Sendable, Hashable {
    /// Seconds since 1970. When the dataset says nothing either, that is an error.
    public var now: Int64?
    /// `Europe/Berlin`, `UTC`, `+05:30`; else UTC.
    public var timeZone: String?
    /// Where the files of time zones are.
    public var zoneFolder = "/usr/share/zoneinfo"
    /// The tag of a language, `de`; else English.
    public var locale: String?
    /// The name of a template, `default`.
    public var template = "default"
    /// The name of a theme: `horizon`, `plain`, `contrast`.
    public var theme = "horizon"
    /// Files in place of the template's own, by their path below its folder: `report.md`,
    /// `components/message.page`, `page/10-base.css`; and `strings/de.json`.
    public var templateFiles: [String: String] = [:]
    /// Files in place of the theme's own: `tokens.json`, `page.css`, `icons/error.svg`.
    public var themeFiles: [String: String] = [:]
    /// The order of messages, `urgency:desc`.
    public var sort: [String]?
    /// Which messages are shown, `urgency=error,warning`; all of them must hold.
    public var filters: [String] = []
    /// Whether a mail, Markdown and text are read on something narrow. A page finds out by itself.
    public var isCompact = false
    /// The length of a line of text, from 20 to 1,000.
    public var columns = RenderOptions.usualColumns
    /// The most bytes of a mail, Markdown or text; the least urgent messages give way to "and N more".
    public var budget: Int?
    /// Signs of ASCII alone in text.
    public var usesASCII = false
    /// Terminal colours in text.
    public var usesColor = false
    /// Whether warnings are errors.
    public var isStrict = false

    public init() {}

    var rendering: RenderOptions {
      var inside = RenderOptions()
      inside.isCompact = isCompact
      let possible = RenderOptions.possibleColumns
      inside.columns = min(max(columns, possible.lowerBound), possible.upperBound)
      inside.budget = budget
      inside.isAscii = usesASCII
      inside.usesColor = usesColor
      return inside
    }

    var overrides: ReportRequest.Overrides {
      var overrides = ReportRequest.Overrides()
      overrides.now = now.map { .instant(Instant(seconds: $0)) }
      overrides.timeZone = timeZone.map { .init($0) }
      overrides.locale = locale.map { .init($0) }
      overrides.sort = sort
      overrides.filters = filters
      return overrides
    }

    var assets: ReportAssets {
      let store = AssetStore(over: [
        AssetStore.Layer(templateFiles, inTemplate: template),
        AssetStore.Layer(themeFiles, inTheme: theme),
      ])
      return ReportAssets(store: store, template: template, theme: theme)
    }
  }
}
