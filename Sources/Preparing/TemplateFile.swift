package import Diagnostics
package import Templating

/// Parses a file of a template. Its path below the template's folder determines the rules.
package enum TemplateFile {
  /// The paths of shells and of the document.
  package static let pageShell = "page/shell.html"
  package static let mailShell = "mail/shell.html"
  private static let siteShell = "site/shell.html"
  package static let document = "report.md"

  /// Whether a file may contain tags.
  package static func isTemplate(_ path: String) -> Bool {
    path.hasPrefix("components/") || path.hasSuffix(".html") || path == document
      || path.hasPrefix("site/") && isPart(path)
  }

  private static func isPart(_ path: String) -> Bool {
    path.hasSuffix(".page") || path.hasSuffix(".xml")
  }

  /// The template with the context of each tag; nil if it has errors.
  ///
  /// - Parameters:
  ///   - path: The path below the template's folder.
  ///   - name: The name that partial tags use.
  ///   - file: The name for diagnostics.
  package static func read(
    _ text: String, at path: String, name: String, file: String, vocabulary: inout Vocabulary
  ) -> (Template?, [Diagnostic]) {
    let (template, problems) = Template.parse(
      path == document ? PageLayout.withoutHeader(text) : text, name: name, file: file,
      vocabulary: &vocabulary)
    guard let template else { return (nil, problems) }
    let (judged, wrong) = contexts(of: template, at: path)
    return (judged, problems + wrong)
  }

  private static func contexts(of template: Template, at path: String) -> (Template?, [Diagnostic])
  {
    switch path {
    // A shell is a whole document. Its own names are allowed in more places than other values.
    case pageShell, siteShell:
      return ComponentContext.assign(
        template,
        rights: .document(finished: [
          "policy", "styles", "styleAddress", "script", "scriptAddress", "ownScriptAddress",
          "icons", "content",
          "schemes", "color", "head", "above",
          "below",
        ]))
    case mailShell:
      var rights = ComponentContext.Rights.document(finished: ["styles", "content", "schemes"])
      rights.isMail = true
      return ComponentContext.assign(template, rights: rights)
    case document: return (template, [])
    default: break
    }
    if path.hasSuffix(".page") || path.hasSuffix(".html") {
      return ComponentContext.assign(template)
    }
    if path.hasSuffix(".mail") { return ComponentContext.assign(template, rights: .mailComponent) }
    // In XML, values are escaped alike in every position.
    return path.hasSuffix(".xml") ? (template, []) : WrittenContext.assign(template)
  }
}
