import Diagnostics
import Preparing
import Templating

/// A template loaded for one target: its document and the target's components.
struct TargetTemplate: Sendable {
  /// The name of the document among the components. No partial tag can name it.
  static let documentName = TemplateFile.document

  let library: TemplateLibrary
  /// The index of the document in the library.
  let document: Int
  /// The parts in the side column of a page.
  let sideParts: [PageLayout.Part]
  /// The indices of the templates that differ from the built-in ones.
  let own: Set<Int>

  /// Takes the template from the store's cache, or reads it. Nil if it has errors.
  ///
  /// - Parameters:
  ///   - form: the extension of the components, such as `page`.
  init?(
    _ name: String, form: String, in store: AssetStore, stringKeys: [String],
    problems: inout [Diagnostic]
  ) {
    let key = Reading.Key(name: name, form: form, stringKeys: stringKeys)
    let reading = store.templates.reading(key) {
      var found: [Diagnostic] = []
      let template = Self(
        reading: name, form: form, in: store, stringKeys: stringKeys, problems: &found)
      return Reading(template: template, problems: found)
    }
    problems += reading.problems
    guard let template = reading.template else { return nil }
    self = template
  }

  /// Whether any tag has a name.
  func hasName(_ field: Field) -> Bool {
    library.templates.contains { $0.hasName(field.rawValue) }
  }

  /// The error for a shell that is absent or has no place for the content.
  func shellProblem(_ shell: String, of name: String) -> Diagnostic {
    guard let index = library.index(of: shell) else {
      return Diagnostic(
        .error, "no-shell", "template '\(name)' has no \(shell)",
        help: ["add the file, or copy it from 'tidemark templates export default DIR'"])
    }
    return Self.noContent(in: library.templates[index].file)
  }

  private static func isUnusedWrapper(_ template: Template) -> Bool {
    DocumentParts.wrappers.contains(template.name) && !template.isEmpty
      && !template.hasName(Field.content.rawValue) && !template.includesReplaced
  }

  static func noContent(in file: String) -> Diagnostic {
    Diagnostic(
      .error, "no-shell", "the shell has no '{{{content}}}'",
      at: SourceLocation(file: file, line: 1, column: 1),
      help: ["write '{{{content}}}' where the report belongs"])
  }

  /// Follows all tags that the target reaches.
  ///
  /// - Parameters:
  ///   - present: Names that always have a value.
  ///   - hasComment: Whether to follow the tags of a comment, which has Markdown's components.
  func names(
    form: String, stringKeys: [String], present: Set<String> = [], hasComment: Bool = true
  ) -> NameReview {
    var review = NameReview(
      library, ReportKinds.kinds(stringKeys: stringKeys), present: present)
    review.read(Self.documentName, in: [ReportKinds.report])
    review.read(PageShell.name, in: [ReportKinds.report, ReportKinds.pageShell])
    review.read(MailShell.name, in: [ReportKinds.report, ReportKinds.mailShell])
    for wrapper in DocumentParts.wrappers {
      review.read(wrapper, in: [ReportKinds.report, ReportKinds.pagePart])
    }
    if hasComment, form == OutputFormat.comment.componentEnding {
      review.read("comment", in: [ReportKinds.report])
    }
    if form == "mail" || form == "text" {
      for part in ["unchanged", "footer"] { review.read(part, in: [ReportKinds.report]) }
    }
    return review
  }

  struct Reading: Sendable {
    struct Key: Hashable {
      var name: String
      var form: String
      /// The keys of the interface strings that its tags may name.
      var stringKeys: [String]

      func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(form)
        // A locale has hundreds of keys, and most are the same in all locales.
        hasher.combine(stringKeys.count)
      }
    }

    var template: TargetTemplate?
    var problems: [Diagnostic]
  }

  private init?(
    reading name: String, form: String, in store: AssetStore, stringKeys: [String],
    problems: inout [Diagnostic]
  ) {
    var reader = TemplateReader(
      Vocabulary(Field.names + stringKeys, listsWithIDs: Field.listsWithIDs))
    let root = "Templates/\(name)/"
    var otherForms: [String: (present: String, missing: String)] = [:]
    let folder = root + "components/"
    for path in store.paths(under: folder) {
      // Comparing bytes is faster than comparing characters and finds the same places.
      let file = Substring(path.utf8.dropFirst(folder.utf8.count))
      guard let period = file.utf8.lastIndex(of: UInt8(ascii: ".")) else { continue }
      let component = String(file[..<period])
      if file.utf8.dropFirst(component.utf8.count + 1).elementsEqual(form.utf8) {
        reader.addTemplate(path, below: root, as: component, of: store, &problems)
      } else if otherForms[component] == nil {
        otherForms[component] = (String(file), "\(component).\(form)")
      }
    }
    // The path of each of these files is its name.
    var others = [Self.documentName]
    if form == "page" { others += [PageShell.name] + DocumentParts.wrappers }
    if form == "mail" { others.append(MailShell.name) }
    for name in others {
      reader.addTemplate(root + name, below: root, as: name, of: store, &problems)
    }
    library = TemplateLibrary(
      reader.templates, vocabulary: reader.vocabulary, otherForms: otherForms)
    guard let index = library.index(of: Self.documentName) else {
      if !problems.contains(where: { $0.severity == .error }) {
        problems.append(
          Diagnostic(.error, "no-template", "template '\(name)' has no report.md"))
      }
      return nil
    }
    document = index
    sideParts =
      form == "page"
      ? Self.sideParts(of: library.templates[index], at: root, in: store, &problems)
      : []
    own = reader.own
    problems += library.findings.diagnostics(in: library)
    if !own.isEmpty {
      problems += names(form: form, stringKeys: stringKeys).diagnostics(in: own)
      problems += own.sorted().map { library.templates[$0] }.filter(Self.isUnusedWrapper).map {
        Diagnostic(
          .warning, "unused-file", "the file has no '{{{content}}}', so no page uses it",
          at: SourceLocation(file: $0.file, line: 1, column: 1),
          help: ["write '{{{content}}}' where the part belongs"])
      }
    }
    if problems.contains(where: { $0.severity == .error }) { return nil }
  }

  /// The parts in the side column: those of the layout in the document's header, by default all.
  /// None if the document does not include the column.
  private static func sideParts(
    of document: Template, at root: String, in store: AssetStore, _ problems: inout [Diagnostic]
  ) -> [PageLayout.Part] {
    guard let file = store.file(root + documentName) else { return [] }
    let (layout, wrong) = PageLayout.read(file.text, file: file.name)
    problems += wrong
    guard document.partialLocations["column"] != nil else {
      if let layout, !layout.sideParts.isEmpty {
        problems.append(
          Diagnostic(
            .error, "bad-layout", "report.md does not include its side column",
            at: SourceLocation(file: file.name, line: 1, column: 1),
            help: ["add '{{> column}}' in a paragraph of its own, or write 'layout: one-column'"]))
      }
      return []
    }
    return layout?.sideParts ?? PageLayout.Part.allCases
  }
}
