internal import Basics
internal import Diagnostics

/// Writes parsed templates as text, so that a program can hold its own without parsing them when it starts.
///
/// A packed template has the nodes alone: its source stands beside it, and the words of all its tags in a
/// table that it shares with others.
package struct TemplatePacker {
  /// The words of the packed templates, which have no white space.
  package private(set) var words: [String] = []
  private var indices: [String: Int] = [:]

  package init() {}

  package mutating func pack(_ template: Template) -> String {
    var numbers = PackedNumbers()
    numbers.write(template.path.count)
    for name in template.path { numbers.write(index(of: name.text)) }
    numbers.write(template.names.count)
    for name in template.names { numbers.write(index(of: name)) }
    numbers.write(template.nodes.count)
    var offset = 0
    for (index, node) in template.nodes.enumerated() {
      numbers.write(Int(node.kind.rawValue))
      numbers.write(Int(node.context.rawValue))
      numbers.write(Int(node.flags.rawValue))
      numbers.write(signed: Int(node.offset) - offset)
      offset = Int(node.offset)
      numbers.write(Int(node.end) - index)
      numbers.write(signed: node.kind == .text ? Int(node.first) - offset : Int(node.first))
      numbers.write(Int(node.count))
      numbers.write(Int(node.nameIndex) + 1)
      numbers.write(Int(node.indentCount))
      numbers.write(Int(node.indentStart))
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
  private var names: [Name?]

  /// - Parameter words: Those of the packer, in its order.
  package init(words: [String]) {
    self.words = words
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
        let nodes = Self.nodes(&numbers)
      else { return nil }
      return Template(
        name: name, file: file, nodes: nodes, source: Array(source.utf8),
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

  private static func nodes(_ numbers: inout PackedNumbers.Reader) -> [Node]? {
    guard let count = numbers.next() else { return nil }
    var nodes: [Node] = []
    nodes.reserveCapacity(count)
    var offset = 0
    for index in 0..<count {
      guard
        let kind = numbers.next().flatMap({ Node.Kind(rawValue: UInt8(truncatingIfNeeded: $0)) }),
        let context = numbers.next().flatMap({
          TagContext(rawValue: UInt8(truncatingIfNeeded: $0))
        }),
        let flags = numbers.next(), let step = numbers.nextSigned(), let length = numbers.next(),
        let first = numbers.nextSigned(), let parts = numbers.next(), let word = numbers.next(),
        let indent = numbers.next(), let indentStart = numbers.next()
      else { return nil }
      offset += step
      var node = Node(kind, at: offset)
      node.context = context
      node.flags = Node.Flags(rawValue: UInt8(truncatingIfNeeded: flags))
      node.end = Int32(truncatingIfNeeded: index + length)
      node.first = Int32(truncatingIfNeeded: kind == .text ? offset + first : first)
      node.count = Int32(truncatingIfNeeded: parts)
      node.nameIndex = Int32(truncatingIfNeeded: word - 1)
      node.indentCount = Int32(truncatingIfNeeded: indent)
      node.indentStart = Int32(truncatingIfNeeded: indentStart)
      nodes.append(node)
    }
    return nodes
  }
}
