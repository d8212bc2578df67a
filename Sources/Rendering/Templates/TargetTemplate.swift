import Basics
import Diagnostics
import Markup
import Templating

/// A template loaded for one target: its document and the target's components.
struct TargetTemplate: Sendable {
  /// Assigns the contexts of a component's tags; nil if it has errors.
  typealias Contexts = (Template) -> (Template?, [Diagnostic])

  /// The name of the document among the components. No partial tag can name it.
  static let documentName = "report.md"

  let library: TemplateLibrary
  /// The index of the document in the library.
  let document: Int

  /// The template as it was read of this store before, or as it is read now.
  ///
  /// - Parameters:
  ///   - form: the extension of the components, such as `page`.
  ///   - contexts: assigns the contexts of a component's tags; the same for a form.
  init?(
    _ name: String, form: String, in store: AssetStore, stringKeys: [String],
    contexts: @escaping Contexts, problems: inout [Diagnostic]
  ) {
    let key = TemplateCache.Key(name: name, form: form, stringKeys: stringKeys)
    let reading = store.templates.reading(key) {
      var found: [Diagnostic] = []
      let template = Self(
        reading: name, form: form, in: store, stringKeys: stringKeys, contexts: contexts,
        problems: &found)
      return (template, found)
    }
    problems += reading.problems
    guard let template = reading.template else { return nil }
    self = template
  }

  private init?(
    reading name: String, form: String, in store: AssetStore, stringKeys: [String],
    contexts: @escaping Contexts, problems: inout [Diagnostic]
  ) {
    var vocabulary = Vocabulary(Field.allCases.map(\.rawValue) + stringKeys)
    var templates: [Template] = []
    func take(_ path: String, as name: String, _ contexts: Contexts) {
      guard let file = store.file(path) else { return }
      // Removes the characters of tokens from the author's text.
      let text = name == Self.documentName ? Token.cleaned(file.text) : file.text
      let (read, found) = Template.parse(
        text, name: name, file: file.name, vocabulary: &vocabulary)
      problems += found
      guard let template = read else { return }
      let (checked, wrong) = contexts(template)
      problems += wrong
      if let checked { templates.append(checked) }
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
    guard let index = library.index(of: Self.documentName) else {
      if !problems.contains(where: { $0.severity == .error }) {
        problems.append(
          Diagnostic(.error, "no-template", "template '\(name)' has no report.md"))
      }
      return nil
    }
    document = index
    problems += library.findings.diagnostics(in: library)
    if problems.contains(where: { $0.severity == .error }) { return nil }
  }
}
