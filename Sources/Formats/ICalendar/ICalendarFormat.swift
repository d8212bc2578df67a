internal import Inputs
internal import ToolReports

extension InputFormat {
  static let iCalendar = InputFormat(
    name: "ics", title: "calendars in iCalendar",
    evidence: "'BEGIN:VCALENDAR' as the first line",
    recognizes: { head in
      head.shape == .text && head.firstLine.uppercased().hasPrefix("BEGIN:VCALENDAR")
    },
    read: .calendar { source, context, log in
      ICalendarReader(LineReader(file: context.path, source: source, log: log), context).read()
    })
}
