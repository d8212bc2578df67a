import Composing
import JSON
import Model
import Time

extension JSONTarget {
  /// Writes the commits since the last report, the newest first.
  func writeCommits(_ writer: inout JSONWriter) {
    let commits = report.commits
    if commits.items.isEmpty { return }
    writer.key("commits")
    writer.array { writer in
      for commit in commits.items {
        writer.object { writer in
          writer.member("commit", commit.id)
          writer.member("time", commit.time.machineTime(in: report.zone))
          writer.member("author", commit.author)
          writer.member("subject", commit.subject)
          writer.member("url", commits.links.address(of: commit.id))
        }
      }
    }
  }

  /// Writes the commits that touched the files of a new failure, the most likely first.
  func writeSuspects(of index: Int, _ writer: inout JSONWriter) {
    if let suspects = report.commits.suspects[index] { write(suspects, &writer) }
  }

  func write(_ suspects: Report.Suspects, _ writer: inout JSONWriter) {
    writeList("commits", suspects.commits.map { report.commits.items[$0].id }, &writer)
  }
}
