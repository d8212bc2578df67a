package import Diagnostics

/// A parsed template: its nodes and its source.
package struct Template: Sendable {
  /// The name that partial tags use.
  package let name: String
  /// The file name, for diagnostics.
  package let file: String
  package internal(set) var nodes: [Node]
  let source: [UInt8]
  /// The parts of all dotted names, concatenated.
  let path: [Name]
  /// The names of partials, parents and blocks.
  let names: [String]

  /// The maximum nesting of sections and blocks.
  package static let nestingLimit = 64
  /// The maximum size of a template in bytes.
  package static let sizeLimit = 16 << 20

  /// The text of a `.text` node; its indices are offsets in the source.
  package func text(of node: Node) -> ArraySlice<UInt8> {
    node.kind == .text ? source[Int(node.first)..<Int(node.first + node.count)] : source[0..<0]
  }

  /// The dotted name of a tag as written, `.` for the implicit iterator.
  package func name(of node: Node) -> String {
    switch node.kind {
    case .text, .margin: ""
    case .variable, .rawVariable, .section, .inverted: dottedName(of: node)
    case .partial, .parent, .block:
      node.nameIndex < 0 ? "*" + dottedName(of: node) : names[Int(node.nameIndex)]
    }
  }

  /// The parts of a tag's dotted name.
  package func parts(of node: Node) -> ArraySlice<Name> {
    guard node.kind != .text else { return [] }
    return path[Int(node.first)..<Int(node.first + node.count)]
  }

  private func dottedName(of node: Node) -> String {
    switch node.count {
    case 0: "."
    case 1: path[Int(node.first)].text
    default: parts(of: node).map(\.text).joined(separator: ".")
    }
  }

  /// The location of a node. For many nodes in order, use a `LocationFinder`.
  package func location(of node: Node) -> SourceLocation {
    var finder = locationFinder()
    return finder.location(at: Int(node.offset))
  }

  /// The first line with each text, without its tags.
  package var writtenLines: [String: WrittenLine] {
    var lines: [String: WrittenLine] = [:]
    var line = WrittenLine(number: 1)
    var text: [UInt8] = []
    func end() {
      let written = String(decoding: text, as: UTF8.self)
      if !written.isEmpty, lines[written] == nil { lines[written] = line }
      (line, text) = (WrittenLine(number: line.number + 1), [])
    }
    // A text is a slice of the source, and what lies between two texts is tags.
    var isText = [Bool](repeating: false, count: source.count)
    for node in nodes where node.kind == .text {
      for index in Int(node.first)..<Int(node.first + node.count) { isText[index] = true }
    }
    var column = 0
    for (index, byte) in source.enumerated() {
      if byte == 0x0A {
        end()
        column = 0
        continue
      }
      if byte & 0xC0 != 0x80 { column += 1 }
      guard isText[index] else { continue }
      if byte == UInt8(ascii: "<"), line.angle == 0 { line.angle = column }
      if byte == UInt8(ascii: "!"), line.mark == 0 { line.mark = column }
      text.append(byte)
    }
    end()
    return lines
  }

  /// The names that follow a name in dotted names: `all` in `{{strings.all}}`.
  package func members(of name: String) -> [String] {
    nodes.flatMap { node in
      let parts = parts(of: node)
      return zip(parts, parts.dropFirst()).filter { $0.0.text == name }.map(\.1.text)
    }
  }

  /// Whether it writes nothing but white space.
  package var isEmpty: Bool {
    nodes.allSatisfy { node in
      node.kind == .margin || node.kind == .text && text(of: node).allSatisfy(TemplateLexer.isSpace)
    }
  }

  /// Whether it includes the template that it replaces.
  package var includesReplaced: Bool { names.contains(TemplateLibrary.replaced) }

  /// Whether a tag has this name, or it is a part of a dotted name.
  package func hasName(_ name: String) -> Bool { path.contains { $0.text == name } }

  /// The location of the first tag of each partial.
  package var partialLocations: [String: SourceLocation] {
    var locations: [String: SourceLocation] = [:]
    var finder = locationFinder()
    for node in nodes where node.kind == .partial && locations[name(of: node)] == nil {
      locations[name(of: node)] = finder.location(at: Int(node.offset))
    }
    return locations
  }

  package func locationFinder() -> LocationFinder {
    LocationFinder(file: file, source: source)
  }
}

/// A line of a template's source.
package struct WrittenLine: Sendable {
  package var number: Int
  /// The columns of the first `<` and of the first `!` outside of tags; 0 for none.
  package var angle = 0
  package var mark = 0
}

/// Converts offsets to lines and columns. Increasing offsets need one pass over the source.
package struct LocationFinder {
  package let file: String
  let source: [UInt8]
  private var offset = 0
  private var line = 1
  private var column = 1

  init(file: String, source: [UInt8]) {
    self.file = file
    self.source = source
    skipMark()
  }

  private mutating func skipMark() {
    offset = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    (line, column) = (1, 1)
  }

  package mutating func location(at wanted: Int) -> SourceLocation {
    if wanted < offset { skipMark() }
    let end = min(wanted, source.count)
    while offset < end {
      let byte = source[offset]
      offset += 1
      if byte == 0x0A {
        (line, column) = (line + 1, 1)
      } else if offset >= source.count || source[offset] & 0xC0 != 0x80 {
        column += 1
      }
    }
    return SourceLocation(file: file, line: line, column: column)
  }
}
