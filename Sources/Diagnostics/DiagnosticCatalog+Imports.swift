extension DiagnosticCatalog {
  static let imports = Topic(
    "Reports of other tools",
    [
      Entry(
        "alerts-left-out", [.warning],
        "Alertmanager has sent a group of alerts without some of them.",
        "Set `max_alerts: 0` in its `webhook_configs`."),
      Entry(
        "ambiguous-path", [.warning],
        "A file of the diff of `--diff` may be several files of the reports of coverage, or several files of the diff may be one of theirs.",
        "Make the paths of the reports relative to the repository with `--root`."),
      Entry(
        "bad-ancestry", [.error],
        "The file of `--baseline-commits` is not a list of commits.",
        "Write it again with `git rev-list HEAD`."),
      Entry(
        "bad-commits", [.error],
        "The file of `--commits` is not what `git log` writes in the form that Tidemark reads.",
        "Write it again with the command in the message."),
      Entry(
        "bad-diff", [.error],
        "The file of `--diff` is not the output of `git diff`, or only a part of it.",
        "Write it again, as in `git diff origin/main...HEAD`."),
      Entry(
        "cyclic-base", [.warning],
        "An address in a SARIF log's `originalUriBaseIds` depends on itself.",
        "Report it to the tool. Paths are shown as far as they are known."),
      Entry(
        "embedded-file-left-out", [.note],
        "A report of Playwright or Cucumber holds a file that a page cannot show as a picture, that is larger than 8 MB, or "
          + "that exceeds the 64 MB of pictures in a report. The file is dropped.",
        "Let the tests attach it as a file with a path, where the tool can."),
      Entry(
        "external-properties", [.warning],
        "Parts of a SARIF log are in other files or outside of its runs. They are not read, and the run does not count as "
          + "completed.",
        "Let the tool write one log that holds everything."),
      Entry(
        "lines-unknown", [.warning],
        "A report of coverage counts the lines of a file, but does not say which of them were run, so that its changed lines have no coverage.",
        "Export the coverage as LCOV or Cobertura, such as with `llvm-cov export -format=lcov`."),
      Entry(
        "malformed-owners", [.warning],
        "A line of a CODEOWNERS file is not a pattern with owners, is too long, or exceeds the limit of lines. It is "
          + "ignored.",
        "Correct the line; the message names its mistake."),
      Entry(
        "malformed-xml", [.error],
        "A report in XML is not well-formed. Tools that join reports or cut them write such files.",
        "Let the tool write the file again; the message names the place."),
      Entry(
        "missing-results", [.error],
        "A CTRF report has no object `results`.",
        "Give the whole report and not a part of it."),
      Entry(
        "no-files", [.warning],
        "A linter's report lists no file: it has checked nothing, and does not count as completed.",
        "Check the files in the linter's call."),
      Entry(
        "no-lines", [.warning],
        "A report of coverage holds no line of code.",
        "See whether the program was built for coverage, and whether a filter leaves out all of its files."
      ),
      Entry(
        "no-results", [.warning],
        "A run of a SARIF log has no results, not even an empty list: the tool did not run. The run does not count as completed.",
        "Look at the log of the tool."),
      Entry(
        "no-runs", [.warning],
        "A SARIF log holds no run. The run does not count as completed.",
        "Look at the log of the tool."),
      Entry(
        "no-tests", [.warning],
        "A report of tests holds no test. The run does not count as completed.",
        "Look at the log of the tool: it may have found no test, or crashed."),
      Entry(
        "out-of-memory", [.error],
        "An XML report needs more memory than is available.",
        "Report it to the tool that wrote the file."),
      Entry(
        "repaired-character", [.warning],
        "A report in XML holds characters that XML forbids. They are replaced.",
        "Report it to the tool that wrote the file."),
      Entry(
        "screenshot-left-out", [.note],
        "A CTRF report holds pictures. They are left out.",
        "Write them to files and name these in `attachments`."),
      Entry(
        "second-root", [.error],
        "Something follows the end of a report in XML, as in files that were joined into one.",
        "Give the files one by one."),
      Entry(
        "too-many-commits", [.error],
        "The file of `--commits` has more than 10,000 commits.",
        "Limit their number, as in `git log -1000`."),
      Entry(
        "too-many-patterns", [.warning],
        "A CODEOWNERS file has so many patterns with wildcards that they can't be compared with all files of the reports. Some messages are left without an owner.",
        "Name folders and files where a pattern needs no wildcard."),
      Entry(
        "total-mismatch", [.note, .warning],
        "A report claims another number of tests than it holds. The tests that it holds are counted.",
        "Nothing, if the tool is known to count otherwise; else look for tests that are missing."),
      Entry(
        "unknown-severity", [.error, .warning],
        "A report has an unknown word for a severity. In CSV it is an error that lists all such words.",
        "The message says how it is read. For CSV define it: `--map-value P1=error`."),
      Entry(
        "unknown-test-status", [.warning],
        "A test in a report in JSON has no status, or one that is not known. It counts as skipped.",
        "Report it to the tool that wrote the file."),
      Entry(
        "unread-category", [.note],
        "A `categories.json` of Allure has a pattern with parts that are not read, or patterns that take too long. Failures "
          + "keep their usual category.",
        "Write the pattern without lookarounds, back references and Unicode properties."),
      Entry(
        "unread-owners", [.warning],
        "The CODEOWNERS file of a root is a link, no file, unreadable or larger than 3 MB. No message has an owner from it.",
        "Put the file itself in its place. Without `--root` it is not looked for."),
      Entry(
        "unread-source", [.note],
        "With `--read-source`, the lines around places can't be read: their files are not below a root, or below several, are behind a link, binary, larger than 4 MB, or shorter than the line. These messages are compared without lines.",
        "Name the base folder of the paths with `--root`, and use the sources that the tool checked."
      ),
      Entry(
        "unreadable-duration", [.note],
        "A duration in a report is negative, too large or no number. It is left out.",
        "Report it to the tool that wrote the file."),
      Entry(
        "unreadable-time", [.note],
        "A time in a report can't be read. It is left out.",
        "Report it to the tool that wrote the file."),
      Entry(
        "xml-default", [.error],
        "The document type of a report in XML gives attributes a default or declares more than 1,000. No tool for tests does, and attacks do.",
        "Write the attribute in the elements that have it, or leave out the document type."),
      Entry(
        "xml-entity", [.error],
        "A report in XML declares an entity. No tool for tests does, and attacks do.",
        "Write the character itself, or a reference such as `&#233;`."),
    ])
}
