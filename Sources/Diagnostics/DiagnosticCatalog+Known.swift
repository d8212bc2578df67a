extension DiagnosticCatalog {
  static let known = Topic(
    "Known issues",
    [
      Entry(
        "duplicate-known", [.warning],
        "Two entries have the same conditions. The first one counts.",
        "Remove the second."),
      Entry(
        "empty-known", [.error],
        "An entry has no condition, or one of its conditions is empty.",
        "Give it a `fingerprint`, `rule`, `file` or `text`."),
      Entry(
        "file-busy", [.error],
        "Another process writes to the file of known issues and did not end in time.",
        "Run the command again later."),
      Entry(
        "invalid-date", [.error],
        "`until` is not a day of the calendar.",
        "Write it as `2026-12-31`."),
      Entry(
        "known-already", [.error, .note],
        "An entry of the file already matches the message. If this is an error, the entry has expired or does not accept "
          + "the message's urgency.",
        "Nothing, or change `until` or `urgency` of that entry."),
      Entry(
        "known-in-force", [.note],
        "The working folder has a `known.json`, whose messages the report counts apart.",
        "Nothing. `--no-settings` leaves the file out, and `--known FILE` names another one."),
      Entry(
        "matches-everything", [.error],
        "An entry would hide every message that has a file.",
        "Add a `rule` or a `text`, or name a folder."),
      Entry(
        "missing-fingerprint", [.error],
        "An element of `messages` in an entry has no `fingerprint`.",
        "`tidemark known add --accept-all` writes it; by rule, file or text an entry of its own is known."
      ),
      Entry(
        "missing-known", [.error],
        "The file of known issues has no list `known`.",
        "Write `{\"known\": []}` for none."),
      Entry(
        "missing-reason", [.error],
        "An entry has no `reason`.",
        "Say why the message is accepted: every report shows it."),
      Entry(
        "nothing-to-accept", [.note],
        "`--accept-all` found no error, no warning and no information about a file that is not known.",
        "Nothing."),
      Entry(
        "several-messages", [.error],
        "Several messages have the id that `known add` was given.",
        "Name one by the link to it on a page, or by its fingerprint."),
      Entry(
        "too-many-known", [.error],
        "More than 200 entries with texts or patterns name the same rule or file, or neither. They must be compared one by one.",
        "Join them in patterns, or add the `rule` to each."),
      Entry(
        "unknown-message", [.error],
        "No message has this id or fingerprint, or is at the target of the link.",
        "Take the link or the fingerprint from the report of the same inputs or run."),
      Entry(
        "unused-known", [.note],
        "An entry has matched nothing in the last 30 runs of a site. Runs that did not check for its messages do not count.",
        "Remove it, because it could hide a later problem."),
    ])
}
