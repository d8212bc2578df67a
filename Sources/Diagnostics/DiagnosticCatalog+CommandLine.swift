extension DiagnosticCatalog {
  static let commandLine = Topic(
    "The command line and its settings",
    [
      Entry(
        "bad-time", [.error],
        "`--now`, `SOURCE_DATE_EPOCH` or the time of a run can't be read or is outside of the calendar.",
        "Write `2026-11-20T03:12:00+01:00`; `SOURCE_DATE_EPOCH` is a number of seconds."),
      Entry(
        "bad-value", [.error],
        "An option, a setting or an argument of the library has an invalid value.",
        "The message says what it expects; `tidemark help COMMAND` lists the values of each option."
      ),
      Entry(
        "baseline-needed", [.error],
        "`--fail-on new-error` or another word about changes has no earlier run.",
        "Add `--baseline OLD` or `--site DIR`."),
      Entry(
        "fail-on-met", [.note],
        "The report meets a condition of `--fail-on`, so the exit status is 1.",
        "Nothing is wrong with the call. The findings listed below the note met the condition."),
      Entry(
        "file-exists", [.error],
        "`templates export` or `themes export` would overwrite a file.",
        "Name a folder that does not exist yet."),
      Entry(
        "file-written", [.note],
        "`--verbose` prints the size of a file.",
        "Nothing."),
      Entry(
        "flaky-left-out", [.note],
        "`--fail-on …,-flaky` does not count failed tests that come and go. They are listed.",
        "Repair the test, or accept it until a date: the note has the entry for `known.json`."),
      Entry(
        "folder-named-as-file", [.warning],
        "The output is a folder with the name of a file, such as `report.html`: it ends with a slash, a folder of that name "
          + "exists, or there are several targets.",
        "Leave out the slash, or choose another name. Several targets need a folder: `-o report/`."),
      Entry(
        "folder-needed", [.error],
        "There are several targets, but the output is one file.",
        "Give `-o` a folder, with a slash at the end: `-o report/`."),
      Entry(
        "foreign-settings", [.warning],
        "A `tidemark.json`, `known.json`, template or theme above the working folder is not used: another user owns it, its folder or its `.git`, others may write there, or it is a link.",
        "Name it with `--config` if you trust it. In a container, give the sources to the user of the job."
      ),
      Entry(
        "gate-undecided", [.note],
        "A word of `--fail-on` compares tests, and there is no earlier run, or a run does not name its tests. It is not met.",
        "Nothing on a first run. Otherwise name the reports of the tests, or a dataset that `convert` made of them."
      ),
      Entry(
        "input-read", [.note],
        "`--verbose` prints the recognized format and the contents of an input.",
        "Nothing. If the format is wrong, set it with `FORMAT:FILE`."),
      Entry(
        "input-twice", [.warning],
        "The same file is named twice among the inputs. It is read once.",
        "Name it once."),
      Entry(
        "linked-settings", [.warning, .error],
        "The `tidemark.json` or `known.json` of the working folder is a link that leads out of the repository, without one "
          + "out of the folder. It is not used, because diagnostics would quote its target. `known add` ends with an error.",
        "Name it with `--config` or `--known` if you trust it."),
      Entry(
        "missing-argument", [.error],
        "A command lacks an argument, such as the dataset.",
        "Add it; `tidemark help COMMAND` shows examples."),
      Entry(
        "missing-option", [.error],
        "An option that the command needs was not given.",
        "Add the option that the message names."),
      Entry(
        "more-problems", [.note],
        "One file has more than fifty problems of a kind. The others are only counted.",
        "Correct those that are listed, then run the command again."),
      Entry(
        "no-baseline", [.note],
        "The file of `--baseline` does not exist yet, which `--baseline-optional` allows.",
        "Nothing. After the first run the file is there."),
      Entry(
        "no-build-service", [.note],
        "`--ci` or `--source-url auto` finds no variables of a build service.",
        "Nothing outside of such a job. In a job, pass its variables on, for example to a container."
      ),
      Entry(
        "not-in-diff", [.note],
        "New errors are in files that the diff of `--diff` does not change, so `new-error-in-diff` does not count them.",
        "Nothing if they are of someone else. `--fail-on new-error` counts errors in all files."),
      Entry(
        "not-opened", [.warning],
        "`--open` found no program that opens pages, or that program failed. The page is written.",
        "Open the page in a browser. A machine without a desktop has no such program."),
      Entry(
        "option-twice", [.error],
        "`-o` is given twice, but one call writes to one place.",
        "Several targets go to one folder: `--to page,markdown -o report/`. Otherwise call the command once for each file."
      ),
      Entry(
        "options-disagree", [.error],
        "Two options exclude each other.",
        "Leave one of them out."),
      Entry(
        "output-is-input", [.error],
        "The output would overwrite one of the inputs.",
        "Choose another output."),
      Entry(
        "path-outside", [.error],
        "A path in `tidemark.json` leads out of the folder of that file.",
        "Set it on the command line or in the environment, or move the file below the folder."),
      Entry(
        "port-unavailable", [.error],
        "`preview` cannot listen on the port: another program uses it, or it needs special rights.",
        "Choose another `--port`, or leave the option out, which takes a free one."),
      Entry(
        "setting-ignored", [.note, .warning],
        "A setting of `tidemark.json` is ignored: it starts a program, hides messages of the run, shows secrets, or is a "
          + "recipient while `--to` is given.",
        "Give it on the command line or in the environment."),
      Entry(
        "settings-in-force", [.note],
        "The settings file sets these options.",
        "Nothing. `--no-settings` ignores the file; `tidemark settings` shows details."),
      Entry(
        "standard-input-twice", [.error],
        "`-` is named twice, but standard input can be read only once.",
        "Name it once."),
      Entry(
        "time-taken", [.note],
        "`--verbose` prints the time of each step.",
        "Nothing."),
      Entry(
        "unexpected-argument", [.error],
        "A command got too many arguments.",
        "Remove it, or quote a value that has spaces."),
      Entry(
        "unexpected-value", [.error],
        "A flag that takes no value was given one.",
        "Write the flag alone; `--strict=false` and the like undo a setting."),
      Entry(
        "unknown-command", [.error],
        "There is no such command.",
        "`tidemark help` lists the commands."),
      Entry(
        "unknown-ending", [.error, .warning],
        "The file name of `-o` has no target's ending. The file is written as a page. A file of another program, such as a "
          + "PDF or a mail, is refused. `convert` also refuses a file with the ending of a report for readers.",
        "Name the target with `--to`, or give the file an ending such as `.html` or `.md`. `tidemark mail` writes mails."
      ),
      Entry(
        "unknown-option", [.error],
        "The command has no such option.",
        "`tidemark help COMMAND` lists its options."),
      Entry(
        "unknown-variable", [.error, .warning],
        "A variable of the environment begins with `TIDEMARK_` and is not a setting. It is an error if it is a "
          + "setting with a wrong letter or separator, except for a missing `S` at its end, as in `TIDEMARK_COMMIT`.",
        "Correct its name; [settings.md](settings.md) lists all of them."),
      Entry(
        "unread-baseline", [.error, .warning],
        "The baseline can't be read. With `--baseline-optional` it is a warning: the report is made "
          + "anyway, and every message counts as new.",
        "See the messages above it for the reason. Name an earlier report as the baseline."),
      Entry(
        "unreadable-file", [.error],
        "A file does not exist or the system refuses to read it.",
        "Check the path and the permissions."),
      Entry(
        "unreadable-folder", [.error],
        "A folder can't be listed.",
        "Check the path and the permissions."),
      Entry(
        "unset-variable", [.note],
        "A variable of `--redact-env` is not set, so no value is hidden.",
        "Check its name. A job without secrets, such as that of a fork, has nothing to hide."),
      Entry(
        "unused-budget", [.note],
        "`--budget` was given for targets that have no limit.",
        "Leave it out, or add `--to mail`, `markdown` or `text`."),
      Entry(
        "unused-template", [.warning],
        "`--template` was given for targets that have no template. Only strings files would change them.",
        "Leave it out, or add a target with a template, such as `--to page`."),
      Entry(
        "unwritable-file", [.error],
        "A file can't be written: the folder is missing, the disk is full, or permission is denied. The old file is unchanged.",
        "Remove the named cause and run the command again."),
    ])
}
