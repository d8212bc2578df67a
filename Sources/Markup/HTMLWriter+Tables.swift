import Text

/// Tables and tasks.
extension HTMLWriter {
  /// Opens a table. On a page, a wide table scrolls in its own box, which is focusable for
  /// scrolling by keyboard. Other tables break their words.
  mutating func openTable(isWide: Bool) {
    hasBody = false
    guard placement.isPage else {
      return open(
        "<table class=\"grid\" dir=\"auto\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">",
        nested: "<table class=\"grid\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">")
    }
    if isWide { sink.write("<div class=\"wide\" tabindex=\"0\">") }
    open("<table class=\"grid\" dir=\"auto\">\n", nested: "<table class=\"grid\">\n")
  }

  /// Opens a cell. A header without text becomes an ordinary cell.
  mutating func open(_ cell: TableCell) {
    let isHeader = cell.isHeader && !cell.isEmpty
    cellElement = isHeader ? "th" : "td"
    sink.write(isHeader ? "<th scope=\"col\"" : "<td")
    let name: StaticString =
      switch cell.alignment {
      case .none: placement.isPage ? "" : "datum"
      case .left: placement.isPage ? "to-left" : "datum to-left"
      case .center: placement.isPage ? "to-center" : "datum to-center"
      case .right: placement.isPage ? "to-right" : "datum to-right"
      }
    if name.utf8CodeUnitCount > 0 {
      sink.write(" class=\"")
      sink.write(name)
      sink.write("\"")
    }
    sink.write(">")
  }

  mutating func task(isDone: Bool) {
    sink.write("<span class=\"task\">")
    sink.write(isDone ? "\u{2611}" : "\u{2610}")
    sink.write("</span> ")
  }
}
