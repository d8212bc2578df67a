package import Time

/// A commit of the project's sources.
package struct Commit: Sendable, Hashable {
  /// Its hash, in lower case.
  package var id: String
  package var parents: [String]
  package var time: Instant
  /// The name of its author, without a mail address.
  package var author: String
  package var subject: String
  /// The paths of its changed files from the root of the repository. Empty for a merge.
  package var files: [String]

  package init(
    id: String, parents: [String] = [], time: Instant, author: String, subject: String,
    files: [String] = []
  ) {
    self.id = id
    self.parents = parents
    self.time = time
    self.author = author
    self.subject = subject
    self.files = files
  }

  /// Whether a text consists of hexadecimal digits in lower case, as a hash does.
  package static func isHash(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { byte in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
  }
}
