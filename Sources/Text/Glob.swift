/// A pattern for file paths: `*` and `?` match within one path component, `**/` and `/**` match any
/// number of components, `[a-z]` and `[!a-z]` match one character. A pattern without a slash
/// matches the last component: `*.swift`.
package struct Glob: Sendable, Hashable {
  private enum Step: Sendable, Hashable {
    case scalar(Unicode.Scalar)
    case anyScalar
    case oneOf([ClosedRange<UInt32>], isNegated: Bool)
    /// Any number of scalars except a slash.
    case anyWithinPart
    /// Any number of scalars.
    case anything
    /// Nothing, or everything up to and including a slash.
    case anyFolders
  }

  private var steps: [Step] = []

  package init(_ pattern: String) {
    let scalars = Array(pattern.unicodeScalars)
    var position = 0
    // After one unclosed bracket, later ones are unclosed too.
    var mayClose = true
    if !scalars.contains("/") { add(.anyFolders) }
    while position < scalars.count {
      switch scalars[position] {
      case "*":
        let start = position
        while position < scalars.count, scalars[position] == "*" { position += 1 }
        let isWholePart = start == 0 || scalars[start - 1] == "/"
        if position - start == 1 {
          add(.anyWithinPart)
        } else if isWholePart, position < scalars.count, scalars[position] == "/" {
          position += 1
          add(.anyFolders)
        } else {
          add(.anything)
        }
      case "?":
        add(.anyScalar)
        position += 1
      case "[":
        if mayClose, let (set, end) = Glob.set(in: scalars, from: position) {
          add(set)
          position = end
        } else {
          mayClose = false
          add(.scalar("["))
          position += 1
        }
      default:
        add(.scalar(scalars[position]))
        position += 1
      }
    }
  }

  private mutating func add(_ step: Step) {
    switch step {
    case .anyWithinPart, .anything, .anyFolders:
      if steps.last != step { steps.append(step) }
    default: steps.append(step)
    }
  }

  /// `[a-z_]`; nil if the bracket is not closed.
  private static func set(in scalars: [Unicode.Scalar], from start: Int) -> (Step, end: Int)? {
    var position = start + 1
    var isNegated = false
    if position < scalars.count, scalars[position] == "!" || scalars[position] == "^" {
      isNegated = true
      position += 1
    }
    var ranges: [ClosedRange<UInt32>] = []
    let first = position
    while position < scalars.count {
      let low = scalars[position].value
      if scalars[position] == "]", position > first {
        return (.oneOf(ranges, isNegated: isNegated), position + 1)
      }
      var high = low
      if position + 2 < scalars.count, scalars[position + 1] == "-", scalars[position + 2] != "]" {
        high = scalars[position + 2].value
        position += 2
      }
      if low <= high { ranges.append(low...high) }
      position += 1
    }
    return nil
  }

  /// Whether the pattern matches.
  package func matches(_ path: String) -> Bool {
    reached(by: path)?.contains(steps.count) ?? false
  }

  /// Whether the pattern may match a path in a folder.
  package func mayMatch(below folder: String) -> Bool { reached(by: folder + "/") != nil }

  /// The positions after a path; nil if the pattern can't go on. Tracks all positions at once, so
  /// that the time is linear in the path.
  private func reached(by path: String) -> Positions? {
    var current = Positions(count: steps.count + 1)
    var next = Positions(count: steps.count + 1)
    enter(0, &current)
    for scalar in path.unicodeScalars {
      next.removeAll()
      for position in current.list where position < steps.count {
        advance(position, by: scalar, to: &next)
      }
      if next.list.isEmpty { return nil }
      swap(&current, &next)
    }
    return current
  }

  private func advance(_ position: Int, by scalar: Unicode.Scalar, to next: inout Positions) {
    switch steps[position] {
    case .scalar(let wanted):
      if scalar == wanted { enter(position + 1, &next) }
    case .anyScalar:
      if scalar != "/" { enter(position + 1, &next) }
    case .oneOf(let ranges, let isNegated):
      if scalar != "/", ranges.contains(where: { $0.contains(scalar.value) }) != isNegated {
        enter(position + 1, &next)
      }
    case .anyWithinPart:
      if scalar != "/" { enter(position, &next) }
    case .anything:
      enter(position, &next)
    case .anyFolders:
      // Within a component only the slash advances.
      if scalar == "/" { enter(position, &next) } else { next.insert(position) }
    }
  }

  /// Adds a position, and the positions after steps that match nothing.
  private func enter(_ position: Int, _ positions: inout Positions) {
    var position = position
    while positions.insert(position, isOpen: true), position < steps.count {
      switch steps[position] {
      case .anyWithinPart, .anything, .anyFolders: position += 1
      default: return
      }
    }
  }
}

/// A set of positions in the pattern: a list with flags for membership.
private struct Positions {
  private(set) var list: [Int] = []
  private var marks: [UInt8]

  init(count: Int) {
    marks = [UInt8](repeating: 0, count: count)
    list.reserveCapacity(count)
  }

  func contains(_ position: Int) -> Bool { marks[position] != 0 }

  /// Returns false if the position is in the set. An open position replaces a closed one.
  @discardableResult
  mutating func insert(_ position: Int, isOpen: Bool = false) -> Bool {
    let mark: UInt8 = isOpen ? 2 : 1
    if marks[position] >= mark { return false }
    if marks[position] == 0 { list.append(position) }
    marks[position] = mark
    return true
  }

  mutating func removeAll() {
    for position in list { marks[position] = 0 }
    list.removeAll(keepingCapacity: true)
  }
}
