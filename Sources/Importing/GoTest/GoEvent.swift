internal import JSON

/// One line of `go test -json`.
struct GoEvent {
  var action: String
  var package: String
  /// Empty for what is said of the package.
  var test: String
  var output: String
  var importPath: String
  var failedBuild: String
  var time: String?
  var elapsed: Double?
  /// How long it took, as it is written, where that can't be.
  var oddElapsed: String?

  /// nil if the line is no event.
  init?(_ line: String) {
    guard let value = JSONValue.parse(line, file: "", limits: .ofReports).0,
      let action = value["Action"]?.string
    else {
      return nil
    }
    self.action = action
    package = value["Package"]?.string ?? ""
    test = value["Test"]?.string ?? ""
    output = value["Output"]?.string ?? ""
    importPath = value["ImportPath"]?.string ?? ""
    failedBuild = value["FailedBuild"]?.string ?? ""
    time = value["Time"]?.string
    elapsed = value["Elapsed"]?.number.flatMap { ReportedDuration.seconds($0) }
    if elapsed == nil { oddElapsed = value["Elapsed"]?.written }
  }
}

/// A test that has begun.
struct GoTestRun {
  /// The number of the line that it began with.
  var line: Int
  /// False where only its output was seen.
  var hasBegun: Bool
  var time: String?
  var output: Excerpt
  /// Whether it has written what ends a whole package.
  var hasPanicked = false

  mutating func append(_ text: String) {
    if text.utf8.starts(with: "panic: ".utf8) || text.utf8.starts(with: "fatal error: ".utf8) {
      hasPanicked = true
    }
    output.append(text)
  }
}

/// A package whose tests run.
struct GoPackage {
  let line: Int
  var running: [String: GoTestRun] = [:]
  var output: Excerpt
  /// How many of its tests failed.
  var failures = 0
  var hasEnded = false
  /// What it has written of a panic outside of its tests.
  var panic: String?
  /// The tests with a subtest that failed.
  var failedParents: Set<String> = []

  init(line: Int, output: Excerpt) {
    (self.line, self.output) = (line, output)
  }

  mutating func noteFailure(of test: String) {
    failures += 1
    var name = test[...]
    while let slash = name.lastIndex(of: "/") {
      name = name[..<slash]
      guard failedParents.insert(String(name)).inserted else { return }
    }
  }
}
