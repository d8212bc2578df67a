extension [String] {
  /// "a, b and c".
  func listed(by conjunction: String = "and") -> String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}
