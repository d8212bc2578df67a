import Diagnostics
import Files
import Rendering

extension RenderCommand {
  /// Renders, and renders again after each change of the report's files, until a signal ends the
  /// process.
  func watch(_ call: CommandCall) throws(UsageError) -> ExitStatus {
    guard let output, output.value != "-" else {
      throw .missingOption("-o", help: "'--watch' writes a file again and again: -o report.html")
    }
    if call.operands.contains("-") { throw .together("--watch", "-") }
    var (command, call) = (self, call)
    var watch = FileWatch(command.files(call).stamps)
    let status = command.render(call)
    if status == .usage { return status }
    if !outcome.diagnostics.isQuiet {
      let files = watch.count == 1 ? "1 file" : "\(watch.count) files"
      call.host.say("watching \(files) for changes; Ctrl-C ends\n")
    }
    while true {
      FileWatch.pause()
      guard watch.hasChanged() else { continue }
      do throws(UsageError) {
        (command, call) = try Self.readAgain(call.host)
        watch = FileWatch(command.files(call).stamps)
        let isDone = command.render(call) == .done
        if isDone, !command.outcome.diagnostics.isQuiet, !call.host.isWatched {
          call.host.say("rendered again: \(VisibleText.of(output.value))\n")
        }
      } catch {
        var log = DiagnosticLog()
        log.add(error.diagnostic)
        _ = DiagnosticReporter(outcome, call.host).end(log, .usage)
      }
    }
  }

  private func files(_ call: CommandCall) -> WatchedFiles {
    let formats = formats.isEmpty ? [.page] : formats.map(\.value)
    let destination = try? Destination(output?.value, formats: formats)
    let written = formats.compactMap { destination?.path(of: $0) } + [output?.value ?? ""]
    return WatchedFiles(input, dataset, comparison, site, call, except: written)
  }
}
