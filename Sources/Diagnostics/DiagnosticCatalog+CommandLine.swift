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
        "file-written", [.note],
        "`--verbose` says how many bytes a file has.",
        "Nothing."),
      Entry(
        "folder-named-as-file", [.warning],
        "The output has the name of a file, such as `report.html`, and is a folder: it ends with a slash, a folder of that name is there, or there are several targets.",
        "Leave out the slash, or choose another name. Several targets need a folder: `-o report/`."),
      Entry(
        "folder-needed", [.error],
        "Several targets were asked for and the output is one file.",
        "Give `-o` a folder, with a slash at the end: `-o report/`."),
      Entry(
        "foreign-settings", [.warning],
        "A `tidemark.json`, `known.json`, template or theme above the working folder is not used: another user owns it, its folder or its `.git`, others may write there, or it is a link.",
        "Name it with `--config` if you trust it. In a container, give the sources to the user of the job."
      ),
      Entry(
        "input-read", [.note],
        "`--verbose` says which format an input was recognized as, and how much it holds.",
        "Nothing. If the format is wrong, `FORMAT:FILE` says the right one."),
      Entry(
        "input-twice", [.warning],
        "The same file is named twice among the inputs. It is read once.",
        "Name it once."),
      Entry(
        "linked-settings", [.warning, .error],
        "The `tidemark.json` or `known.json` of the working folder is a link that leads out of the repository, without one out of the folder. It is not used: what it leads to would be quoted in diagnostics. `known add` ends with an error.",
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
        "not-opened", [.warning],
        "`--open` found no program that opens pages, or that program failed. The page is written.",
        "Open the page in a browser. A machine without a desktop has no such program."),
      Entry(
        "option-twice", [.error],
        "`-o` is given twice, and one call writes to one place.",
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
        "`preview` can't listen on the port: another program does, or the port needs rights.",
        "Choose another `--port`, or leave the option out, which takes a free one."),
      Entry(
        "setting-ignored", [.note, .warning],
        "A setting of `tidemark.json` is not used: one that starts a program, hides what a run says or shows secrets, or a recipient beside a `--to` that was given.",
        "Give it on the command line or in the environment."),
      Entry(
        "settings-in-force", [.note],
        "The settings file sets these options.",
        "Nothing. `--no-settings` leaves the file out; `tidemark settings` says more."),
      Entry(
        "standard-input-twice", [.error],
        "`-` is named twice, but standard input can be read only once.",
        "Name it once."),
      Entry(
        "time-taken", [.note],
        "`--verbose` says how long each step took.",
        "Nothing."),
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
        "unknown-ending", [.error, .warning],
        "The name of the file of `-o` ends as no target does. It is written as a page; a file that another program makes, such as a PDF or a mail, is refused.",
        "Name the target with `--to`, or give the file an ending such as `.html` or `.md`. `tidemark mail` writes mails."
      ),
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
