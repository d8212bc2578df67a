import Basics
import Composing
import Diagnostics
import Mailing
import Pipeline
import Rendering

extension MailCommand {
  func run(_ call: CommandCall) -> ExitStatus {
    var log = call.log
    let host = call.host
    let reporter = DiagnosticReporter(outcome, host)
    var loading: [Diagnostic] = []
    let job = MailJob(self, call, &log, loading: &loading)
    let isUsable = log.errorCount == 0
    log.add(contentsOf: loading)
    guard isUsable else { return reporter.end(log, .usage) }

    let progress = ProgressLine(host, isQuiet: outcome.diagnostics.isQuiet)
    defer { progress.clear() }
    let pipeline = ReportPipeline(job.request, in: PipelineEnvironment(host))
    let report: Report
    do throws(ReportPipeline.Failure) {
      report = try pipeline.report(&log) { progress.say($0.rawValue) }
    } catch {
      return reporter.end(log, ExitStatus(error))
    }
    let failOn = outcome.failOn?.value
    if let why = report.lacksOccasion(for: onlyIf?.value ?? .always) {
      log.add(Diagnostic(.note, "no-mail", "no mail: \(why)"))
      return reporter.end(log, of: report, failOn: failOn)
    }

    progress.say("rendering")
    let (bytes, found) = content(of: report, job, sentAt: job.sendmail.map { _ in host.clock() })
    log.add(contentsOf: found)
    guard let bytes, !outcome.strictness.isFailing(log) else {
      // A wrong subject is wrong usage; other problems are those of the template or the dataset.
      let isUsage = found.contains {
        $0.severity > .note && $0.location != nil && $0.location?.file == job.subjectName
      }
      return reporter.end(log, isUsage ? .usage : .input)
    }
    guard write(bytes, job, host, &log) else { return reporter.end(log, .output) }
    if let sendmail = job.sendmail {
      progress.say("sending")
      let found = sendmail.send(bytes)
      log.add(contentsOf: found)
      if found.contains(where: { $0.severity == .error }) { return reporter.end(log, .output) }
    }
    progress.clear()
    return reporter.end(log, of: report, failOn: failOn)
  }

  /// The bytes of the message, or of the requested body.
  private func content(
    of report: Report, _ job: MailJob, sentAt: Instant?
  ) -> ([UInt8]?, [Diagnostic]) {
    let assets = job.request.assets
    var mail = ReportMail(
      report, store: assets.store, template: assets.template, theme: assets.theme)
    mail.screenWidth = screenWidth
    mail.isAscii = usesASCII
    mail.subject = job.subject
    mail.attachments = job.attachments
    mail.attachesAsUsual = attachments.isEmpty
    mail.unsubscribe = job.unsubscribe
    mail.sentAt = sentAt
    switch job.form {
    case .html, .text:
      let (bodies, problems) = mail.bodies()
      return (job.form == .html ? bodies.html : bodies.text, problems)
    case .message:
      guard let addresses = job.addresses else { return (nil, []) }
      let (message, problems) = mail.message(to: addresses)
      return (message?.bytes, problems)
    }
  }

  /// Writes the message to a file or to standard output; without `--output`, a message that is sent
  /// is not written.
  private func write(
    _ bytes: [UInt8], _ job: MailJob, _ host: ProcessEnvironment, _ log: inout DiagnosticLog
  ) -> Bool {
    do throws(FileError) {
      if let path = job.output {
        if let parent = Folder.parent(of: path) { try Folder.create(parent) }
        try OutputFile.write(bytes, to: path)
      } else if job.sendmail == nil {
        let stream = OutputFile(descriptor: host.standardOutput, name: "standard output")
        try stream.write(bytes)
        try stream.commit()
      }
      return true
    } catch {
      // A reader that stops early, such as `head`, is not reported.
      if !error.isBrokenPipe {
        log.add(Diagnostic(.error, "unwritable-file", error.message))
      }
      return false
    }
  }
}
