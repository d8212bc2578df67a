/// The phrases by which tools, tests and shells report a failure in a line, in lower case.
struct FailurePhrases {
  struct Phrase {
    let bytes: [UInt8]
    let sign: FailureSign
    /// Whether it counts only at the beginning of a line.
    let isFirst: Bool
  }

  /// The phrases by their first bytes.
  private let table: [[Phrase]]

  static let all = FailurePhrases()

  private init() {
    var table = [[Phrase]](repeating: [], count: 256)
    func add(_ phrases: [String], _ sign: FailureSign, isFirst: Bool) {
      for phrase in phrases {
        let bytes = Array(phrase.utf8)
        table[Int(bytes[0])].append(Phrase(bytes: bytes, sign: sign, isFirst: isFirst))
      }
    }
    add(Self.ofDeath, .death, isFirst: false)
    add(Self.ofFailure, .failure, isFirst: false)
    add(Self.atStart, .failure, isFirst: true)
    self.table = table
  }

  /// The bytes of all phrases.
  var texts: [[UInt8]] { table.flatMap { $0.map(\.bytes) } }

  func beginning(with byte: UInt8) -> [Phrase] { table[Int(byte)] }

  private static let ofDeath = [
    "segmentation fault", "segfault", "core dumped", "dumped core", "bus error",
    "illegal instruction", "floating point exception", "trace/breakpoint trap", "abort trap",
    "stack smashing detected", "terminated by signal", "killed by signal", "exited on signal",
    "died with signal", "died from signal", "died of signal", "caught signal", "unexpected signal",
    "signal: killed", "signal: segmentation", "signal: abort", "signal: terminated", "sigsegv",
    "sigkill", "sigabrt", "sigbus", "sigill", "sigfpe", "oom-kill", "oom-killer", "oom killer",
    "oomkilled",
    "killed process", "out of memory", "outofmemoryerror", "cannot allocate memory", "bad_alloc",
    "terminate called after", "terminate called without", "addresssanitizer:",
    "access violation", "fatal error has been detected by the java", "reached heap limit",
    "operation was canceled", "operation was cancelled", "job was canceled", "job was cancelled",
    "has overflowed its stack", "memorysanitizer:",
    "execution took longer than",
    "exceeded the maximum execution time", "timeout: sending signal", "due to time limit",
    "code=killed", "code=dumped", "double free or corruption", "free(): invalid", "malloc(): ",
    "corrupted size vs. prev_size", "munmap_chunk()", "buffer overflow detected",
    "terminated without properly saying goodbye", "kernel panic", "finished: aborted",
    "marking the build as aborted", "speicherzugriffsfehler",
  ]

  private static let ofFailure = [
    "panicked at", "undefined reference to", "undefined symbols for architecture",
    "unresolved external symbol", "no rule to make target", "build stopped",
    "compilation terminated", "compilation failed", "build failed", "build failure",
    "some tests failed", "test run failed", "assertion failed", "assertion `",
    "there were failing tests", "there are test failures", "there were test failures",
    "non-zero exit", "nonzero exit", "non-zero status", "job failed", "pipeline failed",
    "task failed", "command failed", "command not found", "level=error", "level=fatal",
    "level=critical", "level=panic", "lvl=error", "lvl=eror", "lvl=crit", "severity=error",
    "level=\"error\"", "traceback (most recent call last)", "dubious, test returned",
    "test result: failed", "unhandled exception", "unhandled promise rejection",
    "uncaught exception", "can't locate", "fatal error:", "compilation aborted", "syntax error",
    "summary: threadsanitizer", "threadsanitizer: reported", "summary: leaksanitizer",
    "summary: undefinedbehaviorsanitizer", "summary: hwaddresssanitizer",
    "returned a non-zero code", "returned a nonzero code", "disk quota exceeded",
    "host key verification failed", "automatic merge failed", "execution failed for task",
    "unhandledpromiserejection", "fullyqualifiederrorid", "no tests ran in",
    "coverage failure: total of", "coverage threshold for", "undefined control sequence",
    "all warnings being treated as errors", "[emerg]", "failed with errors",
    "your requirements could not be resolved", "no solution found when resolving",
    "is not recognized as an internal or external command",
    "is not recognized as the name of a cmdlet", "is not recognized as a name of a cmdlet",
    "failed to build", "failed to compile", "marked build as failure", "errors while running",
    "***failed", "***exception", "***timeout", "no space left on device",
    "error is not recoverable",
    "rsync error", "exec format error", "executable file not found", "checksum mismatch",
    "<failure>", "<failure ", "<failure/", "<error>", "<error ", "<error/", "permission denied (",
    "did not complete successfully", "rake aborted!", "configuring incomplete, errors occurred",
    "error response from daemon", "exiting with failure status", "err_pnpm_",
    "data race(s)", "warning: data race", "warning: threadsanitizer:",
    // The level of a record behind its time or its source: `cron[12]: error: no`
    " error:", " fatal:", " critical:", "teamcity[testfailed", "teamcity[buildproblem",
    "vso[task.complete result=failed",
    "vso[task.logissue type=error", "test run aborted", "run was aborted", "runtime error:",
    "finished: unstable", "failed with result '", "failed tests (", "symbol(s) not found for",
  ]

  private static let atStart = [
    "not ok", "error:", "error[", "error -", "error in", "error at", "error during", "fatal:",
    "fatal error", "panic:", "exception in thread", "uncaught", "unhandled", "npm err!",
    "npm error", "--- fail", "fail:", "failed:", "failure:", "[error]", "[fatal]", "[fail]",
    "[failed]", "[err]", "##[error]", "::error", "cmake error", "bail out!", "abort:",
    "error command failed", "error command \"", "error couldn't find", "error from server",
    "error an unexpected error occurred", "dpkg: error", "wget: unable to", "ssh: connect to host",
    "ssh: could not resolve", "fish: unknown command", "error [err_", "! latex error",
    "%error", "nvcc fatal", "ptxas fatal", "an error occurred (", "e: ", "curl: (",
    "caused by:", "test failed", "tests failed", "internalerror>", "there was 1 failure",
    "there was 1 error", "died at", "keyboardinterrupt", "status: failed", "✗ ", "✘ ", "✖ ", "✕ ",
    "❌ ",
  ]
}
