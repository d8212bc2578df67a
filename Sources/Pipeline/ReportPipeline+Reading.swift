import Composing
import Datasets
package import Diagnostics
import Files
import JSON
package import Model
import ToolReports

/// The datasets of a request.
package struct ReadInputs {
  /// The merged inputs; for a wrong input, its readable part.
  package var dataset: Dataset
  package fileprivate(set) var baseline: Dataset?
  /// Whether there is a baseline that could not be read, which the request allows.
  fileprivate(set) var isBaselineUnread = false
  /// The number of hidden secrets in the inputs.
  fileprivate(set) var redactions = 0
  /// Whether none of the inputs could be read.
  fileprivate var isUnread = false
  /// Whether an input has errors, so that no report can be made.
  package fileprivate(set) var hasErrors = false
  /// Whether the report is missing; the dataset has the reason.
  package fileprivate(set) var isMissing = false
}

extension ReportPipeline {
  /// Reads inputs and baseline. With a reason for a missing report, if no input can be read, the run
  /// has no report, and the problems become notes. If only some can't be read, they become messages
  /// of the report.
  package func read(_ log: inout DiagnosticLog) -> ReadInputs {
    var found = DiagnosticLog(request.kept)
    var inputs = ReadInputs(dataset: Dataset())
    if request.inputs.isEmpty, request.missing == nil {
      inputs.hasErrors = true
      log.add(Diagnostic(.error, "no-input", "there is no dataset to report"))
    }
    let zone = request.settings.timeZone?.value
    let reportsBroken =
      request.reportsBroken
      || request.missing != nil && request.inputs.reduce(0) { $0 + $1.fileCount } > 1
    found.add(contentsOf: request.notes)
    inputs.dataset = read(
      ReportInput.distinct(request.inputs, &found), zone, reportsBroken: reportsBroken, &inputs,
      &found)
    addUnread(to: &inputs.dataset)
    if let address = request.address { inputs.dataset.setAddress(address) }
    request.build?.complete(&inputs.dataset, project: request.settings.project)
    if let head = request.recentCommits.first {
      var run = inputs.dataset.run ?? Dataset.Run()
      run.commit = run.commit ?? head.id
      inputs.dataset.run = run
    }
    if let links = inputs.dataset.run?.links {
      inputs.dataset.run?.links.commit = links.commit ?? request.commits.commit
      inputs.dataset.run?.links.compare = links.compare ?? request.commits.compare
    }
    if inputs.redactions > 0 {
      let secrets = inputs.redactions == 1 ? "1 secret is" : "\(inputs.redactions) secrets are"
      found.add(
        Diagnostic(
          .note, "redacted", "\(secrets) shown as '\(Redactor.sign)'",
          help: ["'--redact=false' shows what reports hold"]))
    }
    if let reason = request.missing,
      request.inputs.isEmpty || inputs.hasErrors || inputs.isUnread
        || request.strictness.isFailing(found)
    {
      log.addAsNotes(found)
      return missing(reason, read: inputs.dataset)
    }
    inputs.dataset.now = inputs.dataset.now ?? request.fallbackTime
    log.add(contentsOf: found.diagnostics)
    if let baseline = request.baseline {
      inputs.baseline = read(baseline, zone ?? inputs.dataset.timeZone, &inputs, &log)
    }
    return inputs
  }

  /// Adds the unread files, except those that already have a message in the report.
  private func addUnread(to dataset: inout Dataset) {
    if request.unread.isEmpty { return }
    var run = dataset.run ?? Dataset.Run()
    if request.reportsBroken {
      run.unread.add(more: request.unread.more)
    } else {
      run.unread.add(request.unread)
    }
    dataset.run = run
  }

  /// A run without a report. It has the project and the title from the readable part of the inputs.
  private func missing(_ reason: String, read: Dataset) -> ReadInputs {
    var inputs = ReadInputs(dataset: Dataset())
    inputs.dataset.now = request.fallbackTime
    inputs.dataset.run = Dataset.Run(status: .missing, reason: reason)
    (inputs.dataset.project, inputs.dataset.title) = (read.project, read.title)
    inputs.isMissing = true
    return inputs
  }

