package import Diagnostics
import Templating

/// Checks a template's own files against the needs of the page's script (`ScriptContract`).
package struct ScriptReview {
  /// The errors of a template; empty if it has another script, or none.
  package static func problems(template: String, in store: AssetStore) -> [Diagnostic] {
    let sources = TemplateSources(template: template, in: store)
    guard sources.isBuiltIn("page/10-script.js") else { return [] }
    var review = ScriptReview(
      PageOutline(of: ["report.md", "page/shell.html"], in: sources),
      usual: PageOutline(
        of: ["page/shell.html"], in: TemplateSources(template: template, in: AssetStore())))
    review.look()
    return review.found
  }

  let outline: PageOutline
  /// The built-in shell.
  let usual: PageOutline
  private var found: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []

  private init(_ outline: PageOutline, usual: PageOutline) {
    self.outline = outline
    self.usual = usual
  }

  /// The part of a page in one section of the template, such as `{{#messages}}`.
  struct Extent {
    var elements: [Int]
    var outermost: [Int]
    var tags: [Int]
    var place: PageOutline.Place
  }

  private mutating func look() {
    guard outline.files.contains(where: \.isOwn) else { return }
    for part in ScriptContract.Part.allCases {
      for extent in extents(of: part) {
        for line in ScriptContract.lines where line.part == part { judge(line, extent) }
      }
    }
    lookAtShell()
  }

  /// Reports something missing at the first of these places in an author's own file, otherwise at
  /// the first such place of the part.
  mutating func miss(
    _ what: String, _ title: String, _ purpose: String, _ extent: Extent,
    at places: [PageOutline.Place] = []
  ) {
    let others =
      extent.outermost.map { outline.elements[$0].place } + [extent.place]
      + extent.tags.map { outline.tags[$0].place }
      + extent.elements.map { outline.elements[$0].place }
    guard let place = (places + others).first(where: outline.isOwn) else { return }
    let problem = Diagnostic(
      .error, "script-contract", "in \(title) the page's script does not find \(what)",
      at: outline.location(of: place),
      help: [
        "it is needed so that \(purpose)",
        "docs/template-page.md says what the script looks for",
      ])
    if seen.insert(problem).inserted { found.append(problem) }
  }

  // MARK: Parts

  private func extents(of part: ScriptContract.Part) -> [Extent] {
    switch part {
    case .message: sections(named: "messages").filter(isInSections)
    case .section: sections(named: "sections").filter(holdsMessages)
    case .alike: sections(named: "isAlike").filter(isInSections).filter { !$0.elements.isEmpty }
    case .sections: containers(of: sections(named: "sections").filter(holdsMessages))
    case .banner: sections(named: "banners") + sections(named: "single")
    case .alert: sections(named: "alerts")
    case .entry: sections(named: "entries")
    case .timeline: sections(named: "entries")
    case .now: [around(["timeline.nowText", "nowText"])].compactMap { $0 }
    case .run: [around(["asOf"])].compactMap { $0 }
    }
  }

  private func sections(named name: String) -> [Extent] {
    outline.tags.indices.filter {
      let tag = outline.tags[$0]
      return tag.kind == .section && !tag.isInMarkup
        && tag.name.split(separator: ".").last ?? "" == name
    }.map { index in
      let elements = outline.elements.indices.filter {
        outline.elements[$0].sections.contains(index)
      }
      let inside = Set(elements)
      return Extent(
        elements: elements,
        outermost: elements.filter {
          outline.elements[$0].parent.map { !inside.contains($0) } ?? true
        },
        tags: outline.tags.indices.filter { outline.tags[$0].sections.contains(index) },
        place: outline.tags[index].place)
    }.filter { !$0.elements.isEmpty || !$0.tags.isEmpty }
  }

  private func isInSections(_ extent: Extent) -> Bool {
    guard let first = extent.tags.first else { return false }
    return outline.tags[first].sections.contains { outline.tags[$0].name == "sections" }
  }

  private func holdsMessages(_ extent: Extent) -> Bool {
    extent.tags.contains {
      outline.tags[$0].kind == .section && outline.tags[$0].name == "messages"
    }
  }

  /// The elements around the sections: the parents of their outermost elements.
  private func containers(of sections: [Extent]) -> [Extent] {
    sections.compactMap { section in
      guard let first = section.outermost.first else { return nil }
      let outer = outline.ancestors(of: first).dropFirst()
      guard let around = outer.first else {
        return Extent(elements: [], outermost: [], tags: section.tags, place: section.place)
      }
      return extent(of: around)
    }
  }

  /// An element and everything in it.
  func extent(of element: Int) -> Extent {
    let inside = outline.elements.indices.filter { outline.isElement($0, within: element) }
    return Extent(
      elements: inside, outermost: [element],
      tags: outline.tags.indices.filter {
        outline.isElement(outline.tags[$0].element, within: element)
      },
      place: outline.elements[element].place)
  }

  /// The elements around the values of these names.
  private func around(_ names: [String]) -> Extent? {
    let tags = outline.tags.indices.filter {
      outline.tags[$0].kind == .value && names.contains(outline.tags[$0].name)
    }
    guard let first = tags.first else { return nil }
    let elements = tags.compactMap { outline.tags[$0].element }.flatMap(outline.ancestors)
    return Extent(elements: elements, outermost: [], tags: tags, place: outline.tags[first].place)
  }
}
