/// A context of the stack. A record is stored as scope and index, so that a lookup needs no
/// unpacking.
///
/// Not copyable: see `Interpreter`.
struct StackFrame: ~Copyable {
  /// Nil for a value other than a record, which has no names.
  private let scope: (any Scope)?
  var index: Int
  private let other: Value
  /// Whether the value is the section's own value, not an item of its list.
  private let isWholeSection: Bool

  init(_ value: Value, isWholeSection: Bool = false) {
    self.isWholeSection = isWholeSection
    if case .record(let scope, let index) = value {
      self.scope = scope
      self.index = index
      other = .missing
    } else {
      scope = nil
      index = 0
      other = value
    }
  }

  /// The value of the name in this context.
  borrowing func value(_ name: Name) -> Value {
    scope?.value(name, at: index) ?? .missing
  }

  /// The value of the section's own name inside the section; nil if it must be looked up.
  var repeated: Value? {
    guard isWholeSection else { return nil }
    if case .missing = other { return nil }
    return other
  }

  var whole: Value {
    if let scope { .record(scope, index) } else { other }
  }
}
