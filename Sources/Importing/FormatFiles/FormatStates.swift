/// The paths that are followed while a report passes: those of lists and of absolute values. A
/// state says how many steps of a path lead to the current value.
struct FormatStates: Sendable {
  /// The use of the values at a path.
  enum Use: Sendable {
    /// The index of the list. The steps lead on from the value to the elements.
    case list(Int, rest: [FormatPath.Step])
    case capture(FormatPath)
  }

  struct Pattern: Sendable {
    /// The steps that need only keys.
    var steps: [FormatPath.Step]
    var use: Use

    /// Whether the value is not needed, but only its key or that it is there.
    var isCapture: Bool {
      if case .capture = use { true } else { false }
    }
  }

  struct State: Sendable {
    var pattern: Int
    var step = 0
  }

  let patterns: [Pattern]
  private let dialect: FormatPath.Dialect

  init(_ variant: FormatFile.Variant) {
    dialect = variant.kind.dialect
    var patterns: [Pattern] = []
    for (index, list) in variant.lists.enumerated() {
      let path = list.levels[0].path
      let count = path.streamedSteps
      patterns.append(
        Pattern(
          steps: Array(path.steps[..<count]),
          use: .list(index, rest: Array(path.steps[count...]))))
    }
    for path in variant.absolutePaths {
      let steps = Array(path.steps[..<path.streamedSteps])
      patterns.append(Pattern(steps: steps, use: .capture(path)))
    }
    self.patterns = patterns
  }

  var initial: [State] { patterns.indices.map { State(pattern: $0) } }

  func isAtEnd(_ state: State) -> Bool { state.step == patterns[state.pattern].steps.count }

  /// The states of a child.
  func next(_ states: [State], key: String?, index: Int?) -> [State] {
    var next: [State] = []
    for state in states where !isAtEnd(state) {
      let step = patterns[state.pattern].steps[state.step]
      if case .descendants = step { next.append(state) }
      if step.matches(key: key, index: index, dialect) {
        next.append(State(pattern: state.pattern, step: state.step + 1))
      }
    }
    return next
  }

  /// The lists whose elements may be among the children of a value with these states.
  func lists(around states: [State]) -> [Int] {
    states.compactMap { state in
      let pattern = patterns[state.pattern]
      guard case .list(let list, _) = pattern.use else { return nil }
      let left = pattern.steps[state.step...]
      if case .descendants? = left.first { return list }
      return left.count <= 1 ? list : nil
    }
  }

  /// The lists that an empty array or object with these states leaves without elements.
  func lists(emptiedAt states: [State]) -> [Int] {
    states.compactMap { state in
      let pattern = patterns[state.pattern]
      guard case .list(let list, _) = pattern.use, !isAtEnd(state),
        case .children = pattern.steps[state.step]
      else { return nil }
      return list
    }
  }

  /// Whether the only step left needs an array or an object.
  func needsContainer(_ state: State) -> Bool {
    let pattern = patterns[state.pattern]
    guard !pattern.isCapture, state.step == pattern.steps.count - 1 else { return false }
    return switch pattern.steps[state.step] {
    case .children, .element: true
    default: false
    }
  }
}
