import Diagnostics
import Files
import Synchronization
import Text
import Threads

/// The steps of a command with their times. On a terminal, a line shows the current step.
///
/// A separate thread draws the line, so that a step without reports is seen to go on. The line is
/// never written to a log, nor for quick commands.
final class ProgressLine: Sendable {
  private struct State {
    /// Each step with its start, in nanoseconds.
    var steps: [(name: String, began: UInt64)]
    /// The text for the current step.
    var text: String
    /// The text on the terminal.
    var shown = ""
    var isEnded = false
  }

  private let host: ProcessEnvironment
  private let state: Mutex<State>

  /// Shorter commands show nothing.
  private static let patience: UInt64 = 500_000_000
  private static let interval: UInt32 = 100

  /// Starts the first step.
  init(_ step: String, on host: ProcessEnvironment, isQuiet: Bool) {
    self.host = host
    state = Mutex(State(steps: [(step, SystemInfo.ticks())], text: step))
    guard host.errorIsTerminal, !isQuiet, host.environment["TERM"] != "dumb" else { return }
    Workers.detach { [self] in
      while state.withLock({ draw(&$0) }) { SystemInfo.sleep(milliseconds: Self.interval) }
    }
  }

  /// Sets the current step and its progress.
  func say(_ step: String, _ detail: String = "") {
    state.withLock { state in
      state.text = detail.isEmpty ? step : "\(step) \(detail)"
      guard state.steps.last?.name != step else { return }
      state.steps.append((step, SystemInfo.ticks()))
    }
  }

  /// "reading 0.31 s, composing 12 ms".
  var times: String {
    let now = SystemInfo.ticks()
    let steps = state.withLock { $0.steps }
    let ends = steps.dropFirst().map(\.began) + [now]
    return zip(steps, ends).map { step, end in
      "\(step.name) \(Success.duration(end - min(step.began, end)))"
    }.joined(separator: ", ")
  }

  /// Calls `body`, which writes to the terminal, with the line erased.
  func around<Result>(_ body: () -> Result) -> Result {
    state.withLock { state in
      erase(&state)
      return body()
    }
  }

  /// Removes the line permanently.
  func end() {
    state.withLock { state in
      erase(&state)
      state.isEnded = true
    }
  }

  private func erase(_ state: inout State) {
    if !state.shown.isEmpty { host.write("\r\u{1B}[K") }
    state.shown = ""
  }

  /// Returns false after the last drawing.
  private func draw(_ state: inout State) -> Bool {
    if state.isEnded { return false }
    let now = SystemInfo.ticks()
    guard now - min(host.began, now) > Self.patience else { return true }
    let began = state.steps.last?.began ?? now
    let line = Self.line(
      state.text, seconds: (now - min(began, now)) / 1_000_000_000,
      columns: SystemInfo.columns(of: host.standardError) ?? 80)
    if line != state.shown {
      host.write("\r\u{1B}[K" + line)
      state.shown = line
    }
    return true
  }

  /// "tidemark: reading… 3 s", shorter than the terminal's width, because a wrapped line can't be
  /// removed.
  static func line(_ text: String, seconds: UInt64, columns: Int) -> String {
    let whole = "tidemark: \(VisibleText.of(text))…" + (seconds > 0 ? " \(seconds) s" : "")
    var width = 0
    return String(
      whole.prefix { character in
        width += TextWidth.columns(of: character)
        return width < columns
      })
  }
}
