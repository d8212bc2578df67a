import Basics
import Diagnostics
import Templating

/// A template made ready for one target: its document and the components in the target's form.
struct TargetTemplate: Sendable {
  /// The name that the document goes by among the components; no partial tag can say it.
  static let documentName = "report.md"

  let library: TemplateLibrary
  /// The place of the document in the library.
  let document: Int

  /// - Parameters:
  ///   - form: the ending of the components, `page`.
  ///   - contexts: works out where a component's tags stand in its language.
  init?(
    _ name: String, form: String, in store: AssetStore, words: [String],
    contexts: @escaping (inout Template) -> [Diagnostic], problems: inout [Diagnostic]
  ) {
    var vocabulary = Vocabulary(Field.allCases.map(\.rawValue) + words)
    var templates: [Template] = []
    func take(_ path: String, as name: String, _ contexts: (inout Template) -> [Diagnostic]) {
      guard let file = store.file(path) else { return }
      let (read, found) = Template.parse(
        file.text, name: name, file: file.name, vocabulary: &vocabulary)
      problems += found
      guard var template = read else { return }
      problems += contexts(&template)
      templates.append(template)
    }
    let root = "Templates/\(name)/"
    for path in store.paths(under: root + "components/") where path.hasSuffix("." + form) {
      let component = path.dropFirst(root.count + "components/".count).dropLast(form.count + 1)
      take(path, as: String(component), contexts)
    }
    take(root + "report.md", as: Self.documentName) { _ in [] }
    if form == "page" { take(root + "page/shell.html", as: PageShell.name, contexts) }
    library = TemplateLibrary(templates, vocabulary: vocabulary)
    guard let place = library.place(of: Self.documentName) else {
      if !problems.contains(where: { $0.severity == .error }) {
        problems.append(
          Diagnostic(.error, "no-template", "template '\(name)' has no report.md"))
      }
      return nil
    }
    document = place
    problems += library.findings.diagnostics(in: library)
    if problems.contains(where: { $0.severity == .error }) { return nil }
  }
}
