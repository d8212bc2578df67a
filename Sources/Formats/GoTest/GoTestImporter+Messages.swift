internal import Localization
internal import Model
internal import Text
internal import Time
internal import ToolReports

/// Creates the messages for tests and packages.
extension GoTestImporter {
  func test(_ name: String, _ run: GoTestRun, of package: String) -> TestCase {
    var test = TestCase(title: package.isEmpty ? name : Self.shortName(package) + "." + name)
    (test.suites, test.identity) = (package.isEmpty ? [] : [package], [name])
    test.time = run.time.flatMap { TimePoint(parsing: $0) }
    test.source = context.mark(run.line)
    return test
  }

  /// The last part of an import path, without a version such as `v2`.
  private static func shortName(_ package: String) -> String {
    let parts = package.split(separator: "/")
    let isVersion =
      parts.count > 1 && parts.last?.first == "v" && parts.last.map { Int($0.dropFirst()) } != nil
    return (isVersion ? parts.dropLast() : parts[...]).last.map(String.init) ?? package
  }

  func describe(_ test: inout TestCase, _ written: Excerpt, of package: String) {
    let output = GoOutput(written.text)
    test.colors.add(written)
    test.text = output.text
    test.details = output.details.isEmpty || output.details == output.text ? nil : output.details
    (test.file, test.line) = (output.file.flatMap { path($0, of: package) }, output.line)
    if let led = output.test, let file = test.file, let line = test.line {
      test.setPlace((file, line), by: path(led.file, of: package).map { ($0, led.line) })
    }
    if output.details.isEmpty { test.text = nil }
  }

  /// A path from the root of the module; nil if only the file's name is known.
  private func path(_ file: String, of package: String) -> String? {
    if file.contains("/") || file.contains("\\") { return file }
    guard let module = context.options.goModule else { return nil }
    if package == module { return file }
    guard package.hasPrefix(module), package.dropFirst(module.count).first == "/" else {
      return nil
    }
    return package.dropFirst(module.count + 1) + "/" + file
  }

  /// Reports the tests that began and did not end.
  mutating func endTests(
    of name: String, _ package: inout GoPackage, isPassed: Bool
  ) {
    let runs = package.running.sorted { ($0.value.line, $0.key) > ($1.value.line, $1.key) }
    package.running = [:]
    for (test, run) in runs {
      if !run.hasBegun {
        package.output.append(run.output.bytes)
      } else if isPassed, test.utf8.starts(with: "Benchmark".utf8) {
        // A benchmark has no event for its end; the package passed, so the benchmark ended.
        report.add(self.test(test, run, of: name))
      } else {
        addUnfinished(test, run, of: name, &package)
      }
    }
  }

  mutating func addUnfinished(
    _ name: String, _ run: GoTestRun, of packageName: String, _ package: inout GoPackage
  ) {
    var test = test(name, run, of: packageName)
    test.outcome = .error
    describe(&test, run.output, of: packageName)
    test.isFolded = package.failedParents.contains(name) && test.text == nil
    test.text = context.locale.string(.didNotFinish) + (test.text.map { "\n" + $0 } ?? "")
    package.noteFailure(of: name)
    isPartial = true
    report.add(test)
  }

  // MARK: Packages

  func problem(of package: String, line: Int) -> TestCase {
    var problem = TestCase(title: package.isEmpty ? context.locale.string(.unnamedSuite) : package)
    (problem.suites, problem.problem) = ([package], ["package"])
    problem.source = context.mark(line)
    return problem
  }

  /// The marks in brackets after the name of a package that did not run.
  private static let marks: [String: StringKey] = [
    "build failed": .buildFailed, "setup failed": .setupFailed,
  ]

  /// The mark in the language of the report; an unknown mark is returned unchanged.
  func word(_ mark: String) -> String {
    Self.marks[mark].map { context.locale.string($0) } ?? mark
  }

  /// Reports a package that failed without a failed test.
  mutating func addFailure(_ event: GoEvent, _ package: GoPackage) {
    var problem = problem(of: event.package, line: reader.number)
    let reason: String
    if let build = builds[event.failedBuild] {
      failedBuilds.removeAll { $0 == event.failedBuild }
      reason = context.locale.string(.buildFailed)
      describe(&problem, build: build)
    } else {
      describe(&problem, package.output, of: event.package)
      let written = package.output.text
      let mark = Self.marks.keys.sorted().first { written.contains("[\($0)]") }
      reason = if let mark { word(mark) } else { context.locale.string(.failedWithoutTest) }
    }
    problem.text = reason + (problem.text.map { ": " + $0 } ?? "")
    report.addProblem(problem)
    fail(event.package, reason)
  }

  func describe(_ problem: inout TestCase, build: Excerpt) {
    let text = PlainText.trimmed(build.text)
    problem.details = text.isEmpty ? nil : text
    problem.colors.add(build)
    let first = text.split(separator: "\n").lazy.compactMap { SourceLine($0) }.first
    problem.text = first?.message
    (problem.file, problem.line, problem.column) = (first?.file, first?.line, first?.column)
  }
}
