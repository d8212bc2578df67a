/// The beginning of an input, and what it shows of the input's format.
struct InputHead: Sendable {
  enum Shape: Sendable, Hashable {
    case blank
    /// The names of the root and its first child, without prefixes, and the root's namespace.
    case xml(root: String, child: String?, namespace: String?)
    /// A JSON value: what stands at its outer paths, such as `results.tests` and `[].filePath`.
    case json([String: JSONKind])
    case text
  }

  enum JSONKind: Sendable, Hashable {
    case object, array, string, number, other
  }

  let bytes: [UInt8]
  let shape: Shape

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    switch bytes.first(where: { $0 > 0x20 }) {
    case nil: shape = .blank
    case UInt8(ascii: "<"): shape = Self.xml(bytes)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var scan = JSONPathScan(bytes)
      shape = .json(scan.paths())
    default: shape = .text
    }
  }

  /// The kind of the value at a path; nil where there is none or the shape is another.
  func json(_ path: String) -> JSONKind? {
    if case .json(let paths) = shape { paths[path] } else { nil }
  }

  var xmlRoot: String? {
    if case .xml(let root, _, _) = shape { root } else { nil }
  }

  var xmlChild: String? {
    if case .xml(_, let child, _) = shape { child } else { nil }
  }

  var xmlNamespace: String? {
    if case .xml(_, _, let namespace) = shape { namespace } else { nil }
  }

  // MARK: XML

  private static func xml(_ bytes: [UInt8]) -> Shape {
    var tags: [(name: String, namespace: String?)] = []
    var rest = bytes[...]
    while tags.count < 2, let start = rest.firstIndex(of: UInt8(ascii: "<")) {
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
        tags.append((localName(tag), namespace(tag)))
        rest = behind
        if tag.last == UInt8(ascii: "/") { break }
      }
    }
    guard let root = tags.first else { return .text }
    return .xml(root: root.name, child: tags.dropFirst().first?.name, namespace: root.namespace)
  }

  private static func after(_ mark: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let mark = Array(mark.utf8)
    var index = bytes.startIndex
    while index + mark.count <= bytes.endIndex {
      if bytes[index..<index + mark.count].elementsEqual(mark) { return bytes[(index + mark.count)...] }
      index += 1
    }
    return []
  }

  /// Behind a document type, whose internal subset stands in brackets.
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

  /// The inside of a tag up to its end outside of quotes, and what follows.
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

/// Walks over the beginning of a JSON text, which may end anywhere, and notes the kinds of values at
/// its outer paths. Of an array only the first element is looked at.
private struct JSONPathScan {
  private let bytes: [UInt8]
  private var index = 0
  private var found: [String: InputHead.JSONKind] = [:]
  private static let mostDepth = 4

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func paths() -> [String: InputHead.JSONKind] {
    skipSpace()
    value(at: "", depth: 0)
    skipSpace()
    // A second value behind the first one, as a log has them.
    if index < bytes.count, found[""] != nil { found["+"] = .other }
    return found
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private mutating func value(at path: String, depth: Int) {
    guard index < bytes.count else { return }
    let isNoted = depth <= Self.mostDepth
    func note(_ kind: InputHead.JSONKind) { if isNoted, found[path] == nil { found[path] = kind } }
    switch bytes[index] {
    case UInt8(ascii: "{"):
      note(.object)
      object(path, depth)
    case UInt8(ascii: "["):
      note(.array)
      array(path, depth)
    case UInt8(ascii: "\""):
      note(.string)
      _ = string()
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      note(.number)
      word()
    default:
      note(.other)
      word()
    }
  }

  private mutating func word() {
    let start = index
    while index < bytes.count, bytes[index] > 0x20, !",]}:".utf8.contains(bytes[index]) { index += 1 }
    if index == start { index += 1 }
  }

  private mutating func string() -> String {
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(index, bytes.count)
    index = min(index + 1, bytes.count)
    return end - start < 200 ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
  }

  private mutating func object(_ path: String, _ depth: Int) {
    index += 1
    while index < bytes.count {
      skipSpace()
      guard index < bytes.count else { return }
      switch bytes[index] {
      case UInt8(ascii: "}"):
        index += 1
        return
      case UInt8(ascii: "\""):
        let key = string()
        skipSpace()
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") { index += 1 }
        skipSpace()
        // Beyond the depth only the brackets matter.
        if depth > 64 { return index = bytes.count }
        value(at: path.isEmpty ? key : path + "." + key, depth: depth + 1)
      default: index += 1
      }
    }
  }

  private mutating func array(_ path: String, _ depth: Int) {
    index += 1
    var isFirst = true
    while index < bytes.count {
      skipSpace()
      guard index < bytes.count else { return }
      switch bytes[index] {
      case UInt8(ascii: "]"):
        index += 1
        return
      case UInt8(ascii: ","): index += 1
      default:
        if depth > 64 { return index = bytes.count }
        // The others are passed over at a depth where nothing is noted.
        value(at: path + "[]", depth: isFirst ? depth + 1 : Self.mostDepth + 1 + depth)
        isFirst = false
      }
    }
  }
}
