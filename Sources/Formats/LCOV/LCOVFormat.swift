internal import Inputs

extension InputFormat {
  static let lcov = InputFormat(
    name: "lcov", title: "LCOV",
    evidence: "a line 'SF:' with 'DA:', 'LF:' or 'end_of_record' below it",
    recognizes: { head in
      guard head.shape == .text, ["TN:", "SF:"].contains(head.firstLine.prefix(3)) else {
        return false
      }
      let lines = head.bytes.split(separator: 0x0A).lazy
      guard let source = lines.firstIndex(where: { $0.starts(with: "SF:".utf8) }) else {
        return false
      }
      return lines[source...].contains { line in
        ["DA:", "LF:", "end_of_record"].contains { line.starts(with: $0.utf8) }
      }
    },
    read: .lines { reader, context in LCOVImporter(reader, context).read() })
}
