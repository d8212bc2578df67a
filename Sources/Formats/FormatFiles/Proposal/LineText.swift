internal import Text

/// Makes patterns of lines with numbers.
enum LineText {
  /// The pattern of a line, in which numbers and versions may differ.
  static func pattern(of line: String) -> String { pattern(of: line, capturing: nil) }

  /// The pattern of a line with a total; nil if the line does not have this number once.
  static func pattern(of line: String, total: Int) -> String? {
    let numbers = runs(in: line).filter { $0.isNumber && Int($0.text) == total }
    return numbers.count == 1 ? pattern(of: line, capturing: total) : nil
  }

  private static func pattern(of line: String, capturing total: Int?) -> String {
    runs(in: line).map { run in
      guard run.isNumber else { return run.text.replacing("%", with: "%%") }
      if let total, Int(run.text) == total { return "%{total:digits}" }
      return run.text.contains(".") ? "%*[0-9.]" : "%*d"
    }.joined()
  }

  /// The line with another total.
  static func replacing(total: Int, with other: Int, in line: String) -> String {
    runs(in: line).map { $0.isNumber && Int($0.text) == total ? "\(other)" : $0.text }.joined()
  }

  /// The parts of a line: numbers, and texts between them.
  private static func runs(in line: String) -> [(text: String, isNumber: Bool)] {
    var runs: [(text: String, isNumber: Bool)] = []
    for character in line {
      let isDigit = character.isASCII && character.isNumber
      // A point within a version belongs to it.
      let isNumber = isDigit || character == "." && runs.last?.isNumber == true
      if let last = runs.last, last.isNumber == isNumber {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append((String(character), isNumber))
      }
    }
    return runs.flatMap { run -> [(text: String, isNumber: Bool)] in
      // A point at the end of a sentence does not.
      guard run.isNumber, run.text.hasSuffix(".") else { return [run] }
      return [(String(run.text.dropLast()), true), (".", false)]
    }
  }
}
