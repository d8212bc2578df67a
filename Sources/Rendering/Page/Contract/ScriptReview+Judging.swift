import Diagnostics

/// Checks the needs of the contract in a part of the page.
extension ScriptReview {
  mutating func judge(_ line: ScriptContract.Line, _ extent: Extent) {
    let title = line.part.title
    /// Reports something missing in each of these elements.
    func miss(_ what: String, _ elements: [Int]) {
      for element in elements {
        self.miss(what, title, line.purpose, extent, at: [outline.elements[element].place])
      }
    }
    switch line.need {
    case .outermost(let attribute):
      if extent.outermost.isEmpty {
        self.miss("an element", title, line.purpose, extent)
      } else {
        miss(
          "'\(Self.written(attribute))' on the outermost element",
          extent.outermost.filter { !outline.has(attribute, $0) })
      }
    case .marks(let attribute, let names, let elements):
      judgeMark(attribute, by: names, on: elements, line, extent)
    case .holds(let attribute, let names, let outer, let outerNames):
      let holders = extent.elements.filter {
        outline.has(outer, $0) && Self.isIn(outerNames, outline.elements[$0].name)
      }
      let held = extent.elements.filter {
        (attribute.isEmpty || outline.has(attribute, $0))
          && Self.isIn(names, outline.elements[$0].name)
      }
      let what = attribute.isEmpty ? "<\(names.joined(separator: "> or <"))>" : "'\(attribute)'"
      miss(
        "\(what) within '\(outer)'",
        holders.filter { holder in !held.contains { outline.isElement($0, within: holder) } })
    case .followsSummary(let attribute):
      miss(
        "a <summary> before '\(attribute)'",
        extent.elements.filter {
          outline.has(attribute, $0) && outline.elementBefore($0)?.name != "summary"
        })
    case .together(let attributes):
      judgeTogether(attributes, line, extent)
    case .directlyIn(let attribute):
      miss(
        "'\(Self.written(attribute))' on the element around it",
        extent.outermost.filter {
          outline.elements[$0].parent.map { !outline.has(attribute, $0) } ?? true
        }.map { outline.elements[$0].parent ?? $0 })
    case .within(let attribute):
      miss(
        "an element with '\(Self.written(attribute))' around it",
        extent.outermost.filter { element in
          !outline.ancestors(of: element).contains { outline.has(attribute, $0) }
        })
    case .aside(let names, let section):
      for tag in values(names, in: section, of: extent)
      where !outline.ancestors(of: tag.element).contains(where: {
        isAside($0) || Self.headings.contains(outline.elements[$0].name)
      }) {
        self.miss(
          "'data-aside' around '{{\(tag.name)}}'", title, line.purpose, extent, at: [tag.place])
      }
    case .covers(let attribute, let names, let section):
      for tag in values(names, in: section, of: extent) {
        let around = outline.ancestors(of: tag.element)
        // A title may occur again among words that searches ignore.
        if around.contains(where: {
          outline.has(attribute, $0) || attribute == "data-title" && isAside($0)
        }) {
          continue
        }
        self.miss(
          "'\(Self.written(attribute))' around '{{\(tag.name)}}'", title, line.purpose, extent,
          at: [tag.place])
      }
    case .each(let attribute, let names):
      miss(
        "'\(Self.written(attribute))' on a <\(names[0])>",
        extent.elements.filter {
          Self.isIn(names, outline.elements[$0].name) && !outline.has(attribute, $0)
        })
    case .folded(let attribute):
      miss(
        "'\(attribute)' on the disclosure of its section",
        extent.outermost.flatMap(outline.ancestors).filter {
          outline.elements[$0].name == "details" && !outline.elements[$0].sections.isEmpty
            && !extent.elements.contains($0) && !outline.has("data-alike", $0)
            && !outline.has(attribute, $0)
        })
    case .rows(let attribute): judgeRows(attribute, line, extent)
    }
  }

  private static let headings = ["h1", "h2", "h3", "h4", "h5", "h6"]

