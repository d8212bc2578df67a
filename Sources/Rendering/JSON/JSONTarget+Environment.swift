import Composing
import JSON

extension JSONTarget {
  /// Writes the parts of the environment that are not as in the last report.
  func writeEnvironment(_ writer: inout JSONWriter) {
    if report.environmentChanges.isEmpty { return }
    writer.key("environmentChanges")
    writer.array { writer in
      for change in report.environmentChanges {
        writer.object { writer in
          writer.member("title", change.title)
          writer.member("before", change.before)
          writer.member("now", change.now)
        }
      }
    }
  }
}
