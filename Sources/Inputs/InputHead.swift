internal import JSON
internal import Text

/// The beginning of an input, parsed to recognize the format.
package struct InputHead: Sendable {
  package enum Shape: Sendable, Hashable {
    case blank
    /// The names of the root and its first child, without prefixes, and the root's namespace.
    case xml(root: String, child: String?, namespace: String?)
    /// A JSON value: the kinds at its outer paths, such as `results.tests` and `[].filePath`, and
    /// the keys of the outermost object.
    case json([String: JSONKind], keys: Set<String>)
    case text
  }

  package enum JSONKind: Sendable, Hashable {
    case object, array, string, number, other
  }

  package let bytes: [UInt8]
  package let shape: Shape
  /// Whether it ends before the root of XML or inside of a JSON value, so that more bytes help.
  package let isCut: Bool
  /// The texts at the outer paths of JSON, in the first bytes.
  private let texts: [String: String]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard !Self.isBlank(bytes) else {
      (shape, isCut, texts) = (.blank, false, [:])
      return
    }
    let start = JSONOutline.start(of: bytes)
    switch start < bytes.count ? bytes[start] : 0 {
    case UInt8(ascii: "<"):
      shape = Self.xml(bytes)
      isCut = shape == .text
      texts = [:]
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let outline = JSONOutline(bytes)
      (shape, isCut) = (.json(outline.kinds, keys: outline.keys), outline.isCut)
      texts = outline.texts
    default: (shape, isCut, texts) = (.text, false, [:])
    }
  }

  /// The first line that is not blank. For XML and JSON, the first lines joined, because the first
  /// one alone often has no information.
  package var firstLine: String {
    var start = bytes[...].drop(while: Self.isSpace)
    if shape == .text {
      return String(decoding: start.prefix(400).prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }
    if start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")) {
      start = start[(end + 1)...]
    }
    return start.prefix(400).split(whereSeparator: Self.isSpace).map {
      String(decoding: $0, as: UTF8.self)
    }
    .joined(separator: " ")
  }

  package static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy(isSpace) }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0D ~= byte
  }

  /// The keys of the outermost object.
  package var jsonKeys: Set<String> {
    if case .json(_, let keys) = shape { keys } else { [] }
  }

  /// Whether it is a whole JSON value and nothing else.
  package var isJSON: Bool {
    guard case .json = shape, !isCut, json("+") == nil else { return false }
    return JSONValue.parse(bytes, file: "").0 != nil
  }

  /// The kind of the value at a path; nil if there is none or the input is not JSON.
  package func json(_ path: String) -> JSONKind? {
    if case .json(let paths, _) = shape { paths[path] } else { nil }
  }

  /// The text at a path of JSON, if it is among the first bytes.
  package func jsonText(_ path: String) -> String? { texts[path] }

  package var xmlRoot: String? {
    if case .xml(let root, _, _) = shape { root } else { nil }
  }

  package var xmlChild: String? {
    if case .xml(_, let child, _) = shape { child } else { nil }
  }

  package var xmlNamespace: String? {
    if case .xml(_, _, let namespace) = shape { namespace } else { nil }
  }

  // MARK: XML

  /// The names of the root's attributes.
  package var xmlRootAttributes: Set<String> {
    guard xmlRoot != nil, let tag = Self.tags(bytes, atMost: 1).first else { return [] }
    var names: Set<String> = []
    var rest = tag.drop { $0 > 0x20 }
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest[..<equals].split(whereSeparator: Self.isSpace).last ?? []
      names.insert(String(decoding: name, as: UTF8.self))
      rest = rest[(equals + 1)...].drop(while: Self.isSpace)
      guard let quote = rest.popFirst(), let end = rest.firstIndex(of: quote) else { break }
      rest = rest[(end + 1)...]
    }
    return names
  }

  private static func xml(_ bytes: [UInt8]) -> Shape {
    let tags = tags(bytes, atMost: 2)
    guard let root = tags.first else { return .text }
    return .xml(
      root: localName(root), child: tags.dropFirst().first.map(localName),
      namespace: namespace(root))
  }

  /// The first start tags, up to the first end of an element.
  private static func tags(_ bytes: [UInt8], atMost limit: Int) -> [ArraySlice<UInt8>] {
    var tags: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while tags.count < limit, let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if rest.starts(with: "!--".utf8) {
        rest = after("-->", in: rest)
      } else if rest.starts(with: "?".utf8) {
        rest = after("?>", in: rest)
      } else if rest.starts(with: "!".utf8) {
        rest = afterDeclaration(in: rest)
      } else if rest.first == UInt8(ascii: "/") {
        break
      } else {
        let (tag, behind) = tag(in: rest)
        tags.append(tag)
        rest = behind
        if tag.last == UInt8(ascii: "/") { break }
      }
    }
    return tags
  }

  private static func after(_ mark: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let mark = Array(mark.utf8)
    var index = bytes.startIndex
    while index + mark.count <= bytes.endIndex {
      if bytes[index..<index + mark.count].elementsEqual(mark) {
        return bytes[(index + mark.count)...]
      }
      index += 1
    }
    return []
  }

  /// The bytes after a document type. Its internal subset is in brackets.
  private static func afterDeclaration(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var depth = 0
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return bytes[(index + 1)...]
      default: break
      }
    }
    return []
  }

  /// The contents of a tag, up to its `>` outside of quotes, and the bytes after it.
  private static func tag(
    in bytes: ArraySlice<UInt8>
  ) -> (tag: ArraySlice<UInt8>, behind: ArraySlice<UInt8>) {
    var quote: UInt8?
    for index in bytes.indices {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return (bytes[..<index], bytes[(index + 1)...])
      }
    }
    return (bytes, [])
  }

  private static func localName(_ tag: ArraySlice<UInt8>) -> String {
    let name = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return String(decoding: local, as: UTF8.self)
  }

  private static func namespace(_ tag: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: tag.prefix(4_096), as: UTF8.self)
    guard let key = text.firstRange(of: "xmlns") else { return nil }
    let value = text[key.upperBound...].drop { $0 != "\"" && $0 != "'" }
    guard let quote = value.first else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
