internal import Text
internal import ToolReports

/// Recognizes failures of the command `go` in the lines between the events of its tests.
enum GoCommand {
  /// Words after `go: ` that report progress. Any other line with `go: ` reports a failure.
  private static let news = [
    "downloading ", "warning:", "finding ", "extracting ", "added ", "upgraded ", "downgraded ",
    "removed ", "creating ", "found ", "switching ", "using ", "converting ", "copying ",
    "no module dependencies",
  ]
  /// Beginnings of other lines about packages that were not tested.
  private static let failures = [
    "cgo: ", "fork/exec ", "can't load package", "cannot find package", "cannot find module",
    "main module (", "package ", "verifying ", "import cycle not allowed",
    "build constraints exclude all", "flag provided but not defined", "go build ", "signal: ",
    "no Go files in ", "no required module provides package ", "pattern ./", "open /",
    "*** Test killed with ", "SIGQUIT: quit", "context deadline exceeded", "no packages to test",
    "malformed import path ",
  ]

  static func isFailure(_ line: String) -> Bool {
    let line = PlainText.trimmedLine(line[...])
    guard line.hasPrefix("go: ") else { return failures.contains(where: line.hasPrefix) }
    let said = line.dropFirst(4)
    // `go: a@v1 requires go >= 1.24; switching to go1.24.1`
    return !news.contains(where: said.hasPrefix) && !said.contains("; switching to ")
  }
}
