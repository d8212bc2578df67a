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
        "An option, a setting or an argument of the library has a value that it can't have.",
        "The message says what it expects; `tidemark help COMMAND` lists the values of each option."
      ),
      Entry(
        "baseline-needed", [.error],
        "`--fail-on new-error` or another gate on changes has nothing to compare with.",
        "Add `--baseline OLD` or `--site DIR`."),
      Entry(
        "fail-on-met", [.note],
        "The report meets the condition of `--fail-on`, so the exit status is 1.",
        "Nothing is wrong with the call. The findings listed below the note met the condition."),
      Entry(
        "file-exists", [.error],
        "`templates export` or `themes export` would overwrite a file.",
        "Name a folder that does not exist yet."),
      Entry(
        "folder-needed", [.error],
        "Several targets were asked for and the output is one file.",
        "Give `-o` a folder, with a slash at the end: `-o report/`."),
      Entry(
        "input-twice", [.warning],
        "The same file is named twice among the inputs. It is read once.",
        "Name it once."),
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
        "One file has more than fifty problems of a kind, and the rest is only counted.",
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
        "setting-ignored", [.note, .warning],
        "A setting of `tidemark.json` is not used: one that starts a program, or a recipient beside a `--to` that was given.",
        "Give it on the command line or in the environment."),
      Entry(
        "settings-in-force", [.note],
        "`tidemark.json` in the working folder sets these options.",
        "Nothing. `--no-settings` leaves the file out."),
      Entry(
        "standard-input-twice", [.error],
        "`-` is named twice, but standard input can be read only once.",
        "Name it once."),
      Entry(
        "unexpected-argument", [.error],
        "A command got more arguments than it takes.",
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
        "unknown-ending", [.warning],
        "The name of the file of `-o` ends as no target does. It is written as a page.",
        "Name the target with `--to`, or give the file an ending such as `.html` or `.md`."),
      Entry(
        "unknown-option", [.error],
        "The command has no such option.",
        "`tidemark help COMMAND` lists its options."),
      Entry(
        "unknown-variable", [.warning],
        "A variable of the environment begins with `TIDEMARK_` and is not a setting.",
        "Correct its name; [settings.md](settings.md) lists all of them."),
      Entry(
        "unread-baseline", [.warning],
        "The baseline can't be read, so every message counts as new. The report is made anyway.",
        "See the notes above it for the reason; the next run compares again."),
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
        "A variable that `--redact-env` names is not set, so that no value is hidden.",
        "Check its name. A job without its secrets, as that of a fork, has nothing to hide."),
      Entry(
        "unused-budget", [.note],
        "`--budget` was given for targets that have no limit.",
        "Leave it out, or add `--to mail`, `markdown` or `text`."),
      Entry(
        "unwritable-file", [.error],
        "A file can't be written: the folder is missing, the disk is full, or permission is denied. The old file is unchanged.",
        "Remove the cause that the message names and run the command again."),
    ])
}