  /// Sections with records that share names with a message.
  private static let records: Set<String> = [
    "link", "actions", "attachments", "steps", "location", "knownNote", "progress", "statuses",
    "attributes", "source", "images",
  ]

  /// The values of these names in the section; if it is nil, those outside all records.
  private func values(
    _ names: [String], in section: String?, of extent: Extent
  ) -> [PageOutline.Tag] {
    let outside = Set(extent.tags)
    return extent.tags.map { outline.tags[$0] }.filter { tag in
      guard tag.kind == .value, !tag.isInMarkup, names.contains(tag.name) else { return false }
      let record = tag.sections.last {
        outside.contains($0) && Self.records.contains(outline.tags[$0].name)
      }
      return record.map { outline.tags[$0].name } == section
    }
  }

  /// An attribute as a component writes it: `id="messages"`.
  static func written(_ attribute: String) -> String {
    let parts = attribute.split(separator: "=", maxSplits: 1)
    return parts.count < 2 ? attribute : "\(parts[0])=\"\(parts[1])\""
  }

  private static func isIn(_ names: [String], _ name: String) -> Bool {
    names.isEmpty || names.contains(name)
  }

  private mutating func judgeMark(
    _ attribute: String, by names: [String], on elements: [String], _ line: ScriptContract.Line,
    _ extent: Extent
  ) {
    let tags = extent.tags.map { outline.tags[$0] }.filter {
      ($0.kind == .value || $0.kind == .section) && names.contains($0.name)
    }
    let isMarked = extent.elements.contains {
      outline.has(attribute, $0) && Self.isIn(elements, outline.elements[$0].name)
    }
    guard !isMarked, names.isEmpty || !tags.isEmpty else { return }
    let on = elements.isEmpty ? "" : " on a <\(elements.joined(separator: "> or <"))>"
    miss(
      "'\(Self.written(attribute))'\(on)", line.part.title, line.purpose, extent,
      at: tags.map(\.place))
  }

  private mutating func judgeTogether(
    _ attributes: [String], _ line: ScriptContract.Line, _ extent: Extent
  ) {
    guard let first = attributes.first else { return }
    let elements = extent.elements.filter { outline.has(first, $0) }
    if elements.isEmpty {
      miss("'\(Self.written(first))'", line.part.title, line.purpose, extent)
    }
    for element in elements {
      for attribute in attributes.dropFirst() where !outline.has(attribute, element) {
        miss(
          "'\(Self.written(attribute))' beside '\(Self.written(first))'", line.part.title,
          line.purpose, extent, at: [outline.elements[element].place])
      }
    }
  }

  private mutating func judgeRows(
    _ attribute: String, _ line: ScriptContract.Line, _ extent: Extent
  ) {
    let inside = Set(extent.elements)
    let isUsed = extent.elements.contains { outline.has(attribute, $0) }
    for element in extent.elements where outline.has("data-title", element) {
      let around = outline.ancestors(of: element).filter(inside.contains)
      let isFolded = around.contains { outline.elements[$0].name == "details" }
      guard isUsed || isFolded, !around.contains(where: { outline.has(attribute, $0) }) else {
        continue
      }
      let row =
        around.first { ["details", "div"].contains(outline.elements[$0].name) } ?? element
      miss(
        "'\(attribute)' on the <details> or <div> around its title", line.part.title,
        line.purpose, extent, at: [outline.elements[row].place, outline.elements[element].place])
    }
  }

  /// Whether searches ignore the words of an element.
  private func isAside(_ element: Int) -> Bool {
    ["data-label", "data-aside", "data-change", "data-link", "data-role"].contains {
      outline.has($0, element)
    } || ["time", "progress", "svg", "button"].contains(outline.elements[element].name)
      || isSummary(element)
  }
}

extension ScriptReview {
  /// Whether the element is the `<summary>` of a disclosure other than a message's own.
  private func isSummary(_ element: Int) -> Bool {
    guard outline.elements[element].name == "summary" else { return false }
    return outline.elements[element].parent.map { !outline.has("data-row", $0) } ?? true
  }
}
