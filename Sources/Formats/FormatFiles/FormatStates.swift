/// The paths that are followed while a report passes: those of lists and of absolute values. A
/// state says how many steps of a path lead to the current value.
struct FormatStates: Sendable {
  /// The use of the values at a path.
  enum Use: Sendable {
    /// The index of the list. The steps lead on from the value to the elements.
    case list(Int, rest: [FormatPath.Step])
    case rootValue(FormatPath)
  }

  struct FollowedPath: Sendable {
    /// The steps that need only keys.
    var steps: [FormatPath.Step]
    var use: Use

    /// Whether it leads to one member at most.
    var leadsToMember: Bool {
      steps.allSatisfy { step in
        if case .member = step { true } else { false }
      }
    }

    /// Whether the value is not needed, but only its key or that it is there.
    var isRootValue: Bool {
      if case .rootValue = use { true } else { false }
    }
  }

  struct State: Sendable {
    var path: Int
    var step = 0
  }

  let paths: [FollowedPath]
  private let dialect: FormatPath.Dialect
  /// Whether the format recognizes the report.
  private let isRecognized: Bool

  init(_ variant: FormatFile.Variant, isRecognized: Bool) {
    dialect = variant.kind.dialect
    self.isRecognized = isRecognized
    var paths: [FollowedPath] = []
    for (index, list) in variant.lists.enumerated() {
      let path = list.levels[0].path
      let count = path.streamedSteps
      paths.append(
        FollowedPath(
          steps: Array(path.steps[..<count]),
          use: .list(index, rest: Array(path.steps[count...]))))
    }
    for path in variant.absolutePaths {
      let steps = Array(path.steps[..<path.streamedSteps])
      paths.append(FollowedPath(steps: steps, use: .rootValue(path)))
    }
    self.paths = paths
  }

  var initial: [State] { paths.indices.map { State(path: $0) } }

  func isAtEnd(_ state: State) -> Bool { state.step == paths[state.path].steps.count }

  /// The states of a child.
  func next(_ states: [State], key: String?, index: Int?) -> [State] {
    var next: [State] = []
    for state in states where !isAtEnd(state) {
      let step = paths[state.path].steps[state.step]
      if case .descendants = step { next.append(state) }
      if step.matches(key: key, index: index, dialect) {
        next.append(State(path: state.path, step: state.step + 1))
      }
    }
    return next
  }

  /// The lists whose elements may be among the children of a value with these states.
  func lists(around states: [State]) -> [Int] {
    states.compactMap { state in
      let followed = paths[state.path]
      guard case .list(let list, _) = followed.use else { return nil }
      let left = followed.steps[state.step...]
      // Any report has a place for descendants.
      if case .descendants? = left.first { return isRecognized ? list : nil }
      // A single member of JSON is an element, and not the place of several.
      if dialect != .xml, left.count == 1, followed.leadsToMember { return nil }
      return left.count <= 1 ? list : nil
    }
  }

  /// The lists that an empty array or object with these states leaves without elements.
  func lists(emptiedAt states: [State]) -> [Int] {
    states.compactMap { state in
      let followed = paths[state.path]
      guard case .list(let list, _) = followed.use, !isAtEnd(state),
        case .children = followed.steps[state.step]
      else { return nil }
      return list
    }
  }

  /// Whether a list needs a member that is not among the followed ones.
  func lacksList(_ states: [State], _ followed: Set<String>) -> Bool {
    states.contains { state in
      let path = paths[state.path]
      guard !path.isRootValue, !isAtEnd(state), case .member(let name) = path.steps[state.step]
      else { return false }
      return !followed.contains(name)
    }
  }

  /// Whether the only step left needs an array or an object.
  func needsContainer(_ state: State) -> Bool {
    let followed = paths[state.path]
    guard !followed.isRootValue, state.step == followed.steps.count - 1 else { return false }
    return switch followed.steps[state.step] {
    case .children, .element: true
    default: false
    }
  }
}
