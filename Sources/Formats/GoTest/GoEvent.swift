internal import Inputs
internal import JSON
internal import ToolReports

/// One line of `go test -json`.
struct GoEvent {
  var action: String
  var package: String
  /// Empty for an event of the package itself.
  var test: String
  var output: String
  var importPath: String
  var failedBuild: String
  var time: String?
  var elapsed: Double?
  /// The written `Elapsed` if it is not a valid duration.
  var oddElapsed: String?

  /// Returns nil if the line is not an event.
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
  /// The line number of the first event.
  var line: Int
  /// False if only output of the test was read.
  var hasBegun: Bool
  var time: String?
  var output: Excerpt
  /// Whether the test wrote a panic or fatal error, which ends the whole package.
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
  /// The first line of a panic outside of its tests.
  var panic: String?
  /// The tests with a failed subtest.
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
