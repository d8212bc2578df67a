/// What a report is compared with, and what takes its place when there is none.
struct ComparisonOptions: Sendable {
  let baseline: String?
  let isBaselineOptional: Bool
  let missing: String?

  init(_ options: inout OptionReader) {
    baseline = options.text(
      OptionSpec(
        name: "baseline", argument: .value("OLD.json"),
        help: "The last report's dataset: says what is new, what is fixed and what is still there.",
        path: .path))
    isBaselineOptional = options.flag(
      OptionSpec(
        name: "baseline-optional", argument: .none,
        help:
          "The file that --baseline names may be absent, as on a first run: that is said, and "
          + "everything counts as new."))
    missing = options.text(
      OptionSpec(
        name: "missing", argument: .value("REASON"),
        help:
          "The run has no report, and why. Beside inputs: what to say when they can't be read.",
        isSetting: false))
  }
}
