package import Diagnostics

/// Unresolved names and partials of a rendering. Each tag is recorded once.
package struct TemplateFindings: Sendable {
  package enum Kind: UInt8, Sendable {
    /// A name that no context of the stack has.
    case name
    /// A partial or parent without a template.
    case partial
    /// A partial or parent without a template, named by the data.
    case dynamicPartial
    /// Nesting above the limit. The rendering stopped.
    case tooDeep
    /// More sections and partials than the limit. The rendering stopped.
    case tooMuch
    /// Indentation above the limit. The rendering stopped.
    case tooIndented
  }

  private struct Finding: Hashable, Sendable {
    var template: Int32
    var node: Int32
    var kind: Kind
    /// The name, if it came from the data.
    var word: String?
  }

  /// The maximum number of recorded names that come from data.
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

  /// The findings as diagnostics, by file and position. `library` must be the one that was
  /// rendered.
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
    case .partial where name == TemplateLibrary.replaced:
      return Diagnostic(
        .error, "nothing-replaced", "the file replaces no built-in component, so it has no 'super'",
        help: ["name a component, or give the file the name of a built-in one"])
    case .partial, .dynamicPartial:
      if let (present, missing) = library.otherForms[name] {
        return Diagnostic(
          .warning, "missing-form",
          "missing \(VisibleText.quoted(missing)) beside \(VisibleText.quoted(present))",
          help: ["add the file; an empty one writes nothing"])
      }
      return Diagnostic(
        .warning, "unknown-partial", "unknown partial \(VisibleText.quoted(name))",
        help: Suggestion.help(for: name, among: library.templateNames))
    case .tooDeep:
      return Diagnostic(
        .error, "partials-too-deep",
        "partials and sections are nested deeper than \(RenderingLimits.depth) levels",
        help: ["a partial that includes itself needs a section that becomes false"])
    case .tooIndented:
      return Diagnostic(
        .error, "too-much-indentation",
        "nested partials are indented by more than \(RenderingLimits.indentation) characters",
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
    guard let unknown = vocabulary.firstUnknown(parts) else {
      return Diagnostic(
        .warning, "unknown-name", "unknown name \(name) in this section",
        help: ["it is a field of another kind of record; check the enclosing sections"])
    }
    return Diagnostic(
      .error, "unknown-name", "unknown name \(name)",
      help: Suggestion.help(for: unknown.text, among: vocabulary.knownWords))
  }
}
