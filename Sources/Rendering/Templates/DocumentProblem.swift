import Diagnostics
import Markup
import Templating

/// The words for what is wrong with a template's document.
enum DocumentProblem {
  static func diagnostic(
    _ finding: DocumentFinding, at place: Place, tokens: [DocumentToken]
  ) -> Diagnostic {
    let (summary, help) = words(finding.kind, name(finding.token, tokens))
    return Diagnostic(
      finding.kind == .image ? .warning : .error, finding.kind.rawValue, summary,
      at: place.location(of: finding, tokens), help: [help])
  }

  /// Where in the template's file something is that was found in the expanded document, whose lines
  /// are others.
  struct Place {
    let template: Template
    let expanded: String

    /// A component's tag is found by its name, the author's own words by their line; of anything
    /// else the file alone is certain.
    func location(of finding: DocumentFinding, _ tokens: [DocumentToken]) -> SourceLocation {
      if let token = finding.token, tokens.indices.contains(token),
        case .component(let name, _, _) = tokens[token],
        let node = template.nodes.first(where: {
          $0.kind == .partial && template.name(of: $0) == name
        })
      {
        return template.location(of: node)
      }
      let file = SourceLocation(file: template.file)
      let lines = expanded.split(separator: "\n", omittingEmptySubsequences: false)
      guard finding.token == nil, lines.indices.contains(finding.line - 1) else { return file }
      return template.location(ofLine: lines[finding.line - 1]) ?? file
    }
  }

  private static func name(_ token: Int?, _ tokens: [DocumentToken]) -> String {
    guard let token, tokens.indices.contains(token) else { return "a tag" }
    return switch tokens[token] {
    case .component(let name, _, _): "'{{> \(name)}}'"
    case .value(_, let isRaw): isRaw ? "a '{{{…}}}' tag" : "a '{{…}}' tag"
    }
  }

  private static func words(
    _ kind: DocumentFinding.Kind, _ tag: String
  ) -> (summary: String, help: String) {
    switch kind {
    case .rawHTML:
      ("the document holds HTML", "put it into a component, components/NAME.page")
    case .tokenInAngleBrackets:
      ("\(tag) between angle brackets is no link", "write it as [words]({{url}})")
    case .blockUnderlined:
      ("\(tag) stands directly above a line of dashes", "put an empty line between them")
    case .blockInHeading: ("\(tag) stands in a heading", "give it a paragraph of its own")
    case .blockInMark: ("\(tag) stands in emphasis or a link", "give it a paragraph of its own")
    case .blockInContainer:
      ("\(tag) stands in a list or a quote", "give it a paragraph of its own")
    case .blockInCode:
      ("\(tag) stands in code or in a link's address", "give it a paragraph of its own")
    case .blockInParagraph:
      ("\(tag) shares its paragraph", "put an empty line before it and behind it")
    case .image: ("an image becomes a link", "put it into a component")
    }
  }
}
