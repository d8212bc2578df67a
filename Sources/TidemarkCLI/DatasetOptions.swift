import Basics
import Pipeline

/// What every command that makes a report can override of the dataset, and what it looks like.
struct DatasetOptions: Sendable {
  let template: Setting?
  let theme: Setting?
  let now: TimePoint?
  let timeZone: Setting?
  let locale: Setting?
  let sort: [Setting]
  let filters: [Setting]

  static let timeZone = OptionSpec(
    name: "time-zone", argument: .value("ZONE"),
    help: "The zone that times are shown in, such as Europe/Berlin. Else the dataset's, else UTC.")

  init(_ options: inout OptionReader) {
    template = options.setting(
      OptionSpec(
        name: "template", argument: .value("NAME|DIR"),
        help: "The template: a built-in one's name, one of the folders in Templates/, or a folder "
          + "that overrides one file by file.", path: .nameOrPath))
    theme = options.setting(
      OptionSpec(
        name: "theme", argument: .value("NAME|DIR"),
        help: "The theme: \(Catalog.themes.builtIn.listed(by: "or")), one of the folders in "
          + "Themes/, or a folder that overrides one file by file.", path: .nameOrPath))
    now =
      options.value(
        OptionSpec(
          name: "now", argument: .value("TIME"),
          help: "The time that the report speaks at, such as 2026-11-20T03:12:00+01:00. Else the "
            + "dataset's 'now', else when its run finished, else SOURCE_DATE_EPOCH, else the clock."
        ), "it is a time such as 2026-11-20T03:12:00+01:00", TimePoint.init(parsing:))?.value
    timeZone = options.setting(Self.timeZone)
    locale = options.setting(
      OptionSpec(
        name: "locale", argument: .value("TAG"),
        help: "The language of the report's own words. Else the dataset's, else en."))
    sort = options.settings(
      OptionSpec(
        name: "sort", argument: .list("KEY:asc|desc"),
        help:
          "Criteria in the order of their priority. Keys: urgency, category, time, title, file, "
          + "change."))
    filters = options.settings(
      OptionSpec(
        name: "filter", argument: .value("KEY=VALUE[,…]"), isRepeatable: true,
        help: "Show only what matches; given again, all must hold. Keys: urgency, category, kind, "
          + "change, file, text; for the timeline tense, status. The verdict stays that of all "
          + "messages."))
  }

  func request(_ inputs: [String], _ loader: AssetLoader, _ outcome: OutcomeOptions)
    -> ReportRequest
  {
    var request = ReportRequest(inputs: inputs.map { .file($0) }, assets: loader.assets)
    request.strictness = outcome.strictness
    request.overrides.now = now
    request.overrides.timeZone = timeZone.map { .init($0.value, at: $0.place) }
    request.overrides.locale = locale.map { .init($0.value, at: $0.place) }
    request.overrides.sort = sort.isEmpty ? nil : sort.map(\.value)
    request.overrides.sortOrigin = sort.first?.place
    request.overrides.filters = filters.map(\.value)
    request.overrides.filtersOrigin = filters.first?.place
    return request
  }
}
