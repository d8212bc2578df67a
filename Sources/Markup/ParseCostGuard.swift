/// Detects values that would take more than linear time or too much memory to parse. They are shown
/// as written.
///
/// cmark 0.30 is linear except for three cases: each blank line visits all open list items; each
/// link visits all brackets opened before it; and each inline mark visits all list items and quotes
/// around it, because inserting a node checks its ancestors. Each node takes about 250 bytes, so a
/// text with only emphasis would take 130 times its size.
struct ParseCostGuard {
  /// The size in bytes below which parsing is always fast enough.
  private static let harmlessSize = 2_048

  /// The largest number of nodes in one value: about 130 MB.
  private static let mostNodes = 500_000

  static func isTooCostly(_ source: Bytes) -> Bool {
    guard source.count > harmlessSize else { return false }
    var estimate = ParseCostGuard()
    let limit = 1 << 22 + 8 * source.count
    let markLimit = 1 << 23 + 32 * source.count
    var start = 0
    while start < source.count {
      var end = start
      while end < source.count, source[end] != 0x0A, source[end] != 0x0D { end &+= 1 }
      estimate.read(Bytes(rebasing: source[start..<end]))
      if estimate.cost > limit || estimate.markCost > markLimit
        || estimate.nodes > Self.mostNodes
      {
        return true
      }
      start = end + 1
    }
    return false
  }

  private var cost = 0
  /// The cost of inline marks: the sum of their depths.
  private var markCost = 0
  /// An upper bound of the nodes.
  private var nodes = 0
  /// An upper bound of the open list items and quotes.
  private var depth = 0
  private var openBrackets = 0
  /// The character and length of the open fence; links inside it are not counted.
  private var fence: (byte: UInt8, count: Int)?
  /// Whether a fence at the start of a line is certainly a fence.
  private var trustsFences = true

  private mutating func read(_ line: Bytes) {
    if let fence {
      let count = Self.run(of: fence.byte, in: line, from: 0)
      if count >= fence.count, line[count...].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        self.fence = nil
      }
      return
    }
    let (markers, first) = Self.prefix(of: line)
    nodes += 2 + 2 * markers
    depth = max(depth, markers + first / 2)
    guard first < line.count else {
      cost += depth
      if markers == 0 { openBrackets = 0 }
      return
    }
    let byte = line[first]
    if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~") {
      readFence(line, byte, at: first)
    } else if byte == UInt8(ascii: "<") {
      trustsFences = false
    }
    var marks = 0
    for byte in line {
      if Self.isMark[Int(byte)] { marks &+= 1 }
      // Table cells, and deletions.
      if byte == UInt8(ascii: "|") || byte == UInt8(ascii: "~") { nodes += 1 }
      if byte == UInt8(ascii: "[") {
        openBrackets += 1
      } else if byte == UInt8(ascii: "]") {
        cost += openBrackets
        openBrackets = max(0, openBrackets - 1)
      }
    }
    // The line end is a node, too.
    markCost += (marks + 1) * depth
    nodes += marks
  }

  /// The bytes that begin an inline node.
  private static let isMark: [Bool] = {
    var marks = [Bool](repeating: false, count: 256)
    for byte in "*_[]!`<&\\".utf8 { marks[Int(byte)] = true }
    return marks
  }()

  private mutating func readFence(_ line: Bytes, _ byte: UInt8, at first: Int) {
    let count = Self.run(of: byte, in: line, from: first)
    guard count >= 3 else { return }
    let isFence =
      byte == UInt8(ascii: "~") || !line[(first + count)...].contains(UInt8(ascii: "`"))
    guard isFence else { return }
    if first == 0, trustsFences {
      fence = (byte, count)
      openBrackets = 0
    } else {
      trustsFences = false
    }
  }

  private static func run(of byte: UInt8, in line: Bytes, from start: Int) -> Int {
    var end = start
    while end < line.count, line[end] == byte { end &+= 1 }
    return end - start
  }

  /// The number of quote and item markers that begin a line, and the index of its content.
  static func prefix(of line: Bytes) -> (markers: Int, first: Int) {
    var markers = 0
    var index = 0
    while index < line.count {
      var next = index + 1
      switch line[index] {
      case 0x20, 0x09:
        index = next
        continue
      case UInt8(ascii: ">"):
        markers += 1
        index = next
        continue
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        while next < line.count, MarkdownEscaping.isDigit(line[next]) { next += 1 }
        guard next < line.count, line[next] == UInt8(ascii: ".") || line[next] == UInt8(ascii: ")")
        else { return (markers, index) }
        next += 1
      default: return (markers, index)
      }
      guard next == line.count || line[next] == 0x20 || line[next] == 0x09 else {
        return (markers, index)
      }
      markers += 1
      index = next
    }
    return (markers, index)
  }
}
