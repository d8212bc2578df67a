/// Matches lines with the steps of one pattern, in time linear in the length of the line.
///
/// The steps form a row, so that a set of steps fits into the bits of a number. The line is read
/// from its end: for each of its bytes, the set holds the steps from which the rest of the line
/// matches. Then the captures are read forwards, without a wrong turn.
struct LineAutomaton: Sendable {
  /// A set of steps. Bit 0 is the beginning, bit N is the step N - 1.
  typealias Steps = UInt128

  /// The most steps between the texts at the beginning and at the end of a pattern.
  static let mostSteps = Steps.bitWidth - 1

  /// The texts at the beginning and at the end.
  private let prefix: [UInt8]
  private let suffix: [UInt8]
  /// The steps between these texts.
  private let steps: [LineStep]
  let pairs: LinePairs.Needed

  /// The row in the tables for each byte.
  private var rows = [UInt8](repeating: 0, count: 256)
  /// The steps that a byte may begin.
  private var entered: [Steps] = []
  /// The steps that may go on with a byte.
  private var continued: [Steps] = []
  private var optional: Steps = 0
  /// The most optional steps in succession.
  private var longestOptional = 0
  /// The steps that may be the last ones.
  private var last: Steps = 0

  /// Nil if there are too many steps.
  init?(_ given: [LineStep]) {
    let head = given.prefix { $0.literal != nil }
    let rest = given.dropFirst(head.count)
    let tail = rest.reversed().prefix { $0.literal != nil }
    prefix = head.compactMap(\.literal)
    suffix = tail.reversed().compactMap(\.literal)
    steps = Array(rest.dropLast(tail.count))
    pairs = LinePairs.Needed(given)
    guard steps.count <= Self.mostSteps else { return nil }
    fillTables()
  }

  private mutating func fillTables() {
    for byte in UInt8.min...UInt8.max {
      var (entered, continued): (Steps, Steps) = (0, 0)
      for (index, step) in steps.enumerated() {
        let bit: Steps = 1 << Steps(index + 1)
        if let literal = step.literal {
          if literal == byte { entered |= bit }
        } else if 0x80..<0xC0 ~= byte {
          // A further byte of a character belongs to the step that took the first one.
          if step.characters.hasOthers { continued |= bit }
        } else if step.characters.begins(with: byte) {
          entered |= bit
          if step.repeats { continued |= bit }
        }
      }
      let known = self.entered.indices.first {
        self.entered[$0] == entered && self.continued[$0] == continued
      }
      if known == nil {
        self.entered.append(entered)
        self.continued.append(continued)
      }
      rows[Int(byte)] = UInt8(truncatingIfNeeded: known ?? self.entered.count - 1)
    }
    var count = 0
    for (index, step) in steps.enumerated() {
      count = step.isOptional ? count + 1 : 0
      longestOptional = max(longestOptional, count)
      if step.isOptional { optional |= 1 << Steps(index + 1) }
    }
    for index in stride(from: steps.count, through: 0, by: -1) {
      last |= 1 << Steps(index)
      if index > 0, !steps[index - 1].isOptional { break }
    }
  }

  // MARK: Matching

  /// A captured text: a range of the line.
  struct Capture {
    var step: LineStep
    var range: Range<Int>
  }

  /// Whether a line begins and ends with the texts of the pattern.
  func mayMatch(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count >= prefix.count + suffix.count else { return false }
    for (index, byte) in prefix.enumerated() where line[index] != byte { return false }
    let start = line.count - suffix.count
    for (index, byte) in suffix.enumerated() where line[start + index] != byte { return false }
    return true
  }

  /// The captures of a line that may match; nil if it does not.
  ///
  /// - Parameter sets: memory for the sets of steps, which is used again for each line.
  func captures(
    of line: UnsafeBufferPointer<UInt8>, using sets: inout [Steps]
  ) -> [Capture]? {
    let middle = UnsafeBufferPointer(
      rebasing: line[prefix.count..<(line.count - suffix.count)])
    if sets.count <= middle.count {
      sets = Array(repeating: 0, count: max(middle.count + 1, 2 * sets.count))
    }
    guard matches(middle, &sets) else { return nil }
    return captures(of: middle, sets)
  }

  private func matches(_ line: UnsafeBufferPointer<UInt8>, _ sets: inout [Steps]) -> Bool {
    rows.withUnsafeBufferPointer { rows in
      entered.withUnsafeBufferPointer { entered in
        continued.withUnsafeBufferPointer { continued in
          sets.withUnsafeMutableBufferPointer { sets in
            var set = last
            sets[line.count] = set
            var index = line.count
            while index > 0 {
              index -= 1
              let row = Int(rows[Int(line[index])])
              var begun = set & entered[row]
              for _ in 0..<longestOptional { begun |= begun >> 1 & optional }
              set = set & continued[row] | begun >> 1
              if set == 0 { return false }
              sets[index] = set
            }
            return set & 1 == 1
          }
        }
      }
    }
  }

  /// Follows the preferred steps from the beginning; each of them leads to the end.
  private func captures(of line: UnsafeBufferPointer<UInt8>, _ sets: [Steps]) -> [Capture] {
    var ranges = [Range<Int>](repeating: 0..<0, count: steps.count + 1)
    var step = 0
    for index in line.indices {
      let row = Int(rows[Int(line[index])])
      let canContinue = sets[index + 1] & continued[row] & (1 << Steps(step)) != 0
      if !canContinue || !steps[step - 1].isGreedy,
        let next = next(after: step, in: sets[index + 1] & entered[row])
      {
        step = next
        ranges[step] = index..<index
      }
      ranges[step] = ranges[step].lowerBound..<(index + 1)
    }
    return steps.indices.compactMap { index in
      guard steps[index].capture != nil else { return nil }
      let range = ranges[index + 1]
      return Capture(
        step: steps[index],
        range: (prefix.count + range.lowerBound)..<(prefix.count + range.upperBound))
    }
  }

  /// The next step of a set. Only optional steps are passed over.
  private func next(after step: Int, in set: Steps) -> Int? {
    for next in (step + 1)..<(steps.count + 1) {
      if set >> Steps(next) & 1 == 1 { return next }
      if !steps[next - 1].isOptional { return nil }
    }
    return nil
  }
}
