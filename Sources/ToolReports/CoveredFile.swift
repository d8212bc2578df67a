package import Model

/// The lines of a file that reports of coverage contain. Each line counts once, even if several
/// reports, or several parts of a report, contain it.
package struct CoveredFile: Sendable, Hashable {
  /// Twice the number of each line, plus 1 if the line was run, in ascending order. Empty if the
  /// reports give only counts.
  private var numbers: [UInt32] = []
  /// The branches of each line with some.
  private var branchesOfLines: [UInt32: Share] = [:]
  package private(set) var lines = Share()
  package private(set) var branches = Share()
  /// Whether its tool counts branches in the percentage.
  package private(set) var countsBranches = false

  /// Creates a file from the counts of a report that lists no lines.
  package init(lines: Share = Share(), branches: Share = Share()) {
    self.lines = lines
    self.branches = branches
  }

  /// - Parameters:
  ///   - numbers: Twice the number of each line, plus 1 if the line was run.
  ///   - branches: The branches of lines by their numbers.
  init(numbers: [UInt32], branches: [UInt32: Share], countsBranches: Bool) {
    (self.numbers, branchesOfLines) = (numbers, branches)
    self.countsBranches = countsBranches
    count()
  }

  package var knowsLines: Bool { !numbers.isEmpty }

  /// Replaces the counts by those that a report states.
  package mutating func state(lines: Share, branches: Share) {
    self.lines = lines
    self.branches = branches
  }

  /// The percentage by the definition of its tool.
  package var share: Share { file(at: "").share }

  package func file(at path: String) -> CodeCoverage.File {
    CodeCoverage.File(
      path: path, lines: lines, branches: branches, countsBranches: countsBranches)
  }

  /// Adds what another report, or another part of the report, knows of the file. A branch counts as
  /// covered if so many branches of its line are covered in one of them.
  package mutating func join(_ other: CoveredFile) {
    countsBranches = countsBranches || other.countsBranches
    guard knowsLines, other.knowsLines else {
      // Lines say more than counts, so that the order of reports does not matter.
      if knowsLines { return }
      if other.knowsLines {
        let counts = countsBranches
        self = other
        countsBranches = counts
      } else {
        lines.add(other.lines)
        branches.add(other.branches)
      }
      return
    }
    numbers += other.numbers
    branchesOfLines.merge(other.branchesOfLines) { left, right in
      Share(part: max(left.part, right.part), whole: max(left.whole, right.whole))
    }
    count()
  }

  private mutating func count() {
    var (unique, part): ([UInt32], Int) = ([], 0)
    unique.reserveCapacity(numbers.count)
    // Of several entries of a line, one that was run is sorted last.
    for number in numbers.sorted() {
      if let last = unique.last, last >> 1 == number >> 1 {
        if number > last { (unique[unique.count - 1], part) = (number, part + 1) }
      } else {
        unique.append(number)
        part += Int(number & 1)
      }
    }
    numbers = unique
    lines = Share(part: part, whole: unique.count)
    branches = branchesOfLines.values.reduce(into: Share()) { $0.add($1) }
  }

  /// How many of some lines are in the report, and which of these were not run.
  ///
  /// - Parameter changed: In ascending order.
  package func coverage(of changed: [ClosedRange<Int>]) -> (whole: Int, missed: [Int]) {
    var (whole, missed): (Int, [Int]) = (0, [])
    var index = 0
    for range in changed {
      while index < numbers.count, Int(numbers[index] >> 1) < range.lowerBound { index += 1 }
      while index < numbers.count, Int(numbers[index] >> 1) <= range.upperBound {
        whole += 1
        if numbers[index] & 1 == 0 { missed.append(Int(numbers[index] >> 1)) }
        index += 1
      }
    }
    return (whole, missed)
  }
}

/// Collects the lines of files as a report gives them.
package struct CoveredLines {
  /// The parts of each file, each more than twice as large as the next one, so that a file of many
  /// parts takes no quadratic time.
  private var files: [String: [CoveredFile]] = [:]
  /// The open file, so that its lines need no search.
  private var name = ""
  private var numbers: [UInt32] = []
  private var branches: [UInt32: Share] = [:]
  private let countsBranches: Bool

  /// - Parameter countsBranches: Whether the tool counts branches in the percentage.
  package init(countsBranches: Bool = false) {
    self.countsBranches = countsBranches
  }

  package mutating func add(line: Int, isRun: Bool, of file: String) {
    guard let number = Self.number(line) else { return }
    open(file)
    numbers.append(number << 1 | (isRun ? 1 : 0))
  }

  package mutating func add(branches share: Share, line: Int, of file: String) {
    guard let number = Self.number(line), share.whole > 0 else { return }
    open(file)
    branches[number, default: Share()].add(share)
  }

  private static func number(_ line: Int) -> UInt32? {
    guard let number = UInt32(exactly: line), 1...UInt32(Int32.max) ~= number else { return nil }
    return number
  }

  private mutating func open(_ file: String) {
    if file == name { return }
    endFile()
    name = file
  }

  /// Ends a part of a file. What a later part repeats counts once.
  package mutating func endFile() {
    guard var file = takeFile() else { return }
    while let last = files[name]?.last, last.lines.whole <= 2 * file.lines.whole {
      file.join(last)
      files[name]?.removeLast()
    }
    files[name, default: []].append(file)
  }

  /// Ends the open file and returns it; nil if it has no lines.
  package mutating func takeFile() -> CoveredFile? {
    defer { (numbers, branches) = ([], [:]) }
    return numbers.isEmpty
      ? nil : CoveredFile(numbers: numbers, branches: branches, countsBranches: countsBranches)
  }

  package consuming func finish() -> [String: CoveredFile] {
    endFile()
    return files.compactMapValues { parts in
      guard var whole = parts.last else { return nil }
      for part in parts.dropLast().reversed() { whole.join(part) }
      return whole
    }
  }
}
