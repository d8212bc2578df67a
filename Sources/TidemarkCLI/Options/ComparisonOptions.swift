/// The options for the baseline, and for a run without a report.
struct ComparisonOptions: Sendable {
  let baseline: String?
  /// Whether the baseline is named on the command line itself, not by a setting.
  let isBaselineTyped: Bool
  let isBaselineOptional: Bool
  let missing: String?

  init(_ options: inout OptionReader) {
    let given = options.setting(
      OptionSpec(
        name: "baseline", argument: .value("OLD"),
        help: "Input of the previous report, to show new, fixed and unchanged messages: a file, a "
          + "folder or a pattern, optionally with FORMAT: before it.",
        path: .input))
    baseline = given?.value
    isBaselineTyped = given?.origin == .commandLine
    isBaselineOptional = options.flag(
      OptionSpec(
        name: "baseline-optional", argument: .none,
        help:
          "Allow a missing --baseline file, as on a first run. Every message is then new."))
    missing = options.text(
      OptionSpec(
        name: "missing", argument: .value("REASON"),
        help: "The reason why the run has no report. With inputs, it applies only if none of "
          + "them can be read.",
        isSetting: false))
  }
}
