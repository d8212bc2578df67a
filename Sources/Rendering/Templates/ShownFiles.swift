package import Composing
package import Diagnostics
import Localization
import Model
import Templating

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
    templates = formats.filter(\.usesTemplate).compactMap { format in
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
      let names = reached(template, format).map { library.templates[$0].name }.filter {
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

  /// A warning for each own component that no output shows, or only a mail that is not short.
  package var problems: [Diagnostic] {
    templates.flatMap { format, template in
      let all = reached(template, format)
      let short =
        format == .mail && isShort ? reached(template, format, present: ["digest"]) : all
      return template.own.sorted().compactMap { index -> Diagnostic? in
        let part = template.library.templates[index]
        guard !part.name.contains("/"), part.name != TargetTemplate.documentName, !part.isEmpty
        else { return nil }
        if all.contains(index), short.contains(index) { return nil }
        let place = SourceLocation(file: part.file, line: 1, column: 1)
        if all.contains(index) {
          return Diagnostic(
            .warning, "component-not-shown",
            "a short mail does not show the component '\(part.name)'", at: place,
            help: [
              "mails with \(Report.Digest.long) messages or more are short: change 'digest.mail', "
                + "or send with '--brief=false'"
            ])
        }
        return Diagnostic(
          .warning, "component-not-shown", "\(format.title) does not show the component '\(part.name)'",
          at: place, help: ["include it with '{{> \(part.name)}}', or remove the file"])
      }
    }
  }

  private var isShort: Bool { report.verdict.total >= Report.Digest.long }

  private func reached(
    _ template: TargetTemplate, _ format: OutputFormat, present: Set<String> = []
  ) -> Set<Int> {
    template.names(
      form: format.name, stringKeys: report.locale.stringKeys, present: present
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