  private func read(
    _ baseline: ReportRequest.Baseline, _ zone: String?, _ inputs: inout ReadInputs,
    _ log: inout DiagnosticLog
  ) -> Dataset? {
    var other = ReadInputs(dataset: Dataset())
    var found = DiagnosticLog()
    var files = ReportInput.distinct(baseline.inputs, &found)
    // The baseline's source lines are not read: the files belong to this run.
    for index in files.indices {
      files[index].options.readsSource = false
      files[index].options.readsOwners = false
      files[index].options.readsAttachments = false
    }
    let dataset = read(files, zone, reportsBroken: false, &other, &found)
    guard other.hasErrors, baseline.isOptional else {
      // Notes of the baseline are not relevant to this report.
      log.add(contentsOf: baseline.notes + found.diagnostics.filter { $0.severity != .note })
      if other.hasErrors {
        log.add(
          Diagnostic(
            .error, "unread-baseline", "the baseline '\(baseline.name)' can't be read",
            help: [
              "name an earlier report; without '--baseline' everything counts as new",
              "'--baseline-optional' makes the report anyway",
            ]))
      }
      inputs.hasErrors = inputs.hasErrors || other.hasErrors
      return dataset
    }
    let name = baseline.name
    if baseline.isAbsent {
      log.add(
        Diagnostic(
          .note, "no-baseline", "there is no baseline '\(name)' yet: everything counts as new"))
    } else {
      // A damaged baseline does not prevent a report.
      inputs.isBaselineUnread = true
      log.addAsNotes(found)
      log.add(
        Diagnostic(
          .warning, "unread-baseline",
          "the baseline '\(name)' can't be read: everything counts as new"))
    }
    return nil
  }

  /// `SourceMark` counts files in 16 bits.
  private static let mostFiles = 65_535

  private static func tooMany(_ count: Int) -> Diagnostic {
    Diagnostic(
      .error, "too-many-inputs",
      "there are \(count) inputs, and at most \(mostFiles) can be read in one call",
      help: ["make datasets of parts of them with 'tidemark convert', and name those"])
  }

  private static func device(_ name: String) -> Diagnostic {
    Diagnostic(
      .error, "unreadable-file", "'\(VisibleText.of(name))' is a device, which may have no end",
      help: ["name a file, a folder or a quoted pattern; '-' reads standard input"])
  }

  /// - Parameter zone: The time zone of the report; nil for that of the datasets.
  private func read(
    _ requested: [ReportInput], _ zone: String?, reportsBroken: Bool, _ inputs: inout ReadInputs,
    _ log: inout DiagnosticLog
  ) -> Dataset {
    var merger = InputMerger(
      keeping: request.kept,
      zones: InputMerger.Zones(report: zone, folder: environment.zoneFolder),
      locale: { [self] in locale(ofReports: $0) })
    merger.reportsBroken = reportsBroken
    merger.now = { [self] in time(ofDatasets: $0 ?? request.fallbackTime, in: $1) }
    if requested.count > Self.mostFiles {
      merger.refuse("", Self.tooMany(requested.count))
    }
    for input in requested.prefix(requested.count > Self.mostFiles ? 0 : requested.count) {
      let before = merger.progress
      defer {
        merger.addCopies(input.copies, since: before)
        if request.isVerbose { log.add(contentsOf: merger.notes(since: before, of: input.name)) }
      }
      do throws(FileError) {
        let file: InputFile
        switch input.source {
        case .nothing(let problem):
          merger.refuse(input.name, problem)
          continue
        case .parts(let parts):
          if let format = input.format {
            merger.read(parts, of: input.name, as: format, options: input.options)
          }
          continue
        case .bytes(let bytes):
          merger.read(
            file: input.name, from: ByteSource(bytes: bytes), as: input.format,
            among: input.formats, options: input.options)
          continue
        case .file("-"): file = try InputFile(descriptor: 0, name: "-")
        case .file(let path): file = try InputFile(path: path)
        }
        guard !file.isEndless else {
          merger.refuse(input.name, Self.device(input.name))
          continue
        }
        merger.read(
          file, as: input.format, among: input.formats, options: input.options)
      } catch {
        let help =
          error.isAbsence
          ? [
            "name a file, a folder or a quoted pattern; '-' reads standard input",
            "where a job has written nothing, '--missing REASON' reports it",
          ] : []
        merger.refuse(
          input.name, Diagnostic(.error, "unreadable-file", error.message, help: help))
      }
    }
    inputs.isUnread = merger.brokenInputs >= requested.count
    if request.reportsBroken, reportsBroken {
      for input in request.unread.listed {
        merger.refuse(
          input.path,
          Diagnostic(
            .error, "unread-report", input.reason, at: SourceLocation(file: input.path),
            help: input.help.map { [$0] } ?? []))
      }
    }
    merger.readSources()
    merger.readOwners()
    merger.readAttachments()
    inputs.redactions = max(inputs.redactions, merger.redactions)
    let (dataset, found) = merger.salvage()
    log.add(contentsOf: found.diagnostics)
    if found.hasErrors { inputs.hasErrors = true }
    return dataset
  }
}

extension ReportRequest.Baseline {
  /// Whether the file does not exist.
  fileprivate var isAbsent: Bool {
    inputs.allSatisfy { input in
      switch input.source {
      case .file(let path):
        path != "-" && !Folder.isRegularFile(path) && !Folder.exists(path)
      case .nothing: true
      case .bytes, .parts: false
      }
    }
  }
}
