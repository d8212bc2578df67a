package import Composing
package import Diagnostics
internal import Model
internal import Text

/// The addresses of owners (`--cc-owners`): one owner and its addresses on each line, such as
/// `@org/cart cart@example.org`. A line that begins with `#` is a comment. An owner with spaces is
/// in quotation marks.
package struct OwnerAddresses: Sendable {
  package static let mostBytes = 1 << 20

  private var addresses: [String: [Mailbox]] = [:]

  /// - Parameters:
  ///   - name: The name of the file in diagnostics.
  ///   - problems: Receives an error for each wrong line.
  package init(_ bytes: [UInt8], name: String, problems: inout [Diagnostic]) {
    var text = String(decoding: bytes, as: UTF8.self)
    if text.first == "\u{FEFF}" { text.removeFirst() }
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = line.drop { $0 == " " || $0 == "\t" }
      if line.isEmpty || line.first == "#" { continue }
      do throws(AddressError) {
        let (owner, rest) = try Self.owner(line)
        addresses[Self.key(owner), default: []] += try Mailbox.list(String(rest))
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

  /// The owner at the beginning of a line, in quotation marks if it has spaces, and the rest.
  private static func owner(_ line: Substring) throws(AddressError) -> (Substring, Substring) {
    let isQuoted = line.first == "\""
    let start = isQuoted ? line.dropFirst() : line
    let end = start.firstIndex { isQuoted ? $0 == "\"" : $0 == " " || $0 == "\t" }
    guard let end, end > start.startIndex else {
      throw AddressError(why: "the owner has no address", help: [])
    }
    return (start[..<end], isQuoted ? start[start.index(after: end)...] : start[end...])
  }

  /// The addresses of the owners of a report's new and returning failures, and those without an
  /// address. Without a baseline, nothing is known to be new. `lacksOwners`: there are failures,
  /// and none has an owner.
  package func addresses(
    of report: Report
  ) -> (known: [Mailbox], unknown: [String], lacksOwners: Bool) {
    var known: [Mailbox] = []
    var unknown: [String] = []
    let failures = (report.comparison?.news ?? []).filter {
      report.messages[$0].urgency >= .warning
    }
    let owners = failures.compactMap { report.messages[$0].owner }
    for owner in owners {
      let whole = addresses[Self.key(owner[...])]
      let names = whole == nil ? owner.split { $0 == " " || $0 == "," } : [owner[...]]
      for name in names {
        guard let found = addresses[Self.key(name)] else {
          if !unknown.contains(String(name)) { unknown.append(String(name)) }
          continue
        }
        for address in found
        where !known.contains(where: {
          $0.address.lowercased() == address.address.lowercased()
        }) {
          known.append(address)
        }
      }
    }
    return (known, unknown, !failures.isEmpty && owners.isEmpty)
  }

  private static func key(_ owner: Substring) -> String { owner.lowercased() }
}
