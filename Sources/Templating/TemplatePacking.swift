internal import Basics
internal import Diagnostics

/// Writes parsed templates as text, so that a program can hold its own without parsing them when it starts.
///
/// A packed template has where its nodes stand in a table that it shares with others, as the words of its tags
/// do. Its source stands beside it.
package struct TemplatePacker {
  /// The words of the packed templates, which have no white space.
  package private(set) var words: [String] = []
  /// Two numbers for each.
  package private(set) var nodes: [UInt64] = []
  private var indices: [String: Int] = [:]

  package init() {}

  /// The packed template; nil if a number in it is larger than a packed node has room for.
  package mutating func pack(_ template: Template) -> String? {
    var numbers = PackedNumbers()
    numbers.write(template.path.count)
    for name in template.path { numbers.write(index(of: name.text)) }
    numbers.write(template.names.count)
    for name in template.names { numbers.write(index(of: name)) }
    numbers.write(nodes.count)
    numbers.write(template.nodes.count)
    for (index, node) in template.nodes.enumerated() {
      guard let packed = PackedNode(node, at: index) else {
        nodes.removeLast(2 * index)
        return nil
      }
      nodes += [packed.bits[0], packed.bits[1]]
    }
    return numbers.text
  }

  private mutating func index(of word: String) -> Int {
    if let known = indices[word] { return known }
    indices[word] = words.count
    words.append(word)
    return words.count - 1
  }
}

/// Reads packed templates. A name gets its number in the vocabulary when a template first uses it.
package struct TemplateUnpacker {
  private let words: [String]
  private let nodes: [UInt64]
  private var names: [Name?]

  /// - Parameters:
  ///   - words: Those of the packer, in its order.
  ///   - nodes: Those of the packer.
  package init(words: [String], nodes: [UInt64]) {
    self.words = words
    self.nodes = nodes
    names = Array(repeating: nil, count: words.count)
  }

  /// The template; nil when the text is not that of a packer with these words.
  ///
  /// - Parameters:
  ///   - source: The text that was parsed.
  ///   - name: The name that partial tags use.
  package mutating func unpack(
    _ packed: String, source: String, name: String, file: String, vocabulary: inout Vocabulary
  ) -> Template? {
    return packed.withBytes { bytes in
      var numbers = PackedNumbers.Reader(bytes)
      guard let path = list(&numbers), let texts = list(&numbers),
        let start = numbers.next(), let count = numbers.next(),
        (0...nodes.count).contains(start), (0...(nodes.count - start) / 2).contains(count)
      else { return nil }
      return Template(
        name: name, file: file,
        nodes: (0..<count).map { index in
          let place = start + 2 * index
          return PackedNode(bits: SIMD2(nodes[place], nodes[place + 1])).node(at: index)
        }, source: Array(source.utf8),
        path: path.map { named($0, &vocabulary) }, names: texts.map { words[$0] })
    }
  }

  /// The name of a word, which is added to the vocabulary if need be.
  private mutating func named(_ word: Int, _ vocabulary: inout Vocabulary) -> Name {
    if let known = names[word] { return known }
    let name = vocabulary.intern(words[word])
    names[word] = name
    return name
  }

  /// The indices of words.
  private func list(_ numbers: inout PackedNumbers.Reader) -> [Int]? {
    guard let count = numbers.next() else { return nil }
    var list: [Int] = []
    list.reserveCapacity(count)
    for _ in 0..<count {
      guard let index = numbers.next(), index < words.count else { return nil }
      list.append(index)
    }
    return list
  }
}

/// A node as two numbers, of which each field has some bits.
private struct PackedNode {
  let bits: SIMD2<UInt64>

  init(bits: SIMD2<UInt64>) {
    self.bits = bits
  }

  /// Where each field begins and how many bits it has. The first ones are those of the first number.
  private struct Field {
    let number: Int
    let start: UInt64
    let width: UInt64
    var largest: Int { 1 << width - 1 }

    static let offset = Field(number: 0, start: 0, width: 24)
    static let first = Field(number: 0, start: 24, width: 24)
    static let count = Field(number: 0, start: 48, width: 16)
    static let kind = Field(number: 1, start: 0, width: 4)
    static let context = Field(number: 1, start: 4, width: 2)
    static let flags = Field(number: 1, start: 6, width: 5)
    /// The number of nodes from this one to the end of its children.
    static let length = Field(number: 1, start: 11, width: 20)
    /// The index of the name, from 1 on.
    static let name = Field(number: 1, start: 31, width: 13)
    static let indentCount = Field(number: 1, start: 44, width: 8)
    /// How far before the node its indentation begins; the largest number for the beginning of the source.
    static let indentBack = Field(number: 1, start: 52, width: 12)
  }

  init?(_ node: Node, at index: Int) {
    let back =
      node.indentStart == 0 ? Field.indentBack.largest : Int(node.offset - node.indentStart)
    guard node.indentStart == 0 || back < Field.indentBack.largest else { return nil }
    var bits = SIMD2<UInt64>()
    let values: [(Field, Int)] = [
      (.offset, Int(node.offset)), (.first, Int(node.first)), (.count, Int(node.count)),
      (.kind, Int(node.kind.rawValue)), (.context, Int(node.context.rawValue)),
      (.flags, Int(node.flags.rawValue)), (.length, Int(node.end) - index),
      (.name, Int(node.nameIndex) + 1), (.indentCount, Int(node.indentCount)),
      (.indentBack, back),
    ]
    for (field, value) in values {
      guard (0...field.largest).contains(value) else { return nil }
      bits[field.number] |= UInt64(value) << field.start
    }
    self.bits = bits
  }

  @inline(__always)
  private func value(_ field: Field) -> Int {
    Int(truncatingIfNeeded: bits[field.number] >> field.start & (1 << field.width - 1))
  }

  @inline(__always)
  func node(at index: Int) -> Node {
    let offset = value(.offset)
    var node = Node(
      Node.Kind(rawValue: UInt8(truncatingIfNeeded: value(.kind))) ?? .text, at: offset)
    node.context =
      TagContext(rawValue: UInt8(truncatingIfNeeded: value(.context))) ?? .text
    node.flags = Node.Flags(rawValue: UInt8(truncatingIfNeeded: value(.flags)))
    node.end = Int32(truncatingIfNeeded: index + value(.length))
    node.first = Int32(truncatingIfNeeded: value(.first))
    node.count = Int32(truncatingIfNeeded: value(.count))
    node.nameIndex = Int32(truncatingIfNeeded: value(.name) - 1)
    node.indentCount = Int32(truncatingIfNeeded: value(.indentCount))
    let back = value(.indentBack)
    node.indentStart =
      back == Field.indentBack.largest ? 0 : Int32(truncatingIfNeeded: offset - back)
    return node
  }
}
