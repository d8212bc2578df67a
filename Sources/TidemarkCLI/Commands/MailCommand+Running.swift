import Composing
import Diagnostics
import Files
import Mailing
import Pipeline
import Publishing
import Rendering
import Time

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

    let pipeline = ReportPipeline(job.request, in: PipelineEnvironment(host))
    let report: Report
    var made: SiteDigest.Made?
    do throws(ReportPipeline.Failure) {
      if let digest {
        (report, made) = try self.digest(of: digest.value, pipeline, &log)
      } else {
        report = try pipeline.report(&log) { host.progress?.say($0.rawValue) }
      }
    } catch {
      return reporter.end(log, ExitStatus(error))
    }
    let failOn = gate
    if let why = report.lacksOccasion(for: condition) {
      log.add(Diagnostic(.note, "no-mail", "no mail: \(why)"))
      return reporter.end(log, of: report, failOn: failOn)
    }

    host.progress?.say("rendering")
    let addresses = job.addresses(for: report, &log)
    let (content, found) = content(
      of: report, made, job, addresses, sentAt: job.sendmail.map { _ in host.clock() })
    log.add(contentsOf: found)
    guard let content, !outcome.strictness.isFailing(log) else {
      // A wrong subject is wrong usage; other problems belong to the template or the dataset.
      let isUsage = found.contains {
        $0.severity > .note && $0.location != nil && $0.location?.file == job.subjectName
      }
      return reporter.end(log, isUsage ? .usage : .input)
    }
    guard write(content.bytes, job, host, &log) else { return reporter.end(log, .output) }
    if let sendmail = job.sendmail {
      host.progress?.say("sending")
      // The mail program may ask for a password in the terminal. The progress line must not cover
      // it.
      host.progress?.end()
      let found = sendmail.send(content.bytesToSend)
      log.add(contentsOf: found)
      if found.contains(where: { $0.severity == .error }) { return reporter.end(log, .output) }
    }
    return reporter.end(log, of: report, failOn: failOn, success(of: report, job, addresses))
  }

  /// nil if the mail only goes to standard output.
  private func success(
    of report: Report, _ job: MailJob, _ addresses: ReportMail.Addresses?
  ) -> Success? {
    var places = [job.output].compactMap { $0 }
    if job.sendmail != nil, let addresses {
      let count = addresses.to.count + addresses.cc.count + addresses.bcc.count
      places.append("sent to \(count) address\(count == 1 ? "" : "es")")
    }
    return places.isEmpty ? nil : Success(places: places, counts: report.successCounts)
  }

  /// The output, and the message for the mail program.
  private struct Content {
    var bytes: [UInt8]
    var bytesToSend: [UInt8] = []
  }

  /// The message, or the requested body.
  private func content(
    of report: Report, _ digest: SiteDigest.Made?, _ job: MailJob,
    _ addresses: ReportMail.Addresses?, sentAt: Instant?
  ) -> (Content?, [Diagnostic]) {
    let assets = job.request.assets
    var mail = ReportMail(
      report, store: assets.store, template: assets.template, theme: assets.theme)
    mail.options = presentation
    mail.subject = job.subject
    mail.attachments = attachments.isEmpty ? nil : job.attachments
    mail.unsubscribe = job.unsubscribe
    mail.sentAt = sentAt
    mail.thread = thread?.value ?? mail.thread
    mail.job = job.request.build?.url
    mail.repository = job.request.build?.repository
    // `--top` implies a short mail, unless `--brief=false` refuses it.
    mail.isBrief = brief.map { $0.value == "true" } ?? (top == nil ? nil : true)
    mail.top = listLength
    mail.isForNews = condition != .always
    if let digest { adapt(&mail, to: digest) }
    mail.program = "Tidemark \(Program.version)"
    switch job.form {
    case .html, .text:
      let (bodies, problems) = mail.bodies()
      return (Content(bytes: job.form == .html ? bodies.html : bodies.text), problems)
    case .message:
      guard let addresses else { return (nil, []) }
      let (message, problems) = mail.message(to: addresses)
      return (message.map { Content(bytes: $0.bytes, bytesToSend: $0.bytesToSend) }, problems)
    }
  }

  /// Writes the message to a file or to standard output. A sent message is written only with
  /// `--output`.
  private func write(
    _ bytes: [UInt8], _ job: MailJob, _ host: ProcessEnvironment, _ log: inout DiagnosticLog
  ) -> Bool {
    do throws(FileError) {
      if let path = job.output {
        if let parent = Folder.parent(of: path) { try Folder.create(parent) }
        try OutputFile.write(bytes, to: path)
      } else if job.sendmail == nil {
        host.progress?.end()
        let stream = OutputFile(descriptor: host.standardOutput, name: "standard output")
        try stream.write(bytes)
        try stream.commit()
      }
      return true
    } catch {
      // A reader that stops early, such as `head`, is not an error.
      if !error.isBrokenPipe {
        log.add(Diagnostic(.error, "unwritable-file", error.message))
      }
      return false
    }
  }
}
