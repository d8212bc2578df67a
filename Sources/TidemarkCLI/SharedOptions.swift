/// The options that more than one command takes, each said once.
enum SharedOptions {
  static let template = OptionSpec(
    name: "template", argument: .value("NAME|DIR"),
    help: "The template: a built-in one's name, one of the folders in Templates/, or a folder that "
      + "overrides one file by file.", path: .nameOrPath)
  static let theme = OptionSpec(
    name: "theme", argument: .value("NAME|DIR"),
    help: "The theme: horizon, plain, contrast, one of the folders in Themes/, or a folder that "
      + "overrides one file by file.", path: .nameOrPath)
  static let now = OptionSpec(
    name: "now", argument: .value("TIME"),
    help: "The time that the report speaks at, such as 2026-11-20T03:12:00+01:00. Else the "
      + "dataset's 'now', else when its run finished, else SOURCE_DATE_EPOCH, else the clock.")
  static let timeZone = OptionSpec(
    name: "time-zone", argument: .value("ZONE"),
    help: "The zone that times are shown in, such as Europe/Berlin. Else the dataset's, else UTC.")
  static let locale = OptionSpec(
    name: "locale", argument: .value("TAG"),
    help: "The language of the report's own words. Else the dataset's, else en.")
  static let sort = OptionSpec(
    name: "sort", argument: .list("KEY:asc|desc"),
    help: "Criteria in the order of their priority. Keys: urgency, category, time, title, file, "
      + "change.")
  static let filter = OptionSpec(
    name: "filter", argument: .value("KEY=VALUE[,…]"), isRepeatable: true,
    help: "Show only what matches; given again, all must hold. Keys: urgency, category, kind, "
      + "change, file, text; for the timeline tense, status. The verdict stays that of all "
      + "messages.")
  static let baseline = OptionSpec(
    name: "baseline", argument: .value("OLD.json"),
    help: "The last report's dataset: says what is new, what is fixed and what is still there.",
    path: .path)
  static let baselineOptional = OptionSpec(
    name: "baseline-optional", argument: .none,
    help: "The file that --baseline names may be absent, as on a first night: that is said, and "
      + "everything counts as new.")
  static let missing = OptionSpec(
    name: "missing", argument: .value("REASON"),
    help:
      "There is no report tonight, and why. Beside inputs: what to say when they can't be read.",
    isSetting: false)
  static let noSettings = OptionSpec(
    name: "no-settings", argument: .none,
    help: "Read no tidemark.json. The environment still counts.", isSetting: false)
  static let strict = OptionSpec(
    name: "strict", argument: .none,
    help: "Warnings are errors. --strict=false undoes what a setting says; so with any flag.")
  static let failOn = OptionSpec(
    name: "fail-on",
    argument: .choice(["none", "error", "warning", "information", "new-error", "new-warning"]),
    help: "Exit with 1 when there is such a message or a worse one. Default: none.")
  static let format = OptionSpec(
    name: "format", argument: .choice(["text", "json", "github"]),
    help: "How problems are said on standard error.")
  static let quiet = OptionSpec(
    name: "quiet", short: "q", argument: .none, help: "Say errors only.")
  static let color = OptionSpec(
    name: "color", argument: .choice(["auto", "always", "never"]),
    help: "Colour problems and text output. auto: on a terminal, unless NO_COLOR is set.")
}
