extension DiagnosticCatalog {
  static let reports = Topic(
    "Filters, sorting and reports",
    [
      Entry(
        "bad-threshold", [.error],
        "A threshold has no comparison, no number or an unknown urgency, its unit is not that of the number, or it names too many numbers.",
        "Write `coverage >= 80`, `use% > 90 = error` or `p95 +10% = warning`. If it names too many, write more of the title."
      ),
      Entry(
        "budget-too-small", [.error],
        "Not even the title and the verdict fit into the budget.",
        "Give a larger `--budget`."),
      Entry(
        "filter-too-long", [.error],
        "The value of a filter is too long.",
        "Use a shorter value or pattern."),
      Entry(
        "long-url", [.note],
        "The dataset's `url` is too long for a mail with links. Those links are left out.",
        "Use a shorter address."),
      Entry(
        "looks-complete", [.warning],
        "The report is not complete, errors or warnings have no place, or the filter hides them. A file in the format of Code Quality can't contain this, so a reader takes the file for the whole.",
        "Give `--strict`, so that the job fails."),
      Entry(
        "malformed-filter", [.error],
        "A filter names no value.",
        "Write `KEY=VALUE`, such as `urgency=error`."),
      Entry(
        "needs-baseline", [.error],
        "A filter or sort by `change` has no baseline.",
        "Add `--baseline OLD` or `--site DIR`."),
      Entry(
        "no-input", [.error],
        "A Swift program gave the library no input.",
        "Pass at least one `Input`."),
      Entry(
        "no-sort-key", [.error, .warning],
        "`--sort` or the dataset's `sort` names no key.",
        "Use `urgency`, `category`, `time`, `title`, `file` or `change`."),
      Entry(
        "no-time", [.error],
        "Neither the dataset nor the options of the library give the time.",
        "Set `options.now`, or `now` in the dataset."),
      Entry(
        "not-in-format", [.note],
        "The format has no place for parts of the report. The note counts them.",
        "Write a second target, such as `--to json`, if another program needs them."),
      Entry(
        "repeated-sort-key", [.warning],
        "A sort names the same key twice. The first one counts.",
        "Remove the second."),
      Entry(
        "tests-not-listed", [.note],
        "The report counts tests without their names. JUnit XML and CTRF do not list them.",
        "Render the reports of the tests. A dataset does not hold the names of passed tests."),
      Entry(
        "totals-disagree", [.error],
        "The counts of the report contradict each other. This is a defect of the program; nothing was written.",
        "Please report it, with the dataset if possible."),
      Entry(
        "undecided-threshold", [.note],
        "A threshold limits a change, and no earlier run has its number.",
        "Compare with a run by `--baseline` or `--site`. A site keeps the first 8 facts of a run, and 64 others that have `better`, that are in a column named by a threshold, or whose change a threshold limits."
      ),
      Entry(
        "unknown-filter-key", [.error],
        "A filter has a key that does not exist.",
        "Use `urgency`, `category`, `kind`, `change`, `file`, `text`, `tense` or `status`."),
      Entry(
        "unknown-filter-value", [.error],
        "A filter has a value that its key can't have.",
        "The message lists the values."),
      Entry(
        "unknown-locale", [.error, .warning],
        "There are no words for this locale: the report is in English. A malformed tag is an error.",
        "Use one that the message lists, or add `strings/TAG.json` to a template of your own."),
      Entry(
        "unknown-metric", [.warning],
        "A threshold names no number of the run. The report has a warning, too.",
        "Use the title of a fact with a number or of a column of numbers, or words of it. Check that the report with the number was read."
      ),
      Entry(
        "unknown-sort-direction", [.error],
        "A direction of `--sort` is not known.",
        "Use `asc` or `desc`."),
      Entry(
        "unknown-sort-key", [.error],
        "A key of `--sort` is not known.",
        "Use `urgency`, `category`, `time`, `title`, `file` or `change`."),
    ])
}
