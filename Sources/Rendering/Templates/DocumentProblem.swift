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

  static func tooCostly(_ template: Template) -> Diagnostic {
    Diagnostic(
      .error, "costly-document", "the document is nested too deeply to be read in time",
      at: SourceLocation(file: template.file),
      help: ["use fewer quotes and lists within one another, or fewer brackets and marks"])
  }

  /// Where in the template's file something is that was found in the expanded document, whose lines
  /// are others. Made once for all findings: there may be one for every line.
  struct Place {
    /// The lines of the expanded document.
    private let expanded: [Substring]
    /// The first line of the file with these words.
    private let lines: [Substring: Int]
    /// The first tag of each component.
    private let tags: [String: SourceLocation]
    private let file: String

    init(template: Template, expanded: String) {
      file = template.file
      self.expanded = expanded.split(separator: "\n", omittingEmptySubsequences: false)
      lines = template.lineNumbers
      tags = template.partialLocations
    }

    /// A component's tag is found by its name, the author's own words by their line; of anything
    /// else the file alone is certain.
    func location(of finding: DocumentFinding, _ tokens: [DocumentToken]) -> SourceLocation {
      if let token = finding.token, tokens.indices.contains(token),
        case .component(let name, _, _) = tokens[token], let place = tags[name]
      {
        return place
      }
      guard finding.token == nil, expanded.indices.contains(finding.line - 1),
        let line = lines[expanded[finding.line - 1]]
      else { return SourceLocation(file: file) }
      return SourceLocation(file: file, line: line, column: 1)
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
