package import Diagnostics
import Templating

/// Finds parts of a report that a template omits in some or all outputs.
package enum ShownParts {
  /// A part of a report, its title in diagnostics, and the tags that show it. `section` limits the
  /// tags if another list has the same name.
  private struct Part {
    var title: String
    var names: Set<String>
    var section: String?
    /// The outputs that show it; nil for all.
    var forms: Set<String>?
  }

  private static let parts = [
    Part(
      title: "how the run went ('{{> run}}')", names: ["run", "run.headline", "run.isAlarming"]),
    Part(title: "what was not read or is incomplete ('{{> gaps}}')", names: ["gaps"]),
    Part(title: "alerts ('{{> alerts}}')", names: ["alerts"]),
    Part(title: "the summary ('{{> summary}}')", names: ["summary"]),
    Part(title: "banners ('{{> banners}}')", names: ["banners"]),
    Part(
      title: "why tests were skipped ('{{> facts}}')", names: ["run.skipReasons", "skipReasons"],
      forms: ["page", "markdown", "text"]),
    Part(title: "messages ('{{> sections}}')", names: ["messages"], section: "sections"),
    Part(title: "the timeline ('{{> timeline}}')", names: ["entries"]),
  ]
  private static let digest = Part(
    title: "what a short mail counts ('{{> digest}}')", names: ["digest"], forms: ["mail"])

  /// A warning for each part that outputs of a template omit.
  ///
  /// - Parameter forms: The names of the outputs in use.
  package static func problems(
    template: String, in store: AssetStore, forms: [String]
  ) -> [Diagnostic] {
    let sources = TemplateSources(template: template, in: store)
    let outlines = forms.map { form in
      (form: form, tags: TagOutline(of: "report.md", form: form, in: sources))
    }
    guard outlines.contains(where: \.tags.isOwn) else { return [] }
    return (parts + [digest]).compactMap { part in
      let asked = outlines.filter { part.forms?.contains($0.form) ?? true }
      let lacking = asked.filter { !$0.tags.shows(part.names, in: part.section) }.map(\.form)
      guard !lacking.isEmpty, let place = asked.first?.tags.place else { return nil }
      let outputs =
        lacking.count == asked.count && asked.count > 1
        ? "no output" : "no \(lacking.joined(separator: ", "))"
      return Diagnostic(
        .warning, "part-not-shown", "\(outputs) shows \(part.title)", at: place,
        help: ["put it where readers look for it, or leave this out with '--skip part-not-shown'"])
    }
  }
}

/// The tags that a template's file and its components have in one output.
private struct TagOutline {
  private var tags: [(name: String, sections: [String])] = []
  /// Whether any of the files differs from the built-in one.
  private(set) var isOwn = false
  private(set) var place: SourceLocation?
  private var sources: TemplateSources
  private let form: String
  private var sections: [String] = []
  private var depth = 0
  private static let deepest = 24
  private static let most = 50_000

  init(of path: String, form: String, in sources: TemplateSources) {
    self.sources = sources
    self.form = form
    place = self.sources.source(path).map {
      SourceLocation(file: $0.template.file, line: 1, column: 1)
    }
    read(path)
  }

  func shows(_ names: Set<String>, in section: String?) -> Bool {
    tags.contains { tag in
      names.contains(tag.name) && section.map(tag.sections.contains) ?? true
    }
  }

  private mutating func read(_ path: String) {
    guard depth < Self.deepest, tags.count < Self.most, let source = sources.source(path) else {
      return
    }
    isOwn = isOwn || source.isOwn
    depth += 1
    let outer = sections
    func component(_ name: String) -> String {
      TemplateSources.path(ofComponent: name, form, in: path)
    }
    var template = source.template
    template.assignContexts { piece, _ in
      switch piece {
      case .text: break
      case .variable(let name, _): tags.append((name, sections))
      case .partial(let name): read(component(name))
      case .enter(let kind, let name):
        let isSection = kind == .section
        if isSection { tags.append((name, sections)) }
        sections.append(isSection ? name : "")
        if kind == .parent { read(component(name)) }
      case .leave: _ = sections.popLast()
      }
      return .text
    }
    sections = outer
    depth -= 1
  }
}
