extension DiagnosticCatalog {
  static let calendars = Topic(
    "Calendars",
    [
      Entry(
        "bad-window", [.error],
        "The window of `--calendar-window` ends before it begins.",
        "Write it as `-31d..+92d` or `2026-01-01..2026-12-31`."),
      Entry(
        "endless-rule", [.warning],
        "An event recurs too often; its rule stops before the end of the window.",
        "Look at its `RRULE`; a shorter `--calendar-window` shows less of it."),
      Entry(
        "events-without-time", [.warning],
        "Events or tasks of a calendar have no time, or one that can't be read. They are left out.",
        "Give them a `DTSTART`, or tasks a `DUE`."),
      Entry(
        "irregular-calendar", [.warning],
        "A calendar deviates from the standard in a common way. It is read anyway.",
        "Report it to the program that wrote the calendar."),
      Entry(
        "malformed-calendar", [.error],
        "A calendar is cut off, or its components are not closed in order.",
        "Fetch or write the file again; the message names the line."),
      Entry(
        "outside-window", [.note],
        "Events of a calendar outside of `--calendar-window` are dropped.",
        "Nothing, if this is intended."),
      Entry(
        "too-many-entries", [.error],
        "The calendars have more entries than a timeline can hold.",
        "Choose a shorter `--calendar-window`."),
      Entry(
        "unread-rule", [.warning],
        "The recurrence rule of an event, or a part of it, cannot be read.",
        "Report it to the program that wrote the calendar; the message says what is shown."),
    ])
}
