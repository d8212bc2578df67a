import Composing
import JSON

extension JSONTarget {
  /// Writes the inputs that were not read or are incomplete, if there are any.
  func writeGaps(_ writer: inout JSONWriter) {
    for gaps in report.gaps {
      writer.key(gaps.kind.rawValue)
      writer.array { writer in
        for item in gaps.items {
          writer.object { writer in
            switch gaps.kind {
            case .shortfalls:
              writer.member("input", item.title)
              writer.member("text", item.text)
            case .unread:
              writer.member("path", item.title)
              writer.member("reason", item.text)
              writer.member("help", item.help)
            }
          }
        }
      }
      if gaps.more > 0 { writer.member(gaps.kind.rawValue + "More", gaps.more) }
    }
  }
}
