import Composing
import Diagnostics
import JSON
import Model
import Time

extension JSONTarget {
  /// Writes the known messages, grouped by the entry that accepts them.
  func writeKnown(_ writer: inout JSONWriter) {
    let known = report.known
    if known.total == 0, known.unused.isEmpty { return }
    writer.key("known")
    writer.object { writer in
      writer.member("count", known.total)
      writer.member("text", known.text)
      writer.key("issues")
      writer.array { writer in for issue in known.issues { write(issue, of: known, &writer) } }
      if !known.unused.isEmpty {
        writeList("unused", known.unused.map { "\($0.file):\($0.line)" }, &writer)
      }
    }
  }

  private func write(
    _ issue: Report.Known.Issue, of known: Report.Known, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("reason", issue.reason)
      writer.member("owner", issue.owner)
      writer.member("link", issue.link)
      writer.member("until", issue.until?.machineTime)
      writer.member("count", issue.count)
      writer.key("messages")
      writer.array { writer in
        for index in issue.items {
          write(
            known.messages[index], change: nil, fingerprint: known.fingerprints[index],
            history: index < known.histories.count ? known.histories[index] : nil,
            origin: report.origins.areKnown && known.messages[index].urgency >= .warning
              ? Self.known : nil, &writer)
        }
      }
    }
  }

  /// Writes why a message is not known although an entry matches it.
  func write(_ note: Report.KnownNote?, _ writer: inout JSONWriter) {
    guard let note else { return }
    writer.key("known")
    writer.object { writer in
      writer.member("text", note.text)
      writer.member("reason", note.reason)
      writer.member("link", note.link)
    }
  }
}
