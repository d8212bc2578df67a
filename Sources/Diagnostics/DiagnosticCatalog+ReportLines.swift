extension DiagnosticCatalog {
  static let reportLines = Topic(
    "Reports in lines of text",
    [
      Entry(
        "broken-line", [.warning],
        "A line of `go test -json`, of JSON Lines, of a journal or of a calendar can't be read. It is left out.",
        "Write the output of other programs to another file."),
      Entry(
        "cut-off", [.warning],
        "The last line of a report ends in the middle. The run does not count as completed.",
        "See why the job stopped, and run it again."),
      Entry(
        "early-end", [.warning],
        "Messages follow the line that says that the run has completed. The run does not count as completed, because a part "
          + "of the messages could look complete.",
        "Write the line with `run` and `completed` last."),
      Entry(
        "few-objects", [.error],
        "Most lines of JSON Lines or of a journal are no JSON objects.",
        "Name the format of the file, as in `lines:FILE`, or have the program write JSON."),
      Entry(
        "plan-not-met", [.warning],
        "A TAP stream has no plan, another number of tests than planned, or breaks a rule of TAP. The "
          + "run does not count as completed.",
        "See why the tests stopped."),
      Entry(
        "prove-output", [.error],
        "The input is the output of `prove`, not TAP.",
        "Give the TAP itself, for example from `prove --archive DIR`."),
      Entry(
        "ragged-row", [.warning],
        "A row of a table in CSV has more or fewer cells than the header. Missing cells are blank, and cells without a "
          + "column are dropped.",
        "Let the tool quote cells that hold the separator."),
      Entry(
        "short-mask", [.warning],
        "A masked value in a job's log is too short to hide: hiding it would remove parts of words.",
        "Use secrets of at least four characters."),
      Entry(
        "unclosed-quote", [.error],
        "A cell of a table in CSV begins with a quotation mark and does not end, so that the rest of the file would be one cell. The message names the line of the cell.",
        "Write the table again, or double the quotation marks inside the cell."),
      Entry(
        "unknown-column", [.error],
        "A table in CSV has no column that `--map` names, or none that is known to hold the severity or the title.",
        "Name the column: `--map title=COLUMN,urgency=COLUMN`. The message lists the columns of the table."
      ),
    ])
}
