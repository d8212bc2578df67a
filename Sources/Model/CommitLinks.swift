internal import Text

/// Templates for addresses of commits: `https://git.example/core/commit/{commit}` and
/// `https://git.example/core/compare/{from}...{to}`.
package struct CommitLinks: Sendable, Hashable {
  package var commit: String?
  /// The changes between two commits.
  package var compare: String?

  package init(commit: String? = nil, compare: String? = nil) {
    self.commit = commit
    self.compare = compare
  }

  /// The address of a commit; nil without a template or a valid commit.
  package func address(of commit: String?) -> String? {
    guard let template = self.commit, let commit else { return nil }
    return Self.fill(template, [("{commit}", commit)])
  }

  /// The address of the changes between two commits; nil if they are the same.
  package func address(from old: String?, to new: String?) -> String? {
    guard let template = compare, let old, let new, old != new else { return nil }
    return Self.fill(template, [("{from}", old), ("{to}", new)])
  }

  /// The required form of a template, if the given one is invalid; otherwise nil.
  package static func mistake(in template: String, _ names: [String]) -> String? {
    guard fill(template, names.map { ($0, "0") }) == nil else { return nil }
    return "it begins with the address of a server and has "
      + "\(names.joined(separator: " and ")), as in 'https://git.example/core/…/\(names.joined(separator: "..."))'"
  }

  package static let commitNames = ["{commit}"]
  package static let compareNames = ["{from}", "{to}"]

  /// Nil if the template does not begin with a server, lacks a name or has an unknown one, or if a
  /// value can't be a commit, a tag or a branch.
  private static func fill(
    _ template: String, _ values: [(name: String, value: String)]
  ) -> String? {
    let fixed = template.prefix { $0 != "{" }
    guard let scheme = ["https://", "http://"].first(where: fixed.hasPrefix),
      fixed.dropFirst(scheme.count).dropFirst().contains("/"),
      !fixed.dropFirst(scheme.count).hasPrefix("/"),
      template.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    var address = template
    for (name, value) in values {
      guard isName(value), let place = address.firstRange(of: name) else { return nil }
      address.replaceSubrange(place, with: value)
    }
    return address.contains { $0 == "{" || $0 == "}" } ? nil : address
  }

  /// Whether a text needs no escaping in an address.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && !text.hasPrefix(".") && !text.contains("..")
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      }
  }

  /// The displayed form of a commit: the beginning of a long hash.
  package static func short(_ commit: String) -> String {
    let isHash =
      commit.utf8.count >= 12
      && commit.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
      }
    return isHash ? String(commit.prefix(7)) : commit
  }
}
