package import Composing
package import Diagnostics
internal import Model
internal import Text

/// The addresses of owners (`--cc-owners`): one owner and its addresses on each line, such as
/// `@org/cart cart@example.org`. A line that begins with `#` is a comment.
package struct OwnerAddresses: Sendable {
  package static let mostBytes = 1 << 20

  private var addresses: [String: [Mailbox]] = [:]

  /// - Parameters:
  ///   - name: The name of the file in diagnostics.
  ///   - problems: Receives an error for each wrong line.
  package init(_ bytes: [UInt8], name: String, problems: inout [Diagnostic]) {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    for (number, line) in lines.enumerated() {
      let words = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
      guard let owner = words.first, !owner.hasPrefix("#") else { continue }
      do throws(AddressError) {
        guard words.count > 1 else { throw AddressError("the owner has no address", help: []) }
        addresses[Self.key(owner), default: []] += try Mailbox.list(String(words[1]))
      } catch {
        problems.append(
          Diagnostic(
            .error, "wrong-owner-address", error.why,
            at: SourceLocation(file: name, line: number + 1, column: 1),
            help: ["a line is an owner and its addresses: '@org/cart cart@example.org'"]
              + error.help))
      }
    }
  }

  /// The addresses of the owners of a report's new and returning failures, and those without an
  /// address. Without a baseline, all failures are new.
  package func addresses(of report: Report) -> (known: [Mailbox], unknown: [String]) {
    var known: [Mailbox] = []
    var unknown: [String] = []
    let failures = (report.comparison?.news ?? Array(report.messages.indices)).filter {
      report.messages[$0].urgency >= .warning
    }
    for owner in failures.compactMap({ report.messages[$0].owner }) {
      for name in owner.split(whereSeparator: { $0 == " " || $0 == "," }) {
        if let found = addresses[Self.key(name)] {
          known += found.filter { !known.contains($0) }
        } else if !unknown.contains(String(name)) {
          unknown.append(String(name))
        }
      }
    }
    return (known, unknown)
  }

  private static func key(_ owner: Substring) -> String { owner.lowercased() }
}
