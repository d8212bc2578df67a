import Diagnostics
import Markup
import Preparing
import Templating

/// Parses files of a template with one vocabulary.
struct TemplateReader {
  private(set) var vocabulary: Vocabulary
  private(set) var templates: [Template] = []
  /// The indices of the templates that differ from the built-in ones.
  private(set) var own: Set<Int> = []

  init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  /// Adds the template of a file, if there is one and it has no errors.
  ///
  /// - Parameters:
  ///   - folder: The template's folder, with a slash at the end.
  ///   - name: The name that partial tags use.
  mutating func addTemplate(
    _ path: String, below folder: String, as name: String, of store: AssetStore,
    _ problems: inout [Diagnostic]
  ) {
    guard let file = store.file(path) else { return }
    let place = String(Substring(path.utf8.dropFirst(folder.utf8.count)))
    guard let template = readTemplate(file, at: place, as: name, &problems) else { return }
    if !file.isBuiltIn { own.insert(templates.count) }
    templates.append(template)
    // The built-in document is no component that another document could include.
    guard template.includesReplaced, !file.isBuiltIn, name != TemplateFile.document,
      let replaced = AssetStore.builtIn(path),
      let builtIn = readTemplate(
        replaced, at: place, as: TemplateLibrary.nameReplaced(by: name), &problems)
    else { return }
    templates.append(builtIn)
  }

  /// Reads the template of a file; nil if it has errors.
  mutating func readTemplate(
    _ file: AssetStore.File, at place: String, as name: String, _ problems: inout [Diagnostic]
  ) -> Template? {
    if let packed = file.prepared,
      let template = Template(
        packed: packed,
        source: place == TemplateFile.document ? PageLayout.withoutHeader(file.text) : file.text,
        name: name, file: file.name, vocabulary: &vocabulary)
    {
      return template
    }
    // Removes the characters of tokens from the author's text.
    let text = place == TemplateFile.document ? Token.cleaned(file.text) : file.text
    let (template, found) = TemplateFile.read(
      text, at: place, name: name, file: file.name, vocabulary: &vocabulary)
    problems += found
    if place == TemplateFile.document || place.hasSuffix(".markdown") {
      problems += MarkdownReview.problems(
        in: text, file: file.name, isDocument: place == TemplateFile.document)
    }
    return template
  }
}
