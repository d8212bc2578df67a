internal import Text

/// Failures outside of tests. Test runners report them as tests. The report of a run without such a
/// failure does not contain these tests.
extension TestCase {
  /// Turns a failed test that represents its class or its suites into a problem of these.
  mutating func recognizeProblem() {
    guard outcome == .failed || outcome == .error, tool == nil, problem.isEmpty,
      let last = identity.last
    else { return }
    let (className, name) = identity.count > 1 ? (identity[0], identity[1]) : ("", last)
    let ofClass = className.isEmpty ? [] : [className]
    if className == Self.failedLoading {
      // unittest has a separate class for modules that it could not import.
      (suites, identity, problem) = ([], [TestIdentity.module + name], ["collection"])
    } else if Self.failedBuilds.contains(name) || name == "TestMain" && isPackage(className) {
      // A Go package that was not built, as reported by go-junit-report and gotestsum.
      (identity, problem) = (ofClass, ["collection"])
    } else if name.isEmpty ? !className.isEmpty : Self.setups.contains(name) {
      // Surefire omits the name. Gradle and JUnit have one name for all classes.
      (identity, problem) = (ofClass, [name])
    } else if name == className, name == suites.last {
      // Vitest names the failure of a file like the file.
      (identity, problem) = ([], [name])
    } else if Self.isHook(name) {
      (identity, problem) = (Self.isHook(className) ? [] : ofClass, [name])
    } else if className == Self.unloadedFile || name == Self.unloadedFile {
      (identity, problem) = (className == Self.unloadedFile ? [] : ofClass, [name])
      // Jest names a suite like its file only if it could not load the file.
      if suites.last == name { suites.removeLast() }
    }
  }

  /// Whether a class is the package of its suite.
  private func isPackage(_ className: String) -> Bool {
    suites.last.map { $0 == className || $0.hasSuffix("/" + className) } ?? false
  }

  private static let failedLoading = "unittest.loader._FailedTest"
  private static let failedBuilds: Set<String> = ["[build failed]", "[setup failed]"]
  private static let setups: Set<String> = ["initializationError", "executionError", "classMethod"]
  private static let unloadedFile = "Test suite failed to run"

  /// Whether it is a hook of Mocha or Cypress: `Login "before all" hook for "logs in"`.
  private static func isHook(_ name: String) -> Bool {
    // Few names have quotation marks. A search for more would double the cost of a test.
    guard name.utf8.contains(UInt8(ascii: "\"")), name.contains("\" hook") else { return false }
    return ["before", "after"].contains {
      name.contains("\"\($0) all\"") || name.contains("\"\($0) each\"")
    }
  }
}
