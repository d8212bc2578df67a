internal import Diagnostics

/// A set of templates with resolved partial tags, which renderers on all threads read.
package final class TemplateLibrary: Sendable {
  package let templates: [Template]
  package let vocabulary: Vocabulary
  private let indices: [String: Int]
  /// Partials that exist only for other targets, with the names of both files: "contact.mail"
  /// exists and "contact.text" is missing.
  let otherForms: [String: (present: String, missing: String)]
  let linked: [LinkedTemplate]

  /// The name by which a template includes the one that it replaces.
  package static let replaced = "super"

  /// The name in a library of the template that another one replaces. It has a space, so no tag can
  /// name it.
  package static func nameReplaced(by name: String) -> String { name + " \(replaced)" }

  /// - Parameters:
  ///   - templates: of two with the same name, the later one is used.
  ///   - otherForms: partials that exist only for other targets.
  package init(
    _ templates: [Template], vocabulary: Vocabulary,
    otherForms: [String: (present: String, missing: String)] = [:]
  ) {
    self.otherForms = otherForms
    var indices: [String: Int] = [:]
    for (index, template) in templates.enumerated() { indices[template.name] = index }
    var blocks: [String: Int32] = [:]
    linked = templates.enumerated().map { index, template in
      LinkedTemplate(template, at: index, to: indices, blocks: &blocks)
    }
    self.templates = templates
    self.vocabulary = vocabulary
    self.indices = indices
  }

  /// The index of the template called `name`.
  package func index(of name: String) -> Int? { indices[name] }

  package var templateNames: [String] { templates.map(\.name).filter { !$0.contains(" ") } }

  /// All unknown names and partials, whether or not they are rendered.
  package var findings: TemplateFindings {
    var findings = TemplateFindings()
    for (templateIndex, template) in templates.enumerated() {
      for (index, node) in template.nodes.enumerated() {
        if vocabulary.firstUnknown(template.parts(of: node)) != nil {
          findings.add(.name, template: templateIndex, node: index)
        } else if node.kind == .partial || node.kind == .parent, node.nameIndex >= 0,
          linked[templateIndex].target(of: node) < 0
        {
          findings.add(.partial, template: templateIndex, node: index)
        }
      }
    }
    return findings
  }
}

/// The parts of a template that rendering needs. It is a class, so that renderers don't count
/// references to its arrays, which would make threads wait for each other.
final class LinkedTemplate: Sendable {
  struct Target: Sendable {
    var template: Int32
    var block: Int32
  }

  /// The index in the library.
  let index: Int
  let nodes: [Node]
  let source: [UInt8]
  let path: [Name]
  /// For each name, the index of its template and the number of its block; -1 for none.
  private let targets: [Target]

  /// - Parameters:
  ///   - indices: The indices of templates by name.
  ///   - blocks: The numbers of blocks by name.
  init(
    _ template: Template, at index: Int, to indices: [String: Int], blocks: inout [String: Int32]
  ) {
    self.index = index
    nodes = template.nodes
    source = template.source
    path = template.path
    var targets = template.names.map { name in
      let name =
        name == TemplateLibrary.replaced
        ? TemplateLibrary.nameReplaced(by: template.name) : name
      return Target(template: indices[name].map { Int32(truncatingIfNeeded: $0) } ?? -1, block: -1)
    }
    for node in template.nodes where node.kind == .block && node.nameIndex >= 0 {
      let name = template.names[Int(node.nameIndex)]
      let number = blocks[name] ?? Int32(truncatingIfNeeded: blocks.count)
      blocks[name] = number
      targets[Int(node.nameIndex)].block = number
    }
    self.targets = targets
  }

  /// The number of the block or the index of the template for a tag's name; -1 for none.
  func target(of node: Node) -> Int32 {
    guard node.nameIndex >= 0 else { return -1 }
    let target = targets[Int(node.nameIndex)]
    return node.kind == .block ? target.block : target.template
  }
}
