internal import Inputs

extension InputFormat {
  static let journald = InputFormat(
    name: "journald", title: "the journal of systemd as JSON (journalctl -o json)",
    evidence: "JSON objects with '__CURSOR' or '__REALTIME_TIMESTAMP'",
    recognizes: { head in
      switch head.shape {
      case .blank, .xml: false
      case .json: JournaldImporter.isEntry(head)
      case .text:
        // `json-seq` and `json-sse` write a prefix; an empty journal has no object.
        head.firstLine.hasPrefix("-- No entries --")
          || ["\u{1E}{", "data: {"].contains { head.firstLine.hasPrefix($0) }
            && JournaldImporter.isEntry(
              InputHead(Array(head.bytes.drop { $0 != UInt8(ascii: "{") })))
      }
    },
    mayBeEmpty: true,
    difference: nil,
    read: .lines { reader, context in JournaldImporter(reader, context).read() })
}

extension JournaldImporter {
  fileprivate static func isEntry(_ head: InputHead) -> Bool {
    head.json("__CURSOR") == .string || head.json("__REALTIME_TIMESTAMP") == .string
  }
}
