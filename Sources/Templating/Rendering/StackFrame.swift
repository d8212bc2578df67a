/// One context of the stack: a record as scope and index, so that looking up a name takes nothing
/// apart; anything else as it is.
///
/// Not copyable, as is `PathPart`: names are looked up where they lie in memory. Copies would count
/// references to what all threads share, and threads that count together wait for each other.
struct StackFrame: ~Copyable {
  private let scope: any Scope
  var index: Int
  private let other: Value

  init(_ value: Value) {
    if case .record(let scope, let index) = value {
      self.scope = scope
      self.index = index
      other = .missing
    } else {
      scope = NoRecord.shared
      index = 0
      other = value
    }
  }

  /// What the name means here.
  @inline(__always) borrowing func value(_ part: borrowing PathPart) -> Value {
    scope.value(part.name, at: index)
  }

  var whole: Value {
    if case .missing = other { .record(scope, index) } else { other }
  }
}

/// A part of a dotted name.
struct PathPart: ~Copyable {
  let name: Name

  @inline(__always) borrowing func value(in scope: borrowing any Scope, at index: Int) -> Value {
    scope.value(name, at: index)
  }
}

/// Knows no name: a context that is no record.
private final class NoRecord: Scope {
  static let shared = NoRecord()

  func value(_ name: Name, at index: Int) -> Value { .missing }
}
