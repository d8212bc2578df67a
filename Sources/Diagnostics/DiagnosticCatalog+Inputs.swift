extension DiagnosticCatalog {
  static let inputs = Topic(
    "Inputs",
    [
      Entry(
        "bad-input", [.error],
        "An entry of `inputs` in `tidemark.json` or in a list of runs is wrong.",
        "Write a path, or an object with `path` and, if need be, `from`, `category` and `root`."),
      Entry(
        "damaged-gzip", [.error],
        "A file that is compressed by gzip is damaged, or its end is missing.",
        "`gzip -t FILE` checks it. Write or copy it again."),
      Entry(
        "duplicate-input", [.warning],
        "Two inputs hold the same bytes, so that their messages would count twice. They are read once.",
        "Name one of them, or a pattern that finds only one."),
      Entry(
        "empty-input", [.error],
        "An input is empty. The job that writes it probably crashed.",
        "Find out why the job wrote nothing. `--missing REASON` reports a run without data."),
      Entry(
        "ignored-files", [.note], "Files are left out by `--ignore`.", "Nothing, if that is meant."),
      Entry(
        "input-too-long", [.error],
        "A compressed input is longer than what is read when it is unpacked.",
        "Unpack it, and name the part that matters."),
      Entry(
        "inputs-not-read", [.note],
        "A call with `--missing` names no input, and those of the settings file may be those of an earlier run.",
        "Name the inputs in the call: `--missing` is then used only if they can't be read."),
      Entry(
        "left-out", [.note],
        "Findings are below the urgency of `--min-level`, and left out.",
        "Nothing, if that is meant."),
      Entry(
        "no-match", [.error],
        "A folder holds no report, or no file matches a pattern. Such a run must not look well.",
        "Find out why the job wrote nothing. `--missing REASON` reports a run without data."),
      Entry(
        "too-many-inputs", [.error],
        "A call can read 65,535 files, and look at a million in a folder.",
        "Make datasets of parts of them with `tidemark convert`, and name those."),
      Entry(
        "unknown-format", [.error],
        "No format recognizes an input. The help says what it looks like.",
        "Name the right file, have the tool write another format, or name the format with `--from FORMAT`."
      ),
      Entry(
        "unread-report", [.error, .warning],
        "A folder, a pattern or an archive holds a file that may be a report and is not read. What it says is missing, and the report is not green.",
        "Let the tool write a format that is read, name the file with its format, as the help says, or leave it out by `--ignore`."
      ),
      Entry(
        "unrecognized-files", [.note],
        "Files in a folder, or files that match a pattern, are no reports and left out.",
        "Nothing, if that is meant. To read one anyway, name it: `FORMAT:FILE`."),
    ])
}
