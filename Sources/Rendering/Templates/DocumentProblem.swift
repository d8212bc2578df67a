import Diagnostics
import Markup
import Templating

/// The diagnostics for findings in a template's document.
enum DocumentProblem {
  static func diagnostic(
    _ finding: DocumentFinding, locatedBy locator: Locator, tokens: [DocumentToken]
  ) -> Diagnostic {
    let (summary, help) = explanation(finding.kind, name(finding.token, tokens))
    return Diagnostic(
      finding.kind == .image ? .warning : .error, finding.kind.rawValue, summary,
      at: locator.location(of: finding, tokens), help: [help])
  }

  static func tooCostly(_ template: Template) -> Diagnostic {
    Diagnostic(
      .error, "costly-document", "the document is nested too deeply to be parsed in time",
      at: SourceLocation(file: template.file, line: 1, column: 1),
      help: ["nest fewer quotes and lists, or use fewer brackets and marks"])
  }

  /// Maps findings in the expanded document to places in the template's file. Created once, because
  /// there may be many findings.
  struct Locator {
    /// The lines of the expanded document.
    private let expanded: [Substring]
    /// The first line with each text, without tags.
    private let lines: [String: WrittenLine]
    /// The location of the first tag of each component.
    private let tags: [String: SourceLocation]
    private let file: String

    init(template: Template, expanded: String) {
      file = template.file
      self.expanded = expanded.split(separator: "\n", omittingEmptySubsequences: false)
      lines = template.writtenLines
      tags = template.partialLocations
    }

    /// The location of a finding: a component's tag by its name, the author's text by its line and
    /// the character that begins it, otherwise the file.
    func location(of finding: DocumentFinding, _ tokens: [DocumentToken]) -> SourceLocation {
      if let token = finding.token, tokens.indices.contains(token),
        case .component(let name, _, _) = tokens[token], let location = tags[name]
      {
        return location
      }
      guard expanded.indices.contains(finding.line - 1),
        let line = lines[Self.withoutTokens(expanded[finding.line - 1])]
      else { return SourceLocation(file: file, line: 1, column: 1) }
      return SourceLocation(
        file: file, line: line.number,
        column: max(finding.kind == .image ? line.mark : line.angle, 1))
    }

    private static func withoutTokens(_ line: Substring) -> String {
      String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.value < 0xF_0000 }))
    }
  }

  private static func name(_ token: Int?, _ tokens: [DocumentToken]) -> String {
    guard let token, tokens.indices.contains(token) else { return "a tag" }
    return switch tokens[token] {
    case .component(let name, _, _): "'{{> \(name)}}'"
    case .value(_, let isRaw): isRaw ? "a '{{{…}}}' tag" : "a '{{…}}' tag"
    }
  }

  private static func explanation(
    _ kind: DocumentFinding.Kind, _ tag: String
  ) -> (summary: String, help: String) {
    switch kind {
    case .rawHTML:
      ("the document contains HTML", "put it into a component, components/NAME.page")
    case .tokenInAngleBrackets:
      ("\(tag) in angle brackets is not a link", "write it as [words]({{url}})")
    case .blockUnderlined:
      ("\(tag) is directly above a line of dashes", "put an empty line between them")
    case .blockInHeading: ("\(tag) is in a heading", "give it a paragraph of its own")
    case .blockInMark: ("\(tag) is in emphasis or a link", "give it a paragraph of its own")
    case .blockInContainer:
      ("\(tag) is in a list or a quote", "give it a paragraph of its own")
    case .blockInCode:
      ("\(tag) is in code or in a link's address", "give it a paragraph of its own")
    case .blockInParagraph:
      ("\(tag) shares its paragraph with other content", "put an empty line before and after it")
    case .image: ("an image is shown as a link", "put it into a component")
    }
  }
}
