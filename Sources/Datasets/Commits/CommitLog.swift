package import Diagnostics
package import Model
internal import Text
internal import Time
package import ToolReports

/// The output of `git log` in the form that `--commits` reads. NUL separates the parts of a commit,
/// because no subject, name or path can contain it.
package enum CommitLog {
  /// The command that writes the form.
  package static let command =
    "git log -1000 --format='%x00%H%x00%P%x00%ct%x00%aN%x00%s%x00' --name-only"
  /// The size limit of the output, in bytes.
  package static let mostBytes = 64 << 20
  package static let mostCommits = 10_000
  private static let longestSubject = 300
  private static let longestAuthor = 100
  /// Hash, parents, time, author, subject, files.
  private static let parts = 6

  /// Reads the commits, the newest first; nil with the reason if the bytes have another form.
  ///
  /// - Parameters:
  ///   - name: The name of the file, for the reason.
  ///   - redactor: Hides secrets in subjects and names.
  package static func read(
    _ bytes: [UInt8], name: String, hiding redactor: Redactor
  ) -> ([Commit]?, Diagnostic?) {
    let fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
    guard let start = fields.first, start.allSatisfy({ $0 <= 0x20 }), fields.count % parts == 1
    else { return (nil, refusal(name, line: 1)) }
    guard fields.count / parts <= mostCommits else {
      return (
        nil,
        Diagnostic(
          .error, "too-many-commits",
          "'\(VisibleText.of(name))' has more than \(mostCommits) commits",
          help: ["limit their number: 'git log -1000 …'"])
      )
    }
    var redactor = redactor
    var commits: [Commit] = []
    var line = 1
    for first in stride(from: 1, to: fields.count, by: parts) {
      guard let commit = commit(fields[first..<(first + parts)], &redactor) else {
        return (nil, refusal(name, line: line))
      }
      commits.append(commit)
      for field in fields[first..<(first + parts)] { line += field.count { $0 == 0x0A } }
    }
    return (commits, nil)
  }

  private static func refusal(_ name: String, line: Int) -> Diagnostic {
    Diagnostic(
      .error, "bad-commits", "not a list of commits in the form that '--commits' reads",
      at: SourceLocation(file: name, line: line, column: 1),
      help: ["write it with: \(command)"])
  }

  private static func commit(
    _ fields: ArraySlice<ArraySlice<UInt8>>, _ redactor: inout Redactor
  ) -> Commit? {
    let texts = fields.map { String(decoding: $0, as: UTF8.self) }
    let parents = texts[1].split(separator: " ").map(String.init)
    guard isHash(texts[0]), parents.allSatisfy(isHash), let seconds = Int64(texts[2]),
      seconds.magnitude < 1 << 40
    else { return nil }
    return Commit(
      id: texts[0], parents: parents, time: Instant(seconds: seconds),
      author: author(redactor.redacted(texts[3])),
      subject: redactor.redacted(texts[4]).truncated(toClusters: longestSubject),
      files: fields[fields.startIndex + 5].split(separator: 0x0A).map(GitPath.path))
  }

  private static func isHash(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count) && Commit.isHash(text)
  }

  /// The name of an author. Some names are mail addresses, which reports do not show.
  private static func author(_ name: String) -> String {
    var name = name[...]
    if let at = name.firstIndex(of: "@") { name = name[..<at] }
    return String(name).truncated(toClusters: longestAuthor)
  }
}
