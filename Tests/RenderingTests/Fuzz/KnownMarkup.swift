import Testing

@testable import Rendering

/// The elements and attributes allowed in a page: those of the template and of rendered Markdown.
enum KnownMarkup {
  private static let elements: Set<String> = {
    var names = Set(rich)
    for text in templates {
      for tag in text.matches(of: /<([a-zA-Z][a-zA-Z0-9]*)/) { names.insert(String(tag.1)) }
    }
    return names
  }()

  private static let attributes: Set<String> = {
    var names: Set<String> = [
      "dir", "href", "title", "start", "id", "tabindex", "checked", "hidden", "open",
    ]
    for text in templates {
      for attribute in text.matches(of: /\s(data-[a-z-]+|[a-zA-Z-]+(?==))/) {
        names.insert(String(attribute.1))
      }
    }
    return names
  }()

  static let rich = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ol", "ul", "li", "em", "strong", "a",
    "code", "pre", "hr", "br",
  ]

  private static let templates: [String] = {
    let store = AssetStore()
    let kinds = [".page", ".html", ".svg"]
    let paths = store.paths(under: "Templates/default/").filter { path in
      kinds.contains { path.hasSuffix($0) }
    }
    // Wrappers of the document's parts are written by the program.
    return paths.compactMap { store.file($0)?.text } + [
      "<section aria-labelledby=", "<div class=", "<symbol id= viewBox=",
    ]
  }()

  static func check(_ tag: PageReader.Tag) {
    #expect(elements.contains(tag.name), "\(tag.line)")
    #expect(
      !["iframe", "object", "embed", "link", "base"].contains(tag.name),
      "\(tag.line)")
    for (name, _) in tag.attributes {
      #expect(attributes.contains(name), "\(tag.line)")
      #expect(
        !name.hasPrefix("on") && name != "style" && name != "srcset" && name != "src", "\(tag.line)"
      )
    }
  }
}
