/// Finds deletions among the children of a node: text directly between one or two tildes.
///
/// As with underscores, a single tilde within a word is text: `1.0~rc1` and `PROGRA~1` are names.
enum Strikethrough {
  /// A run of tildes that begins or ends a deletion.
  struct Mark {
    /// The index of the node's text with this run, from 0.
    var text: Int
    var offset: Int
    var length: Int
    var isOpening: Bool
  }

  private enum Neighbour {
    case space, punctuation, other
  }

  /// The marks in order, in pairs that are nested properly. Takes linear time.
  static func marks(in node: Node, isMark: Bool) -> [Mark] {
    var marks: [Mark] = []
    /// The indices of marks that may begin a deletion, by length, in order.
    var openers: [[Int]] = [[], []]
    var isPair: [Bool] = []
    let edge: Neighbour = isMark ? .punctuation : .space
    var before = edge
    var text = 0
    var child = node.firstChild
    while let current = child {
      child = current.next
      guard let bytes = current.text else {
        before = current.isBreak ? .space : .punctuation
        continue
      }
      let after = child.map { $0.isBreak ? Neighbour.space : .punctuation } ?? edge
      forEachRun(in: bytes) { run in
        guard run.count <= 2 else { return }
        let previous = run.lowerBound == 0 ? before : neighbour(before: run.lowerBound, in: bytes)
        let next =
          run.upperBound == bytes.count ? after : neighbour(after: run.upperBound, in: bytes)
        let isLeft = next != .space && (next == .other || previous != .other)
        let isRight = previous != .space && (previous == .other || next != .other)
        let isSingle = run.count == 1
        let canOpen = isLeft && (!isSingle || !isRight || previous == .punctuation)
        let canClose = isRight && (!isSingle || !isLeft || next == .punctuation)
        let kind = run.count - 1
        let mark = Mark(text: text, offset: run.lowerBound, length: run.count, isOpening: false)
        if canClose, let opener = openers[kind].popLast() {
          // Marks opened in between are not closed.
          while let other = openers[1 - kind].last, other > opener {
            openers[1 - kind].removeLast()
          }
          marks[opener].isOpening = true
          isPair[opener] = true
          marks.append(mark)
          isPair.append(true)
        } else if canOpen {
          openers[kind].append(marks.count)
          marks.append(mark)
          isPair.append(false)
        }
      }
      before = .other
      text += 1
    }
    return marks.indices.filter { isPair[$0] }.map { marks[$0] }
  }

  private static func forEachRun(in bytes: Bytes, _ body: (Range<Int>) -> Void) {
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "~") else {
        index &+= 1
        continue
      }
      var end = index
      while end < bytes.count, bytes[end] == UInt8(ascii: "~") { end &+= 1 }
      body(index..<end)
      index = end
    }
  }

  private static func neighbour(before index: Int, in bytes: Bytes) -> Neighbour {
    var start = index - 1
    while start > 0, index - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return kind(Bytes(rebasing: bytes[start..<index]))
  }

  private static func neighbour(after index: Int, in bytes: Bytes) -> Neighbour {
    kind(Bytes(rebasing: bytes[index..<min(index + 4, bytes.count)]))
  }

  private static func kind(_ bytes: Bytes) -> Neighbour {
    guard let first = bytes.first else { return .space }
    switch first {
    case 0...0x20: return .space
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      return .other
    case 0x21...0x7F: return .punctuation
    default: break
    }
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else {
      return .other
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return .space
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return .punctuation
    default: return .other
    }
  }
}
