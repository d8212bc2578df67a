package import Localization
internal import Text

/// The expected and the actual value of a failed test as lines of fixed width (see "Compared
/// values").
package enum ValueComparison {
  /// The longest value in clusters that is shown whole.
  private static let longestValue = 200
  /// How much of a common beginning is kept before the first difference of long values.
  private static let kept = 20
  /// The most lines of each value that are compared.
  private static let mostLines = 200
  /// The most lines of a difference, and the equal lines around a change.
  private static let longestDifference = 60
  private static let reach = 2

  /// Two aligned lines, or the difference of values with several lines.
  package static func text(
    expected: String, actual: String, isAscii: Bool, _ locale: Locale
  ) -> String {
    let words = (locale.string(.roleExpected), locale.string(.roleActual))
    let gap = isAscii ? "..." : "…"
    let (left, right) = (lines(expected), lines(actual))
    guard left.count > 1 || right.count > 1 else {
      let values = shortened(left.first ?? "", right.first ?? "", gap)
      let columns = max(TextWidth.columns(of: words.0), TextWidth.columns(of: words.1)) + 2
      return (words.0 + ":").padded(toColumns: columns) + values.0 + "\n"
        + (words.1 + ":").padded(toColumns: columns) + values.1
    }
    let changes = difference(left, right)
    var output = ["- " + words.0, "+ " + words.1, ""]
    var isInGap = false
    for (index, change) in changes.enumerated() {
      let around = changes[max(0, index - reach)..<min(changes.count, index + reach + 1)]
      guard around.contains(where: { $0.sign != " " }) else {
        if !isInGap { output.append("  " + gap) }
        isInGap = true
        continue
      }
      isInGap = false
      guard output.count < longestDifference else {
        let rest = changes[index...].count { $0.sign != " " }
        return (output + [gap + " " + (TextLimits.more(rest, locale) ?? "")]).joined(
          separator: "\n")
      }
      output.append(change.sign + " " + change.line.truncated(toClusters: longestValue))
    }
    let most = max(left.count, right.count)
    if most > mostLines {
      output.append(gap + " " + (TextLimits.more(most - mostLines, locale) ?? ""))
    }
    return output.joined(separator: "\n")
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Two values; long ones begin shortly before their first difference.
  private static func shortened(
    _ left: String, _ right: String, _ gap: String
  ) -> (String, String) {
    guard max(left.count, right.count) > longestValue else { return (left, right) }
    let common = zip(left, right).prefix { $0 == $1 }.count
    let dropped = max(0, common - kept)
    func cut(_ value: String) -> String {
      let rest = value.dropFirst(dropped)
      let short = rest.prefix(longestValue)
      return (dropped > 0 ? gap : "") + short + (short.endIndex < rest.endIndex ? gap : "")
    }
    return (cut(left), cut(right))
  }

  private struct Change {
    let sign: String
    let line: String
  }

  /// The removed, added and common lines of the first lines of two texts, by their longest common
  /// subsequence.
  private static func difference(_ left: [String], _ right: [String]) -> [Change] {
    let (left, right) = (Array(left.prefix(mostLines)), Array(right.prefix(mostLines)))
    // The length of the longest common subsequence of the lines from each pair of positions on.
    var lengths = [[Int]](
      repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in left.indices.reversed() {
      for column in right.indices.reversed() {
        lengths[row][column] =
          left[row] == right[column]
          ? lengths[row + 1][column + 1] + 1
          : max(lengths[row + 1][column], lengths[row][column + 1])
      }
    }
    var changes: [Change] = []
    var (row, column) = (0, 0)
    while row < left.count || column < right.count {
      if row < left.count, column < right.count, left[row] == right[column] {
        changes.append(Change(sign: " ", line: left[row]))
        (row, column) = (row + 1, column + 1)
      } else if row < left.count,
        column == right.count || lengths[row + 1][column] >= lengths[row][column + 1]
      {
        changes.append(Change(sign: "-", line: left[row]))
        row += 1
      } else {
        changes.append(Change(sign: "+", line: right[column]))
        column += 1
      }
    }
    return changes
  }
}
