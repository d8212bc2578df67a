extension DiagnosticCatalog {
  static let mail = Topic(
    "Mails",
    [
      Entry(
        "attachment-left-out", [.warning],
        "An attachment would make the mail too large and is left out.",
        "Attach less, or link to the hosted report with `url`."),
      Entry(
        "empty-subject", [.error, .note],
        "The template of the subject is blank, or is blank for this report; then the usual subject is used.",
        "Correct `--subject`."),
      Entry(
        "large-mail", [.warning],
        "The mail is larger than many servers accept.",
        "Use `--attach none`."),
      Entry(
        "no-mail", [.note],
        "The condition of `--only-if` is not met, so no mail was made.",
        "Nothing. The exit status is 0."),
      Entry(
        "no-thread", [.note],
        "Neither a project nor a repository identifies the job of a mail. The mail answers no other mail, because other "
          + "jobs may have the same title.",
        "Give `--project` or, in a job of a build service, `--ci`. `--thread none` hides this note."
      ),
      Entry(
        "not-sent", [.error, .warning],
        "The mail program failed, was too slow or did not read the whole mail; or `--sendmail` was given without `--send`.",
        "Read its output below the message, check `--sendmail`, and try again."),
      Entry(
        "sendmail-said", [.note],
        "The mail program accepted the mail and printed a message.",
        "Nothing, unless its message says otherwise."),
      Entry(
        "unknown-owner", [.note],
        "The owner of a new error or warning has no address in the file of `--cc-owners`, and gets no copy; or none of "
          + "them has an owner.",
        "Add a line with the owner and its address, or name the folder with CODEOWNERS by `--root`."
      ),
      Entry(
        "wrong-owner-address", [.error],
        "A line of the file of `--cc-owners` has no address, or a wrong one.",
        "Write an owner and its addresses: `@org/cart cart@example.org`."),
    ])
}
