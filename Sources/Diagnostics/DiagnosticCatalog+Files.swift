extension DiagnosticCatalog {
  static let files = Topic(
    "JSON files",
    [
      Entry(
        "control-character", [.error, .warning],
        "A string holds a character that JSON allows only as an escape: an error for a line break, a warning for a tab.",
        #"Write `\n`, `\t` or the escape that the message names."#),
      Entry(
        "duplicate-key", [.error],
        "An object has the same key twice.",
        "Remove one of the two."),
      Entry(
        "empty-file", [.error],
        "The file is empty. The job that writes it probably crashed.",
        "Find out why the job wrote nothing. `--missing REASON` reports a run without data."),
      Entry(
        "invalid-escape", [.error],
        "A backslash in a string is followed by something that is not an escape.",
        #"Write `\\` for a backslash."#),
      Entry(
        "invalid-number", [.error],
        "A value looks like a number and is not one.",
        "Correct the number, or put text into double quotes."),
      Entry(
        "invalid-utf8", [.error, .warning],
        "The file is not UTF-8. In a dataset the bytes are replaced by U+FFFD, with a warning.",
        "Save the file as UTF-8."),
      Entry(
        "leading-zero", [.error],
        "A number starts with a zero, as in `007`.",
        "Remove the zeros, or write a string."),
      Entry(
        "lone-surrogate", [.warning],
        #"A `\u` escape is half of a character. U+FFFD replaces it."#,
        "Write both halves, or the character itself."),
      Entry(
        "missing-colon", [.error],
        "There is no `:` between a key and its value.",
        "Add it at the named place."),
      Entry(
        "missing-comma", [.error],
        "There is no `,` between two values.",
        "Add it at the named place."),
      Entry(
        "missing-key", [.error],
        "A member of an object has no key before its `:`.",
        "Add the key."),
      Entry(
        "number-too-large", [.error],
        "A number is beyond what the program can hold.",
        "Write a smaller number, or a string."),
      Entry(
        "odd-escape", [.warning],
        "A backslash precedes a character that needs none. JSON5 allows it, JSON does not.",
        #"Write `\\` for a backslash, or remove it."#),
      Entry(
        "too-deep", [.error],
        "Objects and arrays, or the components of a calendar, are nested too deeply.",
        "Flatten the data."),
      Entry(
        "trailing-content", [.error],
        "Something follows the end of the JSON value.",
        "Keep one value in a file; give several files as several inputs."),
      Entry(
        "truncated-file", [.error, .warning],
        "The file ends in the middle of a value, usually because the job that wrote it was interrupted. With a warning, the whole tests before it are read, and the run is not completed.",
        "Write the whole file under another name, and then rename it."),
      Entry(
        "unclosed-string", [.error],
        "A string has no closing quotation mark.",
        "Add it at the end of the string that is named."),
      Entry(
        "unexpected-character", [.error],
        "A value, a key or the end was expected here.",
        "Correct the JSON at the place that is named."),
      Entry(
        "unexpected-comma", [.error],
        "A `,` has no value before it.",
        "Remove the comma."),
      Entry(
        "unknown-word", [.error],
        "A value was expected instead of a bare word.",
        "Put text into double quotes; the words of JSON are `true`, `false` and `null`."),
      Entry(
        "value-too-long", [.error],
        "One string or number is longer than the program reads.",
        "Shorten it; put long logs somewhere else and link to them."),
      Entry(
        "wrong-encoding", [.error],
        "The file is in an encoding that is not read, or compressed where only text is read.",
        "Save it as UTF-8; give compressed data as `gzip -dc FILE | tidemark render -`."),
    ])
}
