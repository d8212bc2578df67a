internal import Model

/// The failures of a suite that a report counts and does not describe. If their number differs,
/// they are different messages, because nothing identifies a single failure.
struct HiddenFailures {
  /// The fingerprint up to their number.
  let suite: Substring
  let count: Int

  /// nil for other messages.
  init?(_ message: borrowing Message) {
    guard let fingerprint = message.fingerprint, fingerprint.hasPrefix(TestDigests.prefix),
      let end = fingerprint.utf8.lastIndex(of: TestDigests.separator),
      let count = Int(fingerprint[fingerprint.utf8.index(after: end)...]),
      fingerprint[..<end].hasSuffix(Self.name)
    else { return nil }
    (suite, self.count) = (fingerprint[..<end], count)
  }

  private static let name = "\u{1E}hidden failures"
}
