internal import Localization
internal import Text

extension MessageField {
  /// All fields in the order of written datasets.
  package static let allCases: [MessageField] = [
    .init(.id, .text, "Its id, unique in a file."),
    .init(
      .urgency, .words(of: Urgency.self),
      "Its importance. It is `information` by default for offline and progress messages, and "
        + "required for others."),
    .init(
      .kind, .words(of: Message.Kind.self, usual: .message),
      "A message of a section, a banner about old data (`offline`) or running work (`progress`), "
        + "or an alert, which comes first."),
    .init(
      .category, .text,
      "The id of its category, any word; without one it is grouped by its urgency."),
    .init(.title, .text, "Its title: plain text, if possible in one line."),
    .init(
      .text, .text,
      "Its text, of untrusted origin. In Markdown, raw HTML is shown as text, and images become "
        + "links."),
    .init(
      .textFormat, .words(of: TextFormat.self),
      "The format of the text. “plain” keeps all characters and line breaks; “log” is the output "
        + "of a program."),
    .init(
      .details, .text,
      "A long text or an excerpt of a log, of untrusted origin; in Markdown like the text."),
    .init(
      .detailsFormat, .words(of: TextFormat.self),
      "The format of the details, with the same words as the format of the text."),
    .init(.time, .time, "The time of the event."),
    .init(
      .location, .object(named: "location"),
      "Its place in the sources. For a failed test, it is the line of your own code that raised the "
        + "failure, if it is known; otherwise the place of the test."),
    .init(
      .testLocation, .object(named: "location"),
      "The place of its test, if `location` is another line, with the same keys."),
    .init(.link, .object(named: "link"), "An address with more information."),
    .init(.actions, .list(of: "action"), "Links for the reader, shown as buttons."),
    .init(.attachments, .list(of: "attachment"), "Its files, such as screenshots; at most 100."),
    .init(
      .steps, .list(of: "step"),
      "The steps of its test, each with the steps inside it; at most 1,000, in 32 levels."),
    .init(
      "stepsLeftOut", .number(\.stepsLeftOut, 0...1_000_000_000, usual: 0),
      "How many more steps its test has than `steps`; 0 if absent.", [.json]),
    .init(.progress, .object(named: "progress"), "The progress of running work."),
    .init(
      .persistence, .words(of: Message.Persistence.Word.self, usual: .persistent),
      "How long its banner stays. An error is never hidden after a time."),
    .init(
      .seconds, .number(1...86_400, usual: 10), "The seconds until a timed banner is hidden."),
    .init(
      .properties, .object(named: "properties"),
      "Its own values for templates and other programs: texts and numbers."),
    .init(
      "fingerprint", .text(\.fingerprint),
      "Identifies the message in other runs; without it, its title and place do."),
    .init(
      "cause", .name(\.cause),
      "The line that says why its test failed: plain text, at most 160 characters.",
      [.json, .csv, .templates]),
    .init(
      "detailsStart", .number(\.detailsStart, 1...1_000_000, usual: 1),
      "The line of the details at which a short view of them begins; 1 if absent.", [.json]),
    .init(
      "expected", .text(\.expected),
      "The value that its test expected: plain text. It is shown if `actual` is there, too.",
      [.json]),
    .init(
      "actual", .text(\.actual), "The value that its test received instead: plain text.",
      [.json]),
    .init(
      "environment", .name(\.environment),
      "The environment in which its test ran, such as `linux`, or what a scanner checked. Only a "
        + "pass or a scan there fixes it.",
      [.json, .csv]),
    .init(
      "owner", .name(\.owner),
      "The responsible person or team: its own, else that of a matching known issue that does not "
        + "accept it.",
      [.json, .csv, .templates],
      labels: Labels(sort: .sortOwner, filter: .filterOwner), example: "@storage-team"),
    .init(
      "duration", .seconds(\.duration), "The duration of its test in seconds.", [.json, .csv]),
    .init(
      "base", .text(\.base),
      "The base of its relative addresses; without it, the `url` of the dataset.", [.json, .first]),
    .init(
      "input", .text(\.input), "The name of its input, if there are several.",
      [.json, .first, .templates]),
    .init(
      "count", .number(\.count, 1...1_000_000_000, usual: 1),
      "How often its report contains it; 1 if absent. It counts as one message.",
      [.json, .csv, .first]),
  ]
}
