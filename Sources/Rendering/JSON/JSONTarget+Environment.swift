import Composing
import JSON
import Model

extension JSONTarget {
  /// Writes the results of a failed test in each environment.
  func writeEnvironments(of message: Message, _ writer: inout JSONWriter) {
    let results = report.environmentResults.results(of: message)
    if results.isEmpty { return }
    writer.key("environments")
    writer.array { writer in
      for (name, outcome) in results {
        writer.object { writer in
          writer.member("name", name)
          writer.member("outcome", outcome.rawValue)
        }
      }
    }
  }

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
