internal import Model
internal import Text

/// Failures that lines of tests raised. Each test has lines of its own, so that different lines may
/// have one cause.
extension LikenessKeys {
  /// The cause that failures share with its values. Failures with equal ones have one cause.
  struct SharedCause: Hashable {
    var cause: [UInt8]
    /// The only test, if the cause says too little to be that of several tests.
    var test: String?
  }

  /// The cause that failures share, if lines of tests raised all of them.
  func sharedCause(of items: [Int]) -> SharedCause? {
    guard let first = items.first, let cause = firstLine(of: first),
      items.allSatisfy({ isRaisedByTest($0) && firstLine(of: $0) == cause })
    else { return nil }
    if Self.quotesThing(cause) { return SharedCause(cause: cause) }
    guard let test = TestTitle.withoutValues(messages[first]),
      items.allSatisfy({ TestTitle.withoutValues(messages[$0]) == test })
    else { return nil }
    return SharedCause(cause: cause, test: test)
  }

  /// Whether the place of a failure is a line of a test.
  private func isRaisedByTest(_ index: Int) -> Bool {
    guard messages[index].testLocation == nil, let location = messages[index].location,
      location.line != nil
    else { return false }
    return TestFile.isOne(location.file)
  }

  /// Names of types and values in the causes of many different failures.
  private static let commonNames: Set<String> = [
    "NoneType", "None", "str", "int", "float", "bool", "bytes", "list", "dict", "tuple", "set",
    "object", "type", "function", "method", "generator", "coroutine", "string", "number", "array",
    "undefined", "null", "true", "false", "True", "False",
  ]
  /// The least bytes of a name, and of a value that two assertions compare by chance.
  private static let (leastName, leastValue) = (3, 8)

  /// Whether a cause quotes something that is hardly the cause of other failures: a name in an
  /// error, or a long value in an assertion.
  private static func quotesThing(_ cause: [UInt8]) -> Bool {
    let least = ExceptionType.name(in: cause) == nil ? leastValue : leastName
    return VolatileText(cause).outline().values.contains { value in
      let quoted = cause[value].dropFirst().dropLast()
      guard let mark = cause[value].first, "'\"`".utf8.contains(mark), quoted.count >= least else {
        return false
      }
      return !commonNames.contains(String(decoding: quoted, as: UTF8.self))
    }
  }
}
