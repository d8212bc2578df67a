internal import Diagnostics

/// A set of templates with resolved partial tags. Immutable; a class because it owns the memory
/// that renderers on all threads read.
package final class TemplateLibrary: Sendable {
  package let templates: [Template]
  package let vocabulary: Vocabulary
  private let indices: [String: Int]
  /// Partials that exist only for other targets, with the names of both files: "contact.mail"
  /// exists and "contact.text" is missing.
  let otherForms: [String: (present: String, missing: String)]
  nonisolated(unsafe) let linked: UnsafeBufferPointer<LinkedTemplate>

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
    let memory = UnsafeMutableBufferPointer<LinkedTemplate>.allocate(capacity: templates.count)
    for (index, template) in templates.enumerated() {
      memory.initializeElement(
        at: index, to: LinkedTemplate(template, to: indices, blocks: &blocks))
    }
    self.templates = templates
    self.vocabulary = vocabulary
    self.indices = indices
    linked = UnsafeBufferPointer(memory)
  }

  deinit {
    for template in linked { template.deallocate() }
    linked.deallocate()
  }

  /// The index of the template called `name`.
  package func index(of name: String) -> Int? { indices[name] }

  package var templateNames: [String] { templates.map(\.name) }

  /// All unknown names and partials, whether or not they are rendered.
  package var findings: TemplateFindings {
    var findings = TemplateFindings()
    for (templateIndex, template) in templates.enumerated() {
      for (index, node) in template.nodes.enumerated() {
        if template.parts(of: node).contains(where: { !vocabulary.isKnown($0) }) {
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

/// The parts of a template needed for rendering, without reference counts shared by threads. Nodes and source are
/// those of the template, which the library holds.
struct LinkedTemplate {
  let nodes: UnsafePointer<Node>
  let nodeCount: Int
  let source: UnsafeBufferPointer<UInt8>
  let path: UnsafePointer<PathPart>
  private let pathCount: Int
  /// Of each name the index of the template and the number of the block called so; -1 for none.
  private let targets: UnsafePointer<(template: Int32, block: Int32)>

  /// - Parameters:
  ///   - indices: Of the templates by their names.
  ///   - blocks: The numbers of blocks by their names.
  init(_ template: Template, to indices: [String: Int], blocks: inout [String: Int32]) {
    nodeCount = template.nodes.count
    // `allocate` gives an address for no elements, too.
    nodes = template.nodes.unowned.baseAddress!
    source = template.source.unowned
    let parts = UnsafeMutablePointer<PathPart>.allocate(capacity: template.path.count)
    for (index, name) in template.path.enumerated() {
      (parts + index).initialize(to: PathPart(name: name))
    }
    path = UnsafePointer(parts)
    pathCount = template.path.count
    let targets = UnsafeMutablePointer<(template: Int32, block: Int32)>.allocate(
      capacity: template.names.count)
    for (index, name) in template.names.enumerated() {
      let named = indices[name].map { Int32(truncatingIfNeeded: $0) } ?? -1
      (targets + index).initialize(to: (named, -1))
    }
    for node in template.nodes where node.kind == .block && node.nameIndex >= 0 {
      let name = template.names[Int(node.nameIndex)]
      let number = blocks[name] ?? Int32(truncatingIfNeeded: blocks.count)
      blocks[name] = number
      targets[Int(node.nameIndex)].block = number
    }
    self.targets = UnsafePointer(targets)
  }

  /// The number of the block, or the index of the template, that the library has for the name of a tag.
  func target(of node: Node) -> Int32 {
    guard node.nameIndex >= 0 else { return -1 }
    let target = targets[Int(node.nameIndex)]
    return node.kind == .block ? target.block : target.template
  }

  func deallocate() {
    UnsafeMutablePointer(mutating: path).deinitialize(count: pathCount)
    path.deallocate()
    targets.deallocate()
  }
}
