import Diagnostics
import Templating

/// The elements and tags of a page's document or shell and of all its components, as their authors
/// wrote them. It contains every section, with or without data for it.
struct PageOutline {
  /// A place in one of the files.
  struct Place: Hashable {
    var file: Int
    var offset: Int
  }

  struct Element {
    var name: String
    /// Attributes with their values, in which tags stay as written: `{{anchor}}-title`.
    var attributes: [String: String]
    var parent: Int?
    /// The sections around it, as indices in `tags`, the innermost last.
    var sections: [Int]
    var place: Place
  }

  struct Tag {
    enum Kind { case value, section, inverted, component }
    var kind: Kind
    var name: String
    /// The element around it. A tag among the attributes of an element has the parent of that
    /// element.
    var element: Int?
    /// Whether it is among the attributes of an element.
    var isInMarkup: Bool
    var sections: [Int]
    var place: Place
  }

  private(set) var elements: [Element] = []
  private(set) var tags: [Tag] = []
  /// The files that were read, in the order of their first use.
  private(set) var files: [TemplateSources.Source] = []
  private var places: [String: Int] = [:]
  private var sources: TemplateSources
  private var open: [Int] = []
  private var sections: [Int] = []
  private var depth = 0
  /// The path of the file that is read.
  private var path = ""
  /// The sections, parents and blocks around the current piece of the file.
  private var kinds: [Node.Kind] = []

  /// The target of the components.
  private let form: String

  /// - Parameters:
  ///   - paths: The files to begin with, below the template's folder.
  ///   - form: The target of the components.
  init(of paths: [String], form: String = "page", in sources: TemplateSources) {
    (self.sources, self.form) = (sources, form)
    for path in paths { read(path) }
  }

  func isOwn(_ place: Place) -> Bool { files[place.file].isOwn }

  /// The beginning of a file that was read.
  func place(of path: String) -> Place? {
    places[path].map { Place(file: $0, offset: 0) }
  }

  func location(of place: Place) -> SourceLocation {
    var finder = files[place.file].template.locationFinder()
    return finder.location(at: place.offset)
  }

  /// Limits far above the size of any template. They end a component that includes itself.
  private static let mostElements = 20_000
  private static let deepest = 24

  private mutating func read(_ path: String) {
    guard depth < Self.deepest, elements.count < Self.mostElements,
      let source = sources.source(path)
    else { return }
    let file = places[path] ?? files.count
    if file == files.count {
      files.append(source)
      places[path] = file
    }
    depth += 1
    let (outer, outerPath, outerKinds) = ((open, sections), self.path, kinds)
    (self.path, kinds) = (path, [])
    var markup = MarkupReader(isMarkdown: path.hasSuffix(".md"))
    var template = source.template
    template.assignContexts { piece, offset in
      addPiece(piece, Place(file: file, offset: offset), &markup)
      return .text
    }
    (open, sections) = outer
    (self.path, kinds) = (outerPath, outerKinds)
    depth -= 1
  }

  private mutating func addPiece(
    _ piece: TemplatePiece, _ place: Place, _ markup: inout MarkupReader
  ) {
    if isInGivenBlock(piece) { return }
    switch piece {
    case .text(let text):
      for offset in text.indices {
        guard let item = markup.read(text[offset], at: offset) else { continue }
        add(item, in: place.file)
      }
    case .variable(let name, _):
      markup.appendToTag("{{\(name)}}")
      add(.value, name, place, markup)
    case .partial(let name):
      add(.component, name, place, markup)
      read(TemplateSources.path(ofComponent: name, form, in: path))
    case .enter(let kind, let name):
      // The name of a block or a parent is no name of a value.
      let sign = kind == .block ? "$" : kind == .parent ? "<" : ""
      add(kind == .inverted ? .inverted : .section, sign + name, place, markup)
      sections.append(tags.count - 1)
      if kind == .parent { read(TemplateSources.path(ofComponent: name, form, in: path)) }
    case .leave: _ = sections.popLast()
    }
  }

  /// Whether a piece belongs to a block that a parent is given. The default content of the block is
  /// in the outline, at the right place.
  private mutating func isInGivenBlock(_ piece: TemplatePiece) -> Bool {
    func isGiven() -> Bool {
      zip(kinds, kinds.dropFirst()).contains { $0 == .parent && $1 == .block }
    }
    switch piece {
    case .enter(let kind, _):
      kinds.append(kind)
      return isGiven()
    case .leave:
      defer { _ = kinds.popLast() }
      return isGiven()
    case .text, .variable, .partial: return isGiven()
    }
  }

  private mutating func add(
    _ kind: Tag.Kind, _ name: String, _ place: Place, _ markup: MarkupReader
  ) {
    tags.append(
      Tag(
        kind: kind, name: name, element: open.last, isInMarkup: markup.isInTag,
        sections: sections, place: place))
  }

