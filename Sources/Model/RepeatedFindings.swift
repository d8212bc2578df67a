/// Detects findings that reports contain several times. Two findings are the same if tool, rule,
/// place, time and all texts are equal.
package struct RepeatedFindings: Sendable {
  /// The parts that may differ between findings that count as the same.
  package enum Difference: Sendable {
    case nothing
    /// The details: a compiler reports the same line for several ways to reach it.
    case details
    /// The details and the time.
    case detailsAndTime
  }

  /// The index of the first finding with each hash. Others with the same hash are not stored.
  private var indices: [Int: Int] = [:]

  package init() {}

  /// Returns the index of the message that a finding repeats. Records a new one and returns nil.
  ///
  /// - Parameters:
  ///   - messages: The messages before it.
  ///   - index: The index that a new one will have.
  package mutating func first(
    of finding: borrowing Message, in messages: borrowing [Message], despite difference: Difference,
    at index: Int
  ) -> Int? {
    // Without a line, only the details distinguish two findings.
    let comparesDetails = difference == .nothing || finding.location?.line == nil
    var hasher = Hasher()
    finding.hash(intoRepetition: &hasher)
    if comparesDetails { hasher.combine(finding.details) }
    if difference != .detailsAndTime { hasher.combine(finding.time) }
    let key = hasher.finalize()
    guard let known = indices[key] else {
      indices[key] = index
      return nil
    }
    let isSame =
      finding.repeats(messages[known])
      && (!comparesDetails || finding.details == messages[known].details)
      && (difference == .detailsAndTime || finding.time == messages[known].time)
    return isSame ? known : nil
  }
}

extension Message {
  fileprivate borrowing func hash(intoRepetition hasher: inout Hasher) {
    hasher.combine(fingerprint)
    hasher.combine(title)
    hasher.combine(text)
    hasher.combine(location?.file)
    hasher.combine(location?.line)
    hasher.combine(location?.column)
  }

  fileprivate borrowing func repeats(_ other: Message) -> Bool {
    fingerprint == other.fingerprint && environment == other.environment
      && category == other.category && urgency == other.urgency
      && title == other.title && text == other.text && textFormat == other.textFormat
      && location?.file == other.location?.file && location?.line == other.location?.line
      && location?.column == other.location?.column && link == other.link
      && attachments == other.attachments
  }
}
