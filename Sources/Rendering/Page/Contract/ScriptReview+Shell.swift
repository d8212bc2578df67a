import Diagnostics

/// Checks the shell and its `<template>` elements.
extension ScriptReview {
  /// The `<template>` elements, their components, and the attributes that elements in them need.
  private static let templates: [(id: String, component: String, attributes: [String])] = [
    ("words", "words", []),
    (
      "view", "view",
      [
        "data-component=section", "data-fold", "data-header", "data-title", "data-count",
        "data-cleared", "id=ask", "id=ask-text",
      ]
    ),
    (
      "sort-and-filter", "form",
      [
        "id=form", "name=group", "name=results", "name=text", "id=search", "data-role=cancel",
        "data-move=ArrowUp", "data-move=ArrowDown", "data-move=drag",
      ]
    ),
    ("keys", "keys", []), ("download", "download", ["data-save=csv", "data-save=json"]),
  ]

  mutating func lookAtShell() {
    let shell = "page/shell.html"
    require("id=page", in: shell, "it is inert behind a dialog")
    require("data-report={{title}}", in: shell, "printed pages are headed by it")
    for template in Self.templates {
      let id = "id=\(template.id)"
      let usual = self.usual.elements.indices.first { self.usual.has(id, $0) }
      guard let usual else { continue }
      guard let own = outline.elements.indices.first(where: { outline.has(id, $0) }) else {
        let files = [shell, "components/keys.page", "components/\(template.component).page"]
        missInShell(
          "'{{> \(template.component)}}' with 'id=\"\(template.id)\"'", files,
          "the script runs at all")
        continue
      }
      compare(own, to: usual, as: template.component)
      let inside = extent(of: own)
      for attribute in template.attributes
      where !inside.elements.contains(where: { outline.has(attribute, $0) }) {
        miss(
          "'\(attribute)'", "'\(template.component)'", "all controls work", inside)
      }
      if template.component == "form" { lookAtForm(inside, of: own) }
    }
  }

  private mutating func lookAtForm(_ form: Extent, of root: Int) {
    for element in form.elements {
      let attributes: [String] =
        switch outline.elements[element].name {
        case "fieldset": ["data-key"]
        case "input": ["name"]
        case "li": ["data-turn"]
        case "label":
          outline.ancestors(of: element).contains(where: { outline.has("data-key=sort", $0) })
            ? [] : ["data-count"]
        case "div" where outline.elements[element].parent == root:
          ["role=search", "role=group", "data-found"]
        default: []
        }
      for attribute in attributes {
        let holds = form.elements.contains {
          outline.has(attribute, $0) && outline.isElement($0, within: element)
        }
        if holds { continue }
        miss(
          "'\(Self.written(attribute))' in a <\(outline.elements[element].name)>", "the form",
          "all of it works", form, at: [outline.elements[element].place])
      }
    }
  }

  private mutating func require(_ attribute: String, in file: String, _ purpose: String) {
    guard !outline.elements.indices.contains(where: { outline.has(attribute, $0) }) else { return }
    missInShell("'\(Self.written(attribute))'", [file], purpose)
  }

  private mutating func missInShell(_ what: String, _ files: [String], _ purpose: String) {
    let places = files.compactMap(outline.place)
    guard let place = places.first(where: outline.isOwn) ?? places.last else { return }
    let nothing = Extent(elements: [], outermost: [], tags: [], place: place)
    miss(what, "the page's shell", purpose, nothing)
  }

  /// Compares children by position, because the script finds them by position.
  private mutating func compare(_ own: Int, to other: Int, as component: String) {
    let missing = usual.elements[other].attributes.keys.filter {
      $0.hasPrefix("data-") && !outline.has($0, own)
    }
    let inside = extent(of: own)
    for attribute in missing.sorted() {
      miss("'\(attribute)'", "'\(component)'", "it has its words", inside)
    }
    let (parts, usualParts) = (outline.children(of: own), usual.children(of: other))
    if parts.count < usualParts.count {
      miss(
        "\(usualParts.count) elements, but \(parts.count),", "'\(component)'",
        "each is found at its place", inside)
      return
    }
    for (part, usualPart) in zip(parts, usualParts) where component == "view" {
      let (count, least) = (outline.children(of: part).count, usual.children(of: usualPart).count)
      guard count < least else { continue }
      miss(
        "\(least) elements, but \(count),", "a part of '\(component)'",
        "each is found at its place", inside, at: [outline.elements[part].place])
    }
  }
}
