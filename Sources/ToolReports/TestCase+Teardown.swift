internal import Model

extension TestCase {
  /// The beginning of pytest's text for an error in a teardown.
  package static let failedTeardown = "failed on teardown with \""

  /// Adds the error of its teardown after its own failure. An equal error is not repeated.
  package mutating func join(teardown: TestCase) {
    seconds = seconds.map { $0 + (teardown.seconds ?? 0) } ?? teardown.seconds
    attachments += teardown.attachments.filter { !attachments.contains($0) }
    guard let text else {
      (self.text, details) = (teardown.text, details ?? teardown.details)
      return
    }
    guard let added = teardown.text, added != text, added != Self.failedTeardown + text + "\""
    else {
      return
    }
    self.text = text + "\n" + added
    let trace = [added, teardown.details].compactMap(\.self).joined(separator: "\n")
    details = [details, trace].compactMap(\.self).joined(separator: "\n\n")
  }
}
