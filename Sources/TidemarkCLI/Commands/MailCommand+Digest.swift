import Composing
import Diagnostics
import Mailing
import Model
import Pipeline
import Publishing
import Rendering

/// Digests: mails of what a site remembers.
extension MailCommand {
  /// The condition for a mail. A digest has no earlier report, so a setting that needs one does not
  /// apply.
  var condition: MailCondition {
    guard let onlyIf, digest == nil || !onlyIf.value.needsBaseline else { return .always }
    return onlyIf.value
  }

  /// The gate, for a digest without the conditions that compare two runs.
  var gate: Gate? {
    guard let gate = outcome.failOn?.value, digest != nil else { return outcome.failOn?.value }
    let rest = gate.conditions.filter { !$0.needsBaseline }
    return rest.isEmpty ? nil : Gate(rest, except: gate.exceptions)
  }

  /// Makes the report of a digest.
  func digest(
    of length: DigestPeriod.Length, _ pipeline: ReportPipeline, _ log: inout DiagnosticLog
  ) throws(ReportPipeline.Failure) -> (report: Report, made: SiteDigest.Made) {
    let request = pipeline.request
    let made: SiteDigest.Made
    var context: Composer.Context
    do throws(PublishError) {
      let digest = try SiteDigest(
        site: site.folder ?? "", projects: site.projects, baseURL: site.baseURL)
      var empty = Dataset()
      (empty.locale, empty.timeZone) = (digest.defaults.locale, digest.defaults.timeZone)
      context = pipeline.prepare(empty, as: nil, nil, isForSite: false, &log).context
      if request.strictness.isFailing(log) { throw .refused([], .usage) }
      var ownContext = context
      // Filters and order are those of the digest.
      (ownContext.settings.sort, ownContext.settings.filters) = (nil, [])
      made = try digest.dataset(length, top: listLength, ownContext)
    } catch {
      log.add(contentsOf: error.diagnostics)
      if case .refused(_, .usage) = error { throw .usage }
      throw .input
    }
    log.add(contentsOf: made.problems)
    // Accepted messages are left out already.
    context.settings.known = []
    var dataset = made.dataset
    dataset.url = request.address ?? dataset.url
    let (report, problems) = ReportPipeline.compose(
      dataset, context, strictness: request.strictness)
    log.add(contentsOf: problems)
    guard var report, !request.strictness.isFailing(log) else { throw .input }
    // The kinds of messages say more than their urgencies.
    report.verdict.lines = VerdictLines(text: made.headline)
    // No page of the site has the lists of a digest.
    report.hasOwnAddress = request.address != nil
    return (report, made)
  }

  /// The number of items in a list.
  var listLength: Int {
    min(top?.value ?? Report.Digest.usualTop, Report.Digest.possibleTop.upperBound)
  }

  /// Adapts the mail to a digest, which has lists of its own instead of those of a short mail.
  func adapt(_ mail: inout ReportMail, to digest: SiteDigest.Made) {
    mail.isBrief = false
    mail.mostInSection = listLength
    mail.occasion = digest.occasion
    switch mail.subject {
    case .usual: mail.subject = .line(digest.subject)
    case .stable: mail.subject = .line(digest.stableSubject)
    case .template, .line: break
    }
    // An episode is one of runs.
    mail.thread = thread?.value == .episode ? .none : thread?.value ?? .none
  }
}

extension ReportRequest {
  /// Makes the request of a digest, which reads a site and no input; logs wrong usage. Settings that
  /// belong to a single report do not apply.
  init(
    digestOf command: MailCommand, _ call: CommandCall, _ loader: AssetLoader,
    _ log: inout DiagnosticLog
  ) {
    self = command.dataset.request(
      InputOperand.find([]), loader, command.outcome, call, &log)
    address = command.input.links.report
    // Thresholds name numbers of reports, and groups would break the order of the lists.
    (settings.thresholds, settings.groupBeyond) = ([], 0)
    if let input = call.operands.first {
      log.add(
        Diagnostic(
          .error, "unexpected-argument",
          "'--digest' reads a site and no input: \(VisibleText.quoted(input))",
          help: ["leave the input out, or make its mail without '--digest'"]))
    }
    if command.site.folder == nil {
      log.add(
        UsageError.missingOption(
          "--site", help: "'--digest' reads the runs of a site: --site public"
        ).diagnostic)
    }
    for (option, isGiven) in [
      ("--missing", command.comparison.missing != nil), ("--run", command.site.run != nil),
      ("--baseline", command.comparison.isBaselineTyped),
      ("--\(AncestryOptions.name)", command.site.ancestry?.isGiven ?? false),
      ("--brief", command.brief?.origin == .commandLine),
      (
        "--only-if \(command.onlyIf?.value.rawValue ?? "")",
        command.onlyIf.map { $0.value.needsBaseline && $0.setting.origin == .commandLine } ?? false
      ),
      (
        "--fail-on \(command.outcome.failOn.map { Gate($0.value.comparing).description } ?? "")",
        command.outcome.failOn.map {
          !$0.value.comparing.isEmpty && $0.setting.origin == .commandLine
        } ?? false
      ),
    ] where isGiven {
      log.add(UsageError.together("--digest", option).diagnostic)
    }
    log.add(contentsOf: command.site.problems)
  }
}
