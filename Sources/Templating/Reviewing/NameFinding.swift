package import Diagnostics

/// A mistake in the names of a template.
package struct NameFinding: Hashable, Sendable {
  enum Problem: Hashable {
    /// No record around the tag has the name.
    case elsewhere(Hint)
    /// The record at this path does not have the name; it has the given names.
    case notIn(String, [String])
    /// The record of a section lacks the name, and a record around the section has it. The paths
    /// lead to the name from the record of the section.
    case outer(_ section: String, _ owner: String, [String])
    /// The parent has no such block; it has the given ones.
    case block([String])
  }

  enum Hint: Hashable {
    case path(String)
    case section(String)
    case none
  }

  var template: Int
  var node: Int
  var problem: Problem
}

extension NameReview {
  /// The mistakes in these templates as diagnostics, by file and position.
  package func diagnostics(in own: Set<Int>) -> [Diagnostic] {
    let findings = found.filter { own.contains($0.key.template) }.sorted {
      ($0.key.template, $0.key.node, $0.value) < ($1.key.template, $1.key.node, $1.value)
    }.map(\.key)
    var result: [Diagnostic] = []
    var seen: Set<Giver> = []
    var finder: (template: Int, locations: LocationFinder)?
    for finding in findings {
      // A tag that is reached in several ways has one diagnostic.
      guard seen.insert(Giver(template: finding.template, node: finding.node)).inserted,
        let diagnostic = diagnostic(finding)
      else { continue }
      if finder?.template != finding.template {
        finder = (finding.template, library.templates[finding.template].locationFinder())
      }
      let node = library.templates[finding.template].nodes[finding.node]
      var placed = diagnostic
      placed.location = finder?.locations.location(at: Int(node.offset))
      result.append(placed)
    }
    return result
  }

  /// nil for a name that no record of any kind has, which the library reports.
  private func diagnostic(_ finding: NameFinding) -> Diagnostic? {
    let template = library.templates[finding.template]
    let node = template.nodes[finding.node]
    let written = template.name(of: node)
    let name = VisibleText.quoted(written)
    let parts = template.parts(of: node)
    if node.kind != .block, library.vocabulary.firstUnknown(parts) != nil { return nil }
    switch finding.problem {
    case .elsewhere(let hint):
      return Diagnostic(
        .warning, "unknown-name", "unknown name \(name) in this section",
        help: [Self.help(hint)])
    case .notIn(let path, let known):
      let last = parts.last?.text ?? ""
      let help = Suggestion.help(for: last, among: known)
      return Diagnostic(
        .warning, "unknown-name",
        "unknown name \(name): \(VisibleText.quoted(path)) does not have it",
        help: help.isEmpty
          ? [
            known.isEmpty
              ? "write it inside \(VisibleText.quoted("{{#\(path)}}")), if it is a list"
              : "it is a field of another kind of record"
          ] : help)
    case .outer(let section, let owner, let inner):
      let help =
        inner.first.map { "did you mean '\($0)'?" }
        ?? "move the tag out of '{{#\(section)}}', or leave this out with '--skip inherited-name'"
      return Diagnostic(
        .warning, "inherited-name",
        "\(name) is not a name of the records of '\(section)'; this is the value of the \(owner)",
        help: [help])
    case .block(let known):
      let suggestion = Suggestion.help(for: written, among: known)
      return Diagnostic(
        .warning, "unknown-block", "the parent has no block \(name)",
        help: suggestion.isEmpty
          ? [
            known.isEmpty
              ? "it has no blocks at all" : "its blocks: \(known.joined(separator: ", "))"
          ] : suggestion)
    }
  }

  private static func help(_ hint: NameFinding.Hint) -> String {
    switch hint {
    case .path(let path): "did you mean '\(path)'?"
    case .section(let list): "write it inside '{{#\(list)}}'"
    case .none: "it is a field of another kind of record; check the enclosing sections"
    }
  }
}
