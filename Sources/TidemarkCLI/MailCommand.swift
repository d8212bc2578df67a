import Basics
import Composing
import Diagnostics
import Mailing
import Pipeline
import Rendering

/// `mail`: a dataset becomes a message, and if asked for is sent.
enum MailCommand {
  static func run(_ arguments: Arguments, _ host: ProcessEnvironment) -> ExitStatus {
    var arguments = arguments
    var log = DiagnosticLog()
    log.add(contentsOf: Settings.complete(&arguments, with: spec.options, host: host))
    let reporter = DiagnosticReporter(arguments, host)
    let plan = MailPlan(arguments, host)
    log.add(contentsOf: plan.problems)
    let isUsable = log.errorCount == 0
    log.add(contentsOf: plan.loader.problems)
    guard isUsable else { return reporter.end(log, .usage) }

    let progress = ProgressLine(host, isQuiet: arguments.flag("quiet"))
    defer { progress.clear() }
    let pipeline = ReportPipeline(plan.source.request, in: PipelineEnvironment(host))
    let report: Report
    do throws(ReportPipeline.Failure) {
      report = try pipeline.report(&log) { progress.say($0.rawValue) }
    } catch {
      return reporter.end(log, ExitStatus(error))
    }
    if let why = report.lacksOccasion(for: plan.occasion) {
      log.add(Diagnostic(.note, "no-mail", "no mail: \(why)"))
      return reporter.end(log, of: report, failOn: plan.source.failOn)
    }

    progress.say("rendering")
    let (bytes, found) = content(of: report, plan, sentAt: plan.sendmail.map { _ in host.clock() })
    log.add(contentsOf: found)
    guard let bytes, !reporter.strictness.isFailing(log) else {
      // The subject is the command line's, whatever else is the template's or the dataset's.
      let isUsage = found.contains {
        $0.severity > .note && $0.location != nil && $0.location?.file == plan.subjectName
      }
      return reporter.end(log, isUsage ? .usage : .input)
    }
    guard write(bytes, plan, host, &log) else { return reporter.end(log, .output) }
    if let sendmail = plan.sendmail {
      progress.say("sending")
      let found = sendmail.send(bytes)
      log.add(contentsOf: found)
      if found.contains(where: { $0.severity == .error }) { return reporter.end(log, .output) }
    }
    progress.clear()
    return reporter.end(log, of: report, failOn: plan.source.failOn)
  }

  /// The bytes of what was asked for: the message, or one of its bodies.
  private static func content(
    of report: Report, _ plan: MailPlan, sentAt: Instant?
  ) -> ([UInt8]?, [Diagnostic]) {
    let assets = plan.loader.assets
    var mail = ReportMail(
      report, store: assets.store, template: assets.template, theme: assets.theme)
    mail.isCompact = plan.isCompact
    mail.isAscii = plan.isAscii
    mail.subject = plan.subject
    mail.attachments = plan.attachments
    mail.attachesAsUsual = plan.attachesAsUsual
    mail.unsubscribe = plan.unsubscribe
    mail.sentAt = sentAt
    switch plan.form {
    case .html, .text:
      let (bodies, problems) = mail.bodies()
      return (plan.form == .html ? bodies.html : bodies.text, problems)
    case .message:
      guard let addresses = plan.addresses else { return (nil, []) }
      let (message, problems) = mail.message(to: addresses)
      return (message?.bytes, problems)
    }
  }

  /// Puts the message where it was asked for; what is only to be sent goes nowhere else.
  private static func write(
    _ bytes: [UInt8], _ plan: MailPlan, _ host: ProcessEnvironment, _ log: inout DiagnosticLog
  ) -> Bool {
    do throws(FileError) {
      if let path = plan.output {
        if let parent = Folder.parent(of: path) { try Folder.create(parent) }
        try OutputFile.write(bytes, to: path)
      } else if plan.sendmail == nil {
        let stream = OutputFile(descriptor: host.standardOutput, name: "standard output")
        try stream.write(bytes)
        try stream.commit()
      }
      return true
    } catch {
      // A reader that has seen enough, such as `head`, is no failure to tell of.
      if !error.isBrokenPipe {
        log.add(Diagnostic(.error, "unwritable-file", error.message))
      }
      return false
    }
  }
}
