internal import Diagnostics
internal import ToolReports

/// Reads test points and the lines below them.
extension TAPImporter {
  mutating func addPoint(_ given: TAPPoint) {
    finishPoint()
    var point = given
    if isNot { point.isOK = false }
    isNot = false
    point.line = reader.number
    if let odd = point.oddDuration { note(oddDuration: odd) }
    if !output.isEmpty {
      if point.isFailure { point.diagnostics.output = output }
      output = context.excerpt
    }
    let index = levels.count - 1
    points += 1
    levels[index].count(point)
    levels[index].current = point
    levels[index].closed = levels[index].ended
    levels[index].ended = nil
    levels[index].nameOfNext = nil
  }

  private mutating func note(oddDuration written: String) {
    guard !hasOddDuration else { return }
    hasOddDuration = true
    reader.report(.note, "unreadable-duration", ReportedDuration.summary(written))
  }

  /// Adds the last point. All lines that belong to it must be read.
  mutating func finishPoint() {
    let index = levels.count - 1
    guard var point = levels[index].current else { return }
    let subtest = levels[index].closed
    (levels[index].current, levels[index].closed) = (nil, nil)
    if point.opensSubtest, subtest == nil { point.text += " {" }
    let isSkipped = subtest?.planSkip != nil && point.isOK
    var isLeaf = true
    if let subtest, subtest.leaves > 0 {
      // Only a TODO point excuses failed tests in its subtest; a skipped point does not.
      let isExpected = point.directive == .todo
      isLeaf = point.isFailure && subtest.failures == 0
      if point.isFailure, !isLeaf { failedSubtests += 1 }
      levels[index].leaves += subtest.leaves
      levels[index].failures += isExpected ? 0 : subtest.failures
      for var test in subtest.tests(named: subtest.name ?? point.title) {
        if isExpected, test.isProblem { test.outcome = .todo }
        pass(test)
      }
      if !isLeaf, !point.isFailure, let problem = subtest.planProblem {
        add(problem, of: point.title, line: point.line)
      }
    }
    if isLeaf {
      levels[index].leaves += 1
      levels[index].failures += point.isFailure ? 1 : 0
      var test = test(of: point, isSkipped, subtest?.planProblem)
      test.reason = point.directive == nil ? subtest?.planSkip : point.reason
      pass(test)
    }
  }

  private func test(of point: TAPPoint, _ isSkipped: Bool, _ problem: TAPProblem?) -> TestCase {
    var test = TestCase(title: point.title)
    (test.identity, test.source) = ([point.title], context.mark(point.line))
    test.seconds = point.seconds
    switch point.directive {
    case .skip: test.outcome = .skipped
    case .todo: test.outcome = .todo
    case nil: test.outcome = !point.isOK ? .failed : isSkipped ? .skipped : .passed
    }
    guard test.isProblem else { return test }
    point.diagnostics.describe(&test, context.locale)
    test.text = test.text ?? problem?.title(context.locale)
    return test
  }

  /// Adds a test of the last level, or holds it until the names of its subtests are known.
  mutating func pass(_ test: TestCase) {
    var test = test
    if levels.count > 1 {
      // A reported test waits because it may still change; another one waits only for names.
      let isSaid =
        test.isProblem || !context.options.included.isEmpty || context.options.retriesByName
      let names = levels.dropFirst().compactMap(\.name)
      guard !isSaid, names.count == levels.count - 1 else {
        return levels[levels.count - 1].held.append(test)
      }
      test.suites.insert(contentsOf: names.filter { !$0.isEmpty }, at: 0)
    }
    test.title = (test.suites + [test.title]).joined(separator: " › ")
    report.add(test)
  }

  // MARK: Lines below a point

  /// Reads a line of the open block. Returns false if the line is after the block.
  mutating func readYAML(_ line: String, _ indent: Int) -> Bool {
    let blanks = line.utf8.prefix { $0 == 0x20 }.count
    let index = levels.count - 1
    guard blanks >= indent || blanks == line.utf8.count else {
      yamlIndent = nil
      return false
    }
    let content = Substring(line.utf8.dropFirst(indent))
    if blanks == indent, content == "..." {
      yamlIndent = nil
      return true
    }
    if content.utf8.starts(with: "duration_ms:".utf8), levels[index].current?.seconds == nil {
      let written = PlainText.trimmedLine(content.dropFirst(12))
      let seconds = Double(written).flatMap { ReportedDuration.seconds(milliseconds: $0) }
      levels[index].current?.seconds = seconds
      if seconds == nil { note(oddDuration: String(written)) }
    }
    guard levels[index].current?.isFailure == true else { return true }
    var yaml = levels[index].current?.diagnostics.yaml ?? context.excerpt
    levels[index].current?.diagnostics.yaml = nil
    yaml.append(content + "\n")
    levels[index].current?.diagnostics.yaml = yaml
    return true
  }

  /// Reads a comment. Returns false if reading must stop.
  mutating func readComment(_ comment: String, _ indent: Int) -> Bool {
    let words = PlainText.trimmedLine(comment[...])
    if words.utf8.starts(with: "Subtest: ".utf8) {
      let name = String(PlainText.trimmedLine(words.dropFirst(9)))
      let depth = levels.count
      guard enter(indent) else { return !reader.log.hasErrors }
      // The comment is the first line of the subtest, or the last line before it.
      if levels.count > depth, levels[levels.count - 1].name == nil {
        levels[levels.count - 1].name = name
      } else {
        levels[levels.count - 1].nameOfNext = name
      }
      return true
    }
    if indent == 0 { claims.readComment(words) }
    if words.utf8.starts(with: "Looks like you".utf8) {
      if words.utf8.starts(with: "Looks like your ".utf8) {
        others.signs.addDeath(words, number: reader.number)
      }
      return true
    }
    let index = levels.count - 1
    // Comments after an expected failure explain the failure, so they are ignored.
    if levels[index].current?.isExpectedFailure == true { return true }
    guard levels[index].current?.isFailure == true else {
      // Perl's diagnostics of a failure may reach the file before its test. Shown failures explain them.
      if words.utf8.starts(with: "Failed test ".utf8) {
        others.signs.addFailure(words, number: reader.number)
      }
      return noteOutput("#" + comment)
    }
    var comments = levels[index].current?.diagnostics.comments ?? context.excerpt
    levels[index].current?.diagnostics.comments = nil
    comments.append((comment.first == " " ? comment.dropFirst() : comment[...]) + "\n")
    levels[index].current?.diagnostics.comments = comments
    return true
  }
}
