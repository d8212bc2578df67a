internal import Basics

/// Failures of what surrounds tests. Test runners report them as tests, which are in no report of a
/// run without such a failure.
extension TestCase {
  /// Makes a failed test that stands for its class or its suites a problem of these.
  mutating func recognizeProblem() {
    guard outcome == .failed || outcome == .error, tool == nil, problem.isEmpty,
      let last = identity.last
    else { return }
    let (className, name) = identity.count > 1 ? (identity[0], identity[1]) : ("", last)
    let ofClass = className.isEmpty ? [] : [className]
    if className == Self.failedLoading {
      // unittest has a class of its own for modules that it could not import.
      (suites, identity, problem) = ([], [TestIdentity.module + name], ["collection"])
    } else if Self.failedBuilds.contains(name) || name == "TestMain" && isPackage(className) {
      // A package of Go that was not built, as go-junit-report and gotestsum tell of it.
      (identity, problem) = (ofClass, ["collection"])
    } else if name.isEmpty ? !className.isEmpty : Self.setups.contains(name) {
      // Surefire leaves out the name, Gradle and JUnit have one for all classes.
      (identity, problem) = (ofClass, [name])
    } else if name == className, name == suites.last {
      // Vitest names it like the file.
      (identity, problem) = ([], [name])
    } else if Self.isHook(name) {
      (identity, problem) = (Self.isHook(className) ? [] : ofClass, [name])
    } else if className == Self.unloadedFile || name == Self.unloadedFile {
      (identity, problem) = (className == Self.unloadedFile ? [] : ofClass, [name])
      // Jest names the suite of a file that it could not load like the file, and no other suite.
      if suites.last == name { suites.removeLast() }
    }
  }

  /// Whether a class is the package that its suite is.
  private func isPackage(_ className: String) -> Bool {
    suites.last.map { $0 == className || $0.hasSuffix("/" + className) } ?? false
  }

  private static let failedLoading = "unittest.loader._FailedTest"
  private static let failedBuilds: Set<String> = ["[build failed]", "[setup failed]"]
  private static let setups: Set<String> = ["initializationError", "executionError", "classMethod"]
  private static let unloadedFile = "Test suite failed to run"

  /// Whether it is a name as Mocha and Cypress give: `Login "before all" hook for "logs in"`.
  private static func isHook(_ name: String) -> Bool {
    // Few names have quotation marks, and a search for more costs as much as the rest of a test.
    guard name.utf8.contains(UInt8(ascii: "\"")), name.contains("\" hook") else { return false }
    return ["before", "after"].contains {
      name.contains("\"\($0) all\"") || name.contains("\"\($0) each\"")
    }
  }
}
