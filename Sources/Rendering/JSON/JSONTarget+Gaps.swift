import Composing
import JSON

extension JSONTarget {
  /// What the report lacks of its inputs; nothing where it is whole.
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
