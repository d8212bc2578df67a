/// A parsed template as three lines: parts of dotted names, other names, and numbers of its nodes.
/// Built-in templates are packed, because parsing them takes a quarter of a short run.
extension Template {
  package var packed: String {
    let numbers = nodes.flatMap(\.packed).map { String($0) }
    return [path.map(\.text), names, numbers].map { $0.joined(separator: " ") }
      .joined(separator: "\n")
  }

  /// Unpacks a template; nil if the text has another form.
  ///
  /// - Parameter source: The text that was parsed.
  package init?(
    packed: String, source: String, name: String, file: String, vocabulary: inout Vocabulary
  ) {
    let lines = packed.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count == 3 else { return nil }
    let space = UInt8(ascii: " ")
    let numbers = Self.numbers(in: lines[2])
    var nodes: [Node] = []
    nodes.reserveCapacity(numbers.count / Node.packedCount)
    for start in stride(from: 0, to: numbers.count, by: Node.packedCount) {
      guard let node = Node(packed: numbers[start...].prefix(Node.packedCount)) else { return nil }
      nodes.append(node)
    }
    self.init(
      name: name, file: file, nodes: nodes, source: Array(source.utf8),
      path: lines[0].split(separator: space).map { vocabulary.intern(String(Substring($0))) },
      names: lines[1].split(separator: space).map { String(Substring($0)) })
  }

  private static func numbers(in text: Substring.UTF8View) -> [Int32] {
    var numbers: [Int32] = []
    numbers.reserveCapacity(text.count / 2)
    var number: Int32 = 0
    for byte in text {
      if byte == UInt8(ascii: " ") {
        numbers.append(number)
        number = 0
      } else {
        number = number &* 10 &+ Int32(byte &- UInt8(ascii: "0"))
      }
    }
    return text.isEmpty ? [] : numbers + [number]
  }
}

extension Node {
  fileprivate static let packedCount = 10

  fileprivate var packed: [Int32] {
    [
      Int32(kind.rawValue), Int32(context.rawValue), Int32(flags.rawValue), offset, end, first,
      count, nameIndex + 1, indentStart, indentCount,
    ]
  }

  fileprivate init?(packed: ArraySlice<Int32>) {
    let start = packed.startIndex
    guard packed.count == Self.packedCount,
      let kind = Kind(rawValue: UInt8(truncatingIfNeeded: packed[start])),
      let context = TagContext(rawValue: UInt8(truncatingIfNeeded: packed[start + 1]))
    else { return nil }
    self.init(kind, at: Int(packed[start + 3]))
    self.context = context
    flags = Flags(rawValue: UInt8(truncatingIfNeeded: packed[start + 2]))
    end = packed[start + 4]
    (first, count) = (packed[start + 5], packed[start + 6])
    nameIndex = packed[start + 7] &- 1
    (indentStart, indentCount) = (packed[start + 8], packed[start + 9])
  }
}
