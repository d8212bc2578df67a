package import Composing
package import Diagnostics
import Localization
import Model
import Templating
import Text

/// Which components the outputs of a user's template show, and which of its files none shows.
package struct ShownFiles {
  private let report: Report
  /// The problems found in the files.
  package let loadProblems: [Diagnostic]
  private let templates: [(form: OutputFormat, template: TargetTemplate)]

  /// - Parameter formats: The outputs in use. Those without a usable template are left out.
  package init(
    of report: Report, template: String, in store: AssetStore, formats: [OutputFormat]
  ) {
    self.report = report
    var found: [Diagnostic] = []
    // The components of a comment are those of Markdown.
    let own = formats.filter { $0.usesTemplate && $0.formatOfComponents == nil }
    templates = own.compactMap { format in
      TargetTemplate(
        template, form: format.name, in: store, stringKeys: report.locale.stringKeys,
        problems: &found
      ).map { (format, $0) }
    }
    loadProblems = found
  }

  package var isOwn: Bool { templates.contains { !$0.template.own.isEmpty } }

  /// A note for each output with the names of its components.
  package var notes: [Diagnostic] {
    guard isOwn else { return [] }
    return templates.map { format, template in
      let library = template.library
      let names = reached(template, format, hasComment: false).map { library.templates[$0].name }
        .filter {
          !$0.contains("/") && !$0.contains(" ") && $0 != TargetTemplate.documentName
        }.sorted()
      return Diagnostic(
        .note, "shown-components",
        names.isEmpty
          ? "\(format.title) shows no component"
          : "\(format.title) shows \(names.joined(separator: ", "))",
        at: SourceLocation(
          file: library.templates[template.document].file, line: 1, column: 1))
    }
  }

  /// A warning for each own component that no output shows, and one for all that a short mail does
  /// not show.
  package var problems: [Diagnostic] {
    templates.flatMap { format, template in
      let all = reached(template, format)
      let components = template.own.sorted().filter { index in
        let part = template.library.templates[index]
        return !part.name.contains("/") && part.name != TargetTemplate.documentName && !part.isEmpty
      }
      let unshown = components.filter { !all.contains($0) }.map { index in
        let part = template.library.templates[index]
        return Diagnostic(
          .warning, "component-not-shown",
          "\(format.title) does not show the component '\(part.name)'",
          at: SourceLocation(file: part.file, line: 1, column: 1),
          help: ["include it with '{{> \(part.name)}}', or remove the file"])
      }
      return unshown + (format == .mail && isShort ? notInShortMail(template, components, all) : [])
    }
  }

  private func notInShortMail(
    _ template: TargetTemplate, _ components: [Int], _ all: Set<Int>
  ) -> [Diagnostic] {
    let short = reached(template, .mail, present: ["digest"])
    let parts = components.filter { all.contains($0) && !short.contains($0) }
      .map { template.library.templates[$0] }
    guard let first = parts.first else { return [] }
    return [
      Diagnostic(
        .warning, "component-not-shown",
        "a short mail does not show " + parts.map { "'\($0.name)'" }.joined(separator: ", "),
        at: SourceLocation(file: first.file, line: 1, column: 1),
        help: [
          "mails with \(Report.Digest.long) messages or more are short: change 'digest.mail', or "
            + "send with '--brief=false'"
        ])
    ]
  }

  private var isShort: Bool { report.verdict.total >= Report.Digest.long }

  private func reached(
    _ template: TargetTemplate, _ format: OutputFormat, present: Set<String> = [],
    hasComment: Bool = true
  ) -> Set<Int> {
    template.names(
      form: format.name, stringKeys: report.locale.stringKeys, present: present,
      hasComment: hasComment
    ).reached
  }
}

extension ShownFiles {
  /// A warning for each tag with the id of a fact, a category or a property that the report does
  /// not have, if it has a similar one.
  package var unknownIDs: [Diagnostic] {
    let known = ids
    return templates.flatMap { _, template in
      template.own.sorted().flatMap { index -> [Diagnostic] in
        let part = template.library.templates[index]
        var finder = part.locationFinder()
        return part.nodes.compactMap { node in
          let names = part.parts(of: node).map(\.text)
          for (list, id) in zip(names, names.dropFirst()) {
            guard let ids = known[list], !ids.contains(id),
              let nearest = Suggestion.nearest(to: id, among: ids)
            else { continue }
            return Diagnostic(
              .warning, "unknown-id",
              "this report has no \(VisibleText.quoted(id)) in '\(list)'",
              at: finder.location(at: Int(node.offset)), help: ["did you mean '\(nearest)'?"])
          }
          return nil
        }
      }
    }
  }

  /// The ids that each list of the report has.
  private var ids: [String: [String]] {
    let facts = report.run?.facts ?? []
    func words(_ ids: [String]) -> [String] { ids + ids.map(TemplateID.of) }
    let properties =
      (report.run?.properties ?? []) + report.messages.flatMap(\.properties)
      + (report.timeline?.entries.flatMap(\.entry.properties) ?? [])
    return [
      "facts": words(facts.map(\.id)), "metrics": words(facts.map(\.id)),
      "environments": words(facts.map(\.id)),
      "categories": words(report.categories.map(\.id)),
      "properties": Array(Set(properties.map(\.name))).sorted(),
    ]
  }
}
