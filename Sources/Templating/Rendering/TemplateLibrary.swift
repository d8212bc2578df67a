internal import Diagnostics

/// Templates that know each other: what their partial tags name is found once. Immutable; a class
/// because it owns the memory that renderers on all threads read.
package final class TemplateLibrary: Sendable {
  package let templates: [Template]
  package let vocabulary: Vocabulary
  private let places: [String: Int]
  /// The partials that a folder of templates has in other forms than that of this library, and the
  /// names of both files: "contact.mail" is there and "contact.text" is missing.
  let otherForms: [String: (present: String, missing: String)]
  nonisolated(unsafe) let linked: UnsafeBufferPointer<LinkedTemplate>

  /// - Parameters:
  ///   - templates: of two with one name the later counts.
  ///   - otherForms: partials that there are files for, but in other forms.
  package init(
    _ templates: [Template], vocabulary: Vocabulary,
    otherForms: [String: (present: String, missing: String)] = [:]
  ) {
    self.otherForms = otherForms
    var places: [String: Int] = [:]
    for (place, template) in templates.enumerated() { places[template.name] = place }
    var blocks: [String: Int32] = [:]
    let linkedTemplates = templates.map { $0.linked(to: places, blocks: &blocks) }
    let memory = UnsafeMutableBufferPointer<LinkedTemplate>.allocate(capacity: templates.count)
    _ = memory.initialize(from: linkedTemplates.map(LinkedTemplate.init))
    self.templates = linkedTemplates
    self.vocabulary = vocabulary
    self.places = places
    linked = UnsafeBufferPointer(memory)
  }

  deinit {
    for template in linked { template.deallocate() }
    linked.deallocate()
  }

  /// The place of the template that partial tags call `name`.
  package func place(of name: String) -> Int? { places[name] }

  package var templateNames: [String] { templates.map(\.name) }

  /// Every name and partial that nobody knows, whether or not it is ever rendered.
  package var findings: TemplateFindings {
    var findings = TemplateFindings()
    for (place, template) in templates.enumerated() {
      for (index, node) in template.nodes.enumerated() {
        if template.parts(of: node).contains(where: { !vocabulary.isKnown($0) }) {
          findings.add(.name, template: place, node: index)
        } else if node.kind == .partial || node.kind == .parent, node.word >= 0, node.target < 0 {
          findings.add(.partial, template: place, node: index)
        }
      }
    }
    return findings
  }
}

/// What rendering reads of a template, without reference counts that threads would fight for.
struct LinkedTemplate {
  let nodes: UnsafePointer<Node>
  let nodeCount: Int
  let source: UnsafeBufferPointer<UInt8>
  let path: UnsafePointer<PathPart>
  private let pathCount: Int

  init(_ template: Template) {
    nodeCount = template.nodes.count
    nodes = Self.copy(template.nodes)
    source = UnsafeBufferPointer(
      start: Self.copy(template.source), count: template.source.count)
    let parts = UnsafeMutablePointer<PathPart>.allocate(capacity: template.path.count)
    for (place, name) in template.path.enumerated() {
      (parts + place).initialize(to: PathPart(name: name))
    }
    path = UnsafePointer(parts)
    pathCount = template.path.count
  }

  private static func copy<Element>(
    _ elements: [Element]
  ) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    for (place, element) in elements.enumerated() { (memory + place).initialize(to: element) }
    return UnsafePointer(memory)
  }

  func deallocate() {
    UnsafeMutablePointer(mutating: path).deinitialize(count: pathCount)
    path.deallocate()
    nodes.deallocate()
    source.deallocate()
  }
}

extension Template {
  fileprivate func linked(to places: [String: Int], blocks: inout [String: Int32]) -> Template {
    var copy = self
    for index in copy.nodes.indices where copy.nodes[index].word >= 0 {
      let word = words[Int(copy.nodes[index].word)]
      if copy.nodes[index].kind == .block {
        let number = blocks[word] ?? Int32(truncatingIfNeeded: blocks.count)
        blocks[word] = number
        copy.nodes[index].target = number
      } else {
        copy.nodes[index].target = places[word].map { Int32(truncatingIfNeeded: $0) } ?? -1
      }
    }
    return copy
  }
}
