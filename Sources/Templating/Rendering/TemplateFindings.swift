package import Diagnostics

/// What templates asked for in vain, each tag once however often it was rendered.
package struct TemplateFindings: Sendable {
  package enum Kind: UInt8, Sendable {
    /// A name that nobody on the stack knows.
    case name
    /// A partial or parent that there is no template for.
    case partial
    /// The same where the name came from the data.
    case dynamicPartial
    /// Partials that go deeper than the limit: the rendering stopped there.
    case tooDeep
    /// More sections and partials than any report needs: the rendering stopped there.
    case tooMuch
    /// Partials whose tags' indentations add up to more than the limit.
    case tooIndented
  }

  private struct Finding: Hashable, Sendable {
    var template: Int32
    var node: Int32
    var kind: Kind
    /// The name that data gave.
    var word: String?
  }

  /// Data can name any number of partials that do not exist.
  private static let dynamicLimit = 100

  private var findings: Set<Finding> = []
  private var dynamicCount = 0

  package init() {}

  package var isEmpty: Bool { findings.isEmpty }

  package mutating func merge(_ others: TemplateFindings) {
    for finding in others.findings { add(finding) }
  }

  mutating func add(_ kind: Kind, template: Int, node: Int, word: String? = nil) {
    add(
      Finding(
        template: Int32(truncatingIfNeeded: template), node: Int32(truncatingIfNeeded: node),
        kind: kind, word: word))
  }

  private mutating func add(_ finding: Finding) {
    if finding.word != nil {
      guard dynamicCount < Self.dynamicLimit else { return }
      if findings.insert(finding).inserted { dynamicCount += 1 }
    } else {
      findings.insert(finding)
    }
  }

  /// The findings in words, by file and place; `library` is the one that was rendered.
  package func diagnostics(in library: TemplateLibrary) -> [Diagnostic] {
    let sorted = findings.sorted { left, right in
      (left.template, left.node, left.kind.rawValue, left.word ?? "")
        < (right.template, right.node, right.kind.rawValue, right.word ?? "")
    }
    var result: [Diagnostic] = []
    var finder: (template: Int32, locations: LocationFinder)?
    for finding in sorted where library.templates.indices.contains(Int(finding.template)) {
      let template = library.templates[Int(finding.template)]
      guard template.nodes.indices.contains(Int(finding.node)) else { continue }
      if finder?.template != finding.template {
        finder = (finding.template, template.locationFinder())
      }
      let node = template.nodes[Int(finding.node)]
      var diagnostic = Self.diagnostic(finding, node, template, library)
      diagnostic.location = finder?.locations.location(at: Int(node.offset))
      result.append(diagnostic)
    }
    return result
  }

  private static func diagnostic(
    _ finding: Finding, _ node: Node, _ template: Template, _ library: TemplateLibrary
  ) -> Diagnostic {
    let name = finding.word ?? template.name(of: node)
    switch finding.kind {
    case .name: return unknownName(node, template, library.vocabulary)
    case .partial, .dynamicPartial:
      if let (present, missing) = library.otherForms[name] {
        return Diagnostic(
          .warning, "missing-form",
          "\(VisibleText.quoted(present)) has no \(VisibleText.quoted(missing)) beside it",
          help: ["add it; an empty file says nothing there"])
      }
      return Diagnostic(
        .warning, "unknown-partial", "unknown partial \(VisibleText.quoted(name))",
        help: Suggestion.help(for: name, among: library.templateNames))
    case .tooDeep:
      return Diagnostic(
        .error, "partials-too-deep",
        "partials and sections go deeper than \(RenderingLimits.depth) here",
        help: ["a partial that includes itself needs a section that comes to an end"])
    case .tooIndented:
      return Diagnostic(
        .error, "too-much-indentation",
        "partials within one another indent by more than \(RenderingLimits.indentation) characters",
        help: ["a partial's tag indents every line of the partial"])
    case .tooMuch:
      return Diagnostic(
        .error, "too-much-to-render", "the templates expand without end",
        help: ["look for partials or lists that multiply each other"])
    }
  }

  private static func unknownName(
    _ node: Node, _ template: Template, _ vocabulary: Vocabulary
  ) -> Diagnostic {
    let parts = template.parts(of: node)
    let name = VisibleText.quoted(parts.map(\.text).joined(separator: "."))
    guard let unknown = parts.first(where: { !vocabulary.isKnown($0) }) else {
      return Diagnostic(
        .warning, "unknown-name", "the name \(name) means nothing here",
        help: ["it belongs to another kind of record; look at the sections around it"])
    }
    return Diagnostic(
      .warning, "unknown-name", "unknown name \(name)",
      help: Suggestion.help(for: unknown.text, among: vocabulary.knownWords))
  }
}
