internal import Inputs
internal import Model

extension InputFormat {
  static let goTest = InputFormat(
    name: "gotest", title: "go test -json",
    evidence: "lines with JSON objects that have 'Action' and 'Package'",
    runner: "go test",
    recognizes: { head in
      switch head.shape {
      case .blank, .xml: false
      case .json, .text: GoEvent.begins(head)
      }
    },
    difference: .detailsAndTime,
    read: .lines { reader, context in GoTestImporter(reader, context).read() })
}

extension GoEvent {
  /// The most lines of other output before the first event.
  private static let mostLines = 200

  /// Whether one of the first lines is an event.
  static func begins(_ head: InputHead) -> Bool {
    if isEvent(head) { return true }
    let lines = head.bytes.split(separator: 0x0A, maxSplits: mostLines).prefix(mostLines)
    return lines.contains { line in
      line.first == UInt8(ascii: "{") && isEvent(InputHead(Array(line.prefix(4_096))))
    }
  }

  private static func isEvent(_ head: InputHead) -> Bool {
    head.json("Action") == .string
      && ["Package", "ImportPath", "Test"].contains { head.json($0) == .string }
  }
}
