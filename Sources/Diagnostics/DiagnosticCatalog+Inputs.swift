extension DiagnosticCatalog {
  static let inputs = Topic(
    "Inputs",
    [
      Entry(
        "bad-format-file", [.error],
        "A format file has an unknown key, a path that can't be read, or lacks something.",
        "Correct the place that the message names; docs/formats.md describes the keys."),
      Entry(
        "bad-input", [.error],
        "An entry of `inputs` in `tidemark.json` or in a list of runs is wrong.",
        "Write a path, or an object with `path` and, if need be, `from`, `category` and `root`."),
      Entry(
        "damaged-gzip", [.error],
        "A gzip file is damaged, or its end is missing.",
        "`gzip -t FILE` checks it. Write or copy it again."),
      Entry(
        "duplicate-input", [.warning],
        "Two inputs hold the same bytes. They are read once, so that their messages do not count twice.",
        "Name one of them, or a pattern that finds only one."),
      Entry(
        "empty-input", [.error],
        "An input is empty. The job that writes it probably crashed.",
        "Find out why the job wrote nothing. `--missing REASON` reports a run without data."),
      Entry(
        "ignored-files", [.note], "Files are ignored because of `--ignore`.",
        "Nothing, if this is intended."),
      Entry(
        "incomplete-example", [.warning],
        "An example of a format file is read as a failed or incomplete run, and does not expect that.",
        "Correct the example or the format, or write `run: { completed: false }` in the example."),
      Entry(
        "input-too-long", [.error],
        "A compressed input is too long after unpacking.",
        "Unpack it, and name the relevant part."),
      Entry(
        "inputs-not-read", [.note],
        "A call with `--missing` names no input, and the inputs of the settings file may be from an earlier run.",
        "Name the inputs in the call: `--missing` is then used only if none can be read."),
      Entry(
        "left-out", [.note],
        "Findings below the urgency of `--min-level` are dropped.",
        "Nothing, if this is intended."),
      Entry(
        "no-list-found", [.error],
        "The sample of `init --format` has no list whose fields look like those of findings or tests.",
        "Give a report with several findings, or begin with a copy: `tidemark formats export NAME DIR`."
      ),
      Entry(
        "no-match", [.error],
        "A folder holds no report, or no file matches a pattern. Such a run must not look good.",
        "Find out why the job wrote nothing. `--missing REASON` reports a run without data."),
      Entry(
        "too-many-inputs", [.error],
        "A call can read 65,535 files, and look at a million in a folder.",
        "Convert parts of them to datasets with `tidemark convert`, and name these."),
      Entry(
        "unfilled-value", [.warning],
        "A value of `run` or `claims` of a format file is in no example. Its path may be mistyped.",
        "Correct the path, or add the value to an example."),
      Entry(
        "unknown-format", [.error],
        "No format recognizes an input. The help says what it looks like.",
        "Name the right file, have the tool write another format, or name the format with `--from FORMAT`."
      ),
      Entry(
        "unread-report", [.error, .warning],
        "A folder, a pattern or an archive holds an unread file that may be a report. Its contents are missing, and the "
          + "report is not green.",
        "Let the tool write a supported format, name the file with its format as the help shows, or exclude it with "
          + "`--ignore`."
      ),
      Entry(
        "unrecognized-files", [.note],
        "Files of a folder or pattern are not reports and are ignored, or hidden folders are not searched.",
        "Nothing, if this is intended. To read one anyway, name it: `FORMAT:FILE`."),
      Entry(
        "wrong-example", [.error],
        "An example of a format file leads to other findings or tests than it lists, or no example to a message.",
        "Correct the example, or the paths and words of the format."),
    ])
}