  private mutating func add(_ item: MarkupReader.Item, in file: Int) {
    switch item {
    case .end(let name):
      guard let last = open.lastIndex(where: { elements[$0].name == name }) else { return }
      open.removeSubrange(last...)
    case .element(let name, let attributes, let isEmpty, let offset):
      if name == "li", let last = open.last, elements[last].name == "li" { open.removeLast() }
      elements.append(
        Element(
          name: name, attributes: attributes, parent: open.last, sections: sections,
          place: Place(file: file, offset: offset)))
      if !isEmpty { open.append(elements.count - 1) }
    }
  }
}

extension PageOutline {
  /// Whether an element is `outer` or is inside it, at any depth.
  func isElement(_ element: Int?, within outer: Int) -> Bool {
    ancestors(of: element).contains(outer)
  }

  /// An element and those around it, the innermost first.
  func ancestors(of element: Int?) -> [Int] {
    var found: [Int] = []
    var next = element
    while let current = next {
      found.append(current)
      next = elements[current].parent
    }
    return found
  }

  /// Whether an element has an attribute, written `name` or `name=value`.
  func has(_ attribute: String, _ element: Int) -> Bool {
    let parts = attribute.split(separator: "=", maxSplits: 1)
    guard let name = parts.first, let value = elements[element].attributes[String(name)] else {
      return false
    }
    return parts.count < 2 || value == parts[1]
  }

  /// The previous sibling of an element.
  func elementBefore(_ element: Int) -> Element? {
    elements[..<element].last { $0.parent == elements[element].parent }
  }

  func children(of element: Int) -> [Int] {
    elements.indices.filter { elements[$0].parent == element }
  }
}

/// Finds elements in the text of a component. `ComponentContext` checks that it is well-formed.
private struct MarkupReader {
  enum Item {
    case element(name: String, attributes: [String: String], isEmpty: Bool, offset: Int)
    case end(name: String)
  }

  private static let empty: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]

  /// Whether the text is Markdown, which has no elements.
  let isMarkdown: Bool
  /// The open tag, without its `<`.
  private var tag: [UInt8]?
  private var start = 0
  private var quote: UInt8?

  init(isMarkdown: Bool) {
    self.isMarkdown = isMarkdown
  }

  var isInTag: Bool { tag != nil }

  mutating func appendToTag(_ value: String) {
    tag?.append(contentsOf: value.utf8)
  }

  mutating func read(_ byte: UInt8, at offset: Int) -> Item? {
    guard let soFar = tag else {
      if byte == UInt8(ascii: "<"), !isMarkdown { (tag, start, quote) = ([], offset, nil) }
      return nil
    }
    if soFar.starts(with: "!--".utf8) {
      if byte == UInt8(ascii: ">"), soFar.count > 4, soFar.suffix(2).elementsEqual("--".utf8) {
        tag = nil
      } else {
        tag?.append(byte)
      }
      return nil
    }
    if let open = quote {
      if byte == open { quote = nil }
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      quote = byte
    } else if byte == UInt8(ascii: ">") {
      tag = nil
      return item(soFar)
    }
    tag?.append(byte)
    return nil
  }

  private func item(_ tag: [UInt8]) -> Item? {
    guard let first = tag.first, first != UInt8(ascii: "!") else { return nil }
    let isEnd = first == UInt8(ascii: "/")
    var rest = (isEnd ? tag.dropFirst() : tag[...])
    let name = Self.word(&rest)
    if isEnd { return .end(name: name) }
    var attributes: [String: String] = [:]
    while true {
      while let byte = rest.first, Self.isSpace(byte) || byte == UInt8(ascii: "/") {
        rest.removeFirst()
      }
      let attribute = Self.word(&rest)
      if attribute.isEmpty { break }
      attributes[attribute] = Self.value(&rest)
    }
    return .element(
      name: name, attributes: attributes,
      isEmpty: Self.empty.contains(name) || tag.last == UInt8(ascii: "/"), offset: start)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Parses a name. Skips at least one byte, so that parsing ends.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> String {
    let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/") }
    rest = rest.dropFirst(name.isEmpty ? 1 : name.count)
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> String {
    let behind = rest.drop(while: isSpace)
    guard behind.first == UInt8(ascii: "=") else { return "" }
    rest = behind.dropFirst().drop(while: isSpace)
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let inner = rest.dropFirst().prefix { $0 != quote }
      rest = rest.dropFirst(inner.count + 2)
      return String(decoding: inner, as: UTF8.self)
    }
    let inner = rest.prefix { !isSpace($0) }
    rest = rest.dropFirst(inner.count)
    return String(decoding: inner, as: UTF8.self)
  }
}
