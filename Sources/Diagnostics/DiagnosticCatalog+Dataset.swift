extension DiagnosticCatalog {
  static let dataset = Topic(
    "Datasets",
    [
      Entry(
        "bad-commit-url", [.warning],
        "`run.commitURL` or `run.compareURL` is no template of an address. The links are left out.",
        "Begin with the address of the server: `https://git.example/core/commit/{commit}`, `…/compare/{from}...{to}`."
      ),
      Entry(
        "bad-property", [.warning],
        "An own property has a name that templates can't use or more than 1,000 characters, or there are more than 100.",
        "Use names of letters, digits, `_` and `-`; long texts belong in `text` or `details`."),
      Entry(
        "contradicting-tense", [.warning],
        "The `tense` of a timeline entry contradicts its time. The given tense is shown.",
        "Remove `tense` or correct the time."),
      Entry(
        "duplicate-category", [.warning],
        "`categories` lists an id twice. The first one counts.",
        "Remove the second."),
      Entry(
        "duplicate-id", [.warning],
        "Two messages, or two entries, have the same `id`.",
        "Give each its own, or leave `id` out."),
      Entry(
        "empty-attachment", [.warning],
        "An attachment has neither `title` nor `path` nor `url`. It is left out.",
        "Name the file in `path`, or its address in `url`."),
      Entry(
        "empty-title", [.error],
        "A title is empty.",
        "Write one, or remove the key where it is optional."),
      Entry(
        "end-before-start", [.error, .warning],
        "The `end` of a timeline entry is before its `start`. An event of a calendar is shown without its end.",
        "Exchange or correct the two times."),
      Entry(
        "end-without-start", [.error],
        "A timeline entry has `time` and `end`.",
        "Write `start` in place of `time`."),
      Entry(
        "finished-before-started", [.warning],
        "`run.finished` is before `run.started`. No duration is shown.",
        "Correct the two times."),
      Entry(
        "invalid-time", [.error],
        "A value is not a date or a time.",
        "Write `2026-11-20`, `2026-11-20T03:12:00` or `2026-11-20T03:12:00+01:00`."),
      Entry(
        "invalid-value", [.error],
        "A value has the right type and is out of its range.",
        "The message says what the range is."),
      Entry(
        "malformed-pattern", [.error],
        "A date pattern, such as the timeline's `timestampFormat`, can't be read.",
        "Use the letters of CLDR date patterns; put other letters into single quotes."),
      Entry(
        "missing-count", [.error],
        "A reason of `skipReasons` has no `count`.",
        "Add the number of tests that have it."),
      Entry(
        "missing-done", [.error],
        "`progress` has no `done`.",
        "Add it, or leave `progress` out where it is unknown."),
      Entry(
        "missing-file", [.error],
        "A `location` has no `file`.",
        "Add it, or remove the location."),
      Entry(
        "missing-id", [.error],
        "A category has no `id`.",
        "Add it; messages name it in `category`."),
      Entry(
        "missing-input", [.error],
        "An origin of a fact has no `input`.",
        "Add the name of the input, or remove the origin."),
      Entry(
        "missing-messages", [.error],
        "The dataset has no `messages`. The key is required, so that a crashed job never looks good.",
        #"Write `"messages": []` where there were none."#),
      Entry(
        "missing-name", [.error],
        "A parameter of a step has no `name`.",
        "Add its name, or remove the parameter."),
      Entry(
        "missing-path", [.error],
        "An entry of `unread` has no `path`.",
        "Add the path of the file that was not read."),
      Entry(
        "missing-seconds", [.error],
        "An element of `durations` has no `seconds`.",
        "Add how long the test took, or remove the element."),
      Entry(
        "missing-test", [.error],
        "An element of `durations` has no `test`.",
        "Add the name of the test."),
      Entry(
        "missing-text", [.error],
        "A status of a timeline entry has no `text`.",
        "Add it."),
      Entry(
        "missing-time", [.error],
        "A timeline entry has neither `time` nor `start`.",
        "Give `time` for a point, `start` and `end` for a span."),
      Entry(
        "missing-title", [.error],
        "A message has neither `title` nor `text`; or a category, link, action, fact or entry has no `title`.",
        "Add it."),
      Entry(
        "missing-urgency", [.error],
        "A message has no `urgency`.",
        "Add `error`, `warning`, `success`, `information` or `neutral`."),
      Entry(
        "missing-value", [.error],
        "In JSON: a key has no value. In a dataset: a fact or a parameter has no `value`. On the command line: an option has no value.",
        "Add the value."),
      Entry(
        "missing-version", [.error],
        "The dataset has no `version`.",
        #"Add `"version": 1`."#),
      Entry(
        "no-commit", [.warning],
        "`--source-url` needs the commit of the run, and neither a report nor a dataset names it.",
        "Use `--ci` or `--source-url auto` in a job, or add `run.commit` in a dataset beside the reports."
      ),
      Entry(
        "offline-without-time", [.warning],
        "A message of kind `offline` does not say how old its data is.",
        "Add `time`."),
      Entry(
        "progress-over", [.warning],
        "`progress.done` is more than `progress.of`. The bar is shown full.",
        "Correct the numbers."),
      Entry(
        "redacted", [.note],
        "Reports of other tools hold keys, tokens or passwords, which no output shows.",
        "Keep them out of the output of tests. `--redact=false` shows what the reports hold."),
      Entry(
        "time-and-start", [.error],
        "A timeline entry has both `time` and `start`.",
        "Give `time` for a point, `start` and `end` for a span."),
      Entry(
        "timed-error", [.warning],
        "An error has `persistence` `timed`. Errors are never hidden after a time.",
        "Remove `persistence`."),
      Entry(
        "too-many-attachments", [.warning],
        "A message has more than 100 attachments. The others are left out.",
        "Pack them into a file, and attach that."),
      Entry(
        "too-many-messages", [.error],
        "The reports of a call have more than two million messages.",
        "Reduce them with `--min-level`, `--skip-rule` or fewer values of `--include`."),
      Entry(
        "too-many-steps", [.warning],
        "A message has more than 1,000 steps, or more than 32 levels of them. Those that lead to the first failure are kept, "
          + "and the report says how many others are not shown.",
        "Join steps that belong together."),
      Entry(
        "unknown-banner-position", [.error],
        "`bannerPosition` has an unknown value.",
        "Use `embedded` or `overlapping`."),
      Entry(
        "unknown-category", [.warning],
        "A message or a filter names a category that `categories` does not list or no message has.",
        "Correct the name or list the category."),
      Entry(
        "unknown-category-order", [.error],
        "`categoryOrder` has an unknown value.",
        "Use `given` or `urgency`."),
      Entry(
        "unknown-details-view", [.error],
        "`detailsView` has an unknown value.",
        "Use `section` or `popover`."),
      Entry(
        "unknown-direction-of-fact", [.error],
        "`better` of a fact has an unknown value.",
        "Use `lower` or `higher`; leave it out if no direction is better."),
      Entry(
        "unknown-fast-filter", [.warning],
        "`filters.fast` names a filter that does not exist.",
        "Use the names of `--filter`, such as `urgency` or `category`."),
      Entry(
        "unknown-grouping", [.error],
        "`timeline.groupBy` has an unknown value.",
        "Use `auto`, `day`, `week`, `month`, `quarter`, `year` or `none`."),
      Entry(
        "unknown-icon", [.warning],
        "A timeline entry names an icon that neither template nor theme has. No icon is shown.",
        "Use an icon that exists, or add `icons/NAME.svg` to the theme."),
      Entry(
        "unknown-key", [.error, .warning],
        "An object has an unknown key. If its value is a list or an object, or reports a failure, as "
          + "`\"status\": \"failed\"` does, the report names it as not read and is not green. "
          + "Other values are ignored. In a settings file it is an error.",
        "Correct the spelling; the message suggests the nearest key."),
      Entry(
        "unknown-kind", [.error],
        "`kind` of a message has an unknown value.",
        "Use `message`, `alert`, `offline` or `progress`."),
      Entry(
        "unknown-kind-of-fact", [.error],
        "`kind` of a fact has an unknown value.",
        "The message lists the values; leave it out for facts of your own."),
      Entry(
        "unknown-kind-of-scope", [.error],
        "`kind` of a part of `scope` has an unknown value.",
        "The message lists the values; leave it out for messages of every kind."),
      Entry(
        "unknown-milestone", [.error],
        "`milestone` of an entry has an unknown value.",
        "Use `start` or `end`."),
      Entry(
        "unknown-order", [.error],
        "`timeline.order` has an unknown value.",
        "Use `ascending` or `descending`."),
      Entry(
        "unknown-persistence", [.error],
        "`persistence` of a message has an unknown value.",
        "Use `persistent`, `dismissible` or `timed`."),
      Entry(
        "unknown-role", [.error],
        "`role` of an action has an unknown value.",
        "Use `default`, `cancel` or `destructive`."),
      Entry(
        "unknown-run-status", [.error],
        "`run.status` has an unknown value.",
        "Use `completed`, `failed`, `canceled` or `missing`."),
      Entry(
        "unknown-status", [.error],
        "`status` of a timeline entry has an unknown value.",
        "Use `open`, `inProgress`, `completed` or `none`."),
      Entry(
        "unknown-status-of-a-step", [.error],
        "`status` of a step has an unknown value.",
        "Use `passed`, `failed`, `error`, `skipped` or `unknown`."),
      Entry(
        "unknown-tense", [.error],
        "`tense` of a timeline entry has an unknown value.",
        "Use `past`, `current` or `future`, or leave it out."),
      Entry(
        "unknown-text-format", [.error],
        "`textFormat` or `detailsFormat` has an unknown value.",
        "Use `markdown`, `plain` or `log`."),
      Entry(
        "unknown-time-zone", [.error, .warning],
        "The time zone does not exist, or the system has no zone files. Times of a calendar are then read in the report's zone.",
        "Write it as `Europe/Berlin`; install the package `tzdata`."),
      Entry(
        "unknown-tone", [.error],
        "`tone` of a status has an unknown value.",
        "Use `positive`, `critical`, `negative` or `neutral`."),
      Entry(
        "unknown-urgency", [.error],
        "`urgency` of a message has an unknown value.",
        "Use `error`, `warning`, `success`, `information` or `neutral`."),
      Entry(
        "unread-attachment", [.note, .warning],
        "An attachment can't be read: its `path` leads to no regular file below the folder of its input or a `--root`, or it is too large: 32 MB, or 128 MB with the others of a call. Its name is shown. A tool's report has only notes about large files.",
        "Put the file beside the dataset, or name its folder with `--root`."),
      Entry(
        "unsupported-version", [.error],
        "`version` of a dataset or of a report is not one that this program reads.",
        "Write the version that the message names, or use a newer program."),
      Entry(
        "unused-seconds", [.warning],
        "`seconds` is given, and `persistence` is not `timed`.",
        #"Add `"persistence": "timed"` or remove `seconds`."#),
      Entry(
        "wrong-type", [.error],
        "A value has the wrong type for its key.",
        "The message says which type; leave a key out in place of `null`."),
    ])
}
