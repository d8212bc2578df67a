import Diagnostics
import Files
import Platform

/// Opens a file with the desktop's default program.
struct Opener {
  let host: ProcessEnvironment

  /// The seconds in which the program may fail; a running browser may take any time.
  private static let patience = 2

  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  init(_ host: ProcessEnvironment) {
    self.host = host
  }

  /// Opens a file; logs a warning on failure.
  func open(_ path: String, _ log: inout DiagnosticLog) {
    host.progress?.end()
    // An absolute path cannot look like an option.
    let whole = path.hasPrefix("/") ? path : (SystemInfo.workingFolder() ?? "") + "/" + path
    let (end, code) = Subprocess.launch(
      [Self.program, whole], host.environment, patience: Self.patience)
    let why: String
    switch end {
    case nil where code == 0, .exited(0): return
    case nil: why = "can't run '\(Self.program)': \(String(cString: strerror(code)))"
    case .exited(let status): why = "'\(Self.program)' ended with status \(status)"
    case .killed(let signal): why = "'\(Self.program)' was stopped by signal \(signal)"
    case .tooLate: return
    }
    log.add(
      Diagnostic(
        .warning, "not-opened", "the page was not opened: \(why)",
        help: ["open it in a browser: \(VisibleText.of(path))"]))
  }
}
