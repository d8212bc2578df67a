import Basics
import Diagnostics
import Markup
import Templating

/// A template made ready for one target: its document and the components in the target's form.
struct TargetTemplate: Sendable {
  /// Works out where a component's tags stand in its language; nil when they can't stand there.
  typealias Contexts = (Template) -> (Template?, [Diagnostic])

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
    contexts: @escaping Contexts, problems: inout [Diagnostic]
  ) {
    var vocabulary = Vocabulary(Field.allCases.map(\.rawValue) + words)
    var templates: [Template] = []
    func take(_ path: String, as name: String, _ contexts: Contexts) {
      guard let file = store.file(path) else { return }
      // A document's author cannot write what stands for a value.
      let text = name == Self.documentName ? Token.cleaned(file.text) : file.text
      let (read, found) = Template.parse(
        text, name: name, file: file.name, vocabulary: &vocabulary)
      problems += found
      guard let template = read else { return }
      let (placed, wrong) = contexts(template)
      problems += wrong
      if let placed { templates.append(placed) }
    }
    let root = "Templates/\(name)/"
    var otherForms: [String: (present: String, missing: String)] = [:]
    for path in store.paths(under: root + "components/") {
      let file = path.dropFirst(root.count + "components/".count)
      guard let period = file.lastIndex(of: ".") else { continue }
      let component = String(file[..<period])
      if file.hasSuffix("." + form) {
        take(path, as: component, contexts)
      } else if otherForms[component] == nil {
        otherForms[component] = (String(file), "\(component).\(form)")
      }
    }
    take(root + "report.md", as: Self.documentName) { ($0, []) }
    if form == "page" {
      take(root + PageShell.name, as: PageShell.name, PageShell.contexts)
      for wrapper in DocumentParts.wrappers { take(root + wrapper, as: wrapper, contexts) }
    }
    if form == "mail" { take(root + MailShell.name, as: MailShell.name, MailShell.contexts) }
    library = TemplateLibrary(templates, vocabulary: vocabulary, otherForms: otherForms)
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
