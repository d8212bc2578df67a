import Basics

/// A progress line on a terminal; never written to a log, nor for quick commands.
final class ProgressLine {
  private let host: ProcessEnvironment
  private let isShown: Bool
  private let began: Double
  private var last = 0.0
  private var isWritten = false

  init(_ host: ProcessEnvironment, isQuiet: Bool) {
    self.host = host
    isShown = host.errorIsTerminal && !isQuiet
    began = Self.seconds()
  }

  /// Shows the current step, at most ten times a second and not in the first half second.
  func say(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = Self.seconds()
    guard now - began > 0.5, now - last > 0.1 else { return }
    last = now
    isWritten = true
    host.say("\r\u{1B}[Ktidemark: \(text())…")
  }

  func clear() {
    guard isWritten else { return }
    isWritten = false
    host.say("\r\u{1B}[K")
  }

  private static func seconds() -> Double {
    Double(SystemInfo.ticks()) / 1e9
  }
}
