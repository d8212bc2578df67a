/// The options for the baseline, and for a run without a report.
struct ComparisonOptions: Sendable {
  let baseline: String?
  let isBaselineOptional: Bool
  let missing: String?

  init(_ options: inout OptionReader) {
    baseline = options.text(
      OptionSpec(
        name: "baseline", argument: .value("OLD"),
        help: "Input of the last report, to show what is new, fixed and still there: a file, a "
          + "folder or a pattern, with FORMAT: before it if need be.",
        path: .input))
    isBaselineOptional = options.flag(
      OptionSpec(
        name: "baseline-optional", argument: .none,
        help:
          "Allow the file of --baseline to be absent, as on a first run. Everything then counts as "
          + "new."))
    missing = options.text(
      OptionSpec(
        name: "missing", argument: .value("REASON"),
        help: "The reason why the run has no report. With inputs: used only if they can't be read.",
        isSetting: false))
  }
}
