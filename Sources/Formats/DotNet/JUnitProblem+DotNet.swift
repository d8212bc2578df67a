internal import ToolReports
internal import XML

extension JUnitProblem {
  /// Reads the elements `message` and `stack-trace` in the element that has just started.
  mutating func readParts(_ reader: inout XMLReader, _ context: ImportContext) {
    let inside = reader.depth
    while reader.depth >= inside, let event = reader.next() {
      guard event == .start else { continue }
      switch reader.name {
      case "message":
        let message = PlainText.trimmed(reader.readExcerpt(context).text)
        if !message.isEmpty { self.message = message }
      case "stack-trace": content = reader.readExcerpt(context)
      default: reader.skipElement()
      }
    }
  }
}
