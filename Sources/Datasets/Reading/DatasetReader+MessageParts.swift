import Diagnostics
internal import Inputs
internal import JSON
internal import Model

extension DatasetReader {
  mutating func readLocation(
    _ reader: inout JSONReader, as name: String = "location"
  ) -> Message.Location? {
    guard var fields = Fields(DatasetShapes.location, in: &reader, as: name) else { return nil }
    var location = Message.Location(file: "")
    while let key = fields.next(&reader) {
      switch key {
      case .file: location.file = readShared(&reader, "file") ?? ""
      case .line: location.line = reader.integer("line", 1...Int.max)
      case .column: location.column = reader.integer("column", 1...Int.max)
      case .url: location.url = reader.string("url")
      case .context: location.context = readContext(&reader)
      }
    }
    return location
  }

  private func readContext(_ reader: inout JSONReader) -> Message.Context? {
    _ = reader.peek()
    let position = reader.valuePosition
    let lines = reader.strings("context")
    let context = Message.Context(lines: lines)
    if context == nil, !lines.isEmpty, !reader.hasFailed {
      reader.rejectValue(
        at: position, "'context' must have an odd number of lines, not \(lines.count)",
        help: ["the location's own line is in the middle; give \"\" for a line that is not there"])
    }
    return context
  }

  mutating func readLink(_ reader: inout JSONReader) -> Message.Link? {
    guard var fields = Fields(DatasetShapes.link, in: &reader, as: "link") else { return nil }
    var link = Message.Link(title: "")
    while let key = fields.next(&reader) {
      switch key {
      case .title: link.title = readTitle(&reader, of: "a link") ?? ""
      case .url: link.url = reader.string("url")
      }
    }
    return link
  }

  mutating func readActions(_ reader: inout JSONReader, into actions: inout [Message.Action]) {
    guard reader.beginArray("actions") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.action, in: &reader) else { continue }
      var action = Message.Action(title: "")
      while let key = fields.next(&reader) {
        switch key {
        case .title: action.title = readTitle(&reader, of: "an action") ?? ""
        case .url: action.url = reader.string("url")
        case .role:
          action.role = DatasetChoices.role.read(&reader, name: "role") ?? .default
        }
      }
      actions.append(action)
    }
  }

  mutating func readProgress(_ reader: inout JSONReader) -> Message.Progress? {
    guard var fields = Fields(DatasetShapes.progress, in: &reader, as: "progress") else {
      return nil
    }
    var done: Double?
    var of: Double?
    var position = fields.start
    while let key = fields.next(&reader) {
      switch key {
      case .done:
        done = reader.number("done", atLeast: 0)
        position = reader.valuePosition
      case .of: of = reader.number("of", atLeast: 0)
      }
    }
    if let done, let of, done > of {
      reader.report(
        .warning, "progress-over", at: position, "'done' is greater than 'of'",
        help: ["the progress is shown as complete"])
    }
    return done.map { Message.Progress(done: $0, of: of) }
  }
}
