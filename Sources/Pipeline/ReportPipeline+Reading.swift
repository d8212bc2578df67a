import Basics
package import Diagnostics
import Importing
import JSON
package import Model

/// The datasets of a request.
package struct ReadInputs {
  /// The merged inputs; of a wrong input, the part that could be read.
  package var dataset: Dataset
  package fileprivate(set) var baseline: Dataset?
  /// How many secrets of the inputs have been hidden.
  fileprivate(set) var redactions = 0
  /// Whether an input has errors, so that there can be no report.
  package fileprivate(set) var hasErrors = false
  /// Whether there is no report; the dataset says why.
  package fileprivate(set) var isMissing = false
}

extension ReportPipeline {
  /// Reads inputs and baseline. With a reason for a missing report, inputs that cannot be read become
  /// a run without a report, and their problems become notes.
  package func read(_ log: inout DiagnosticLog) -> ReadInputs {
    var found = DiagnosticLog()
    var inputs = ReadInputs(dataset: Dataset())
    if request.inputs.isEmpty, request.missing == nil {
      inputs.hasErrors = true
      log.add(Diagnostic(.error, "no-input", "there is no dataset to report"))
    }
    let zone = request.overrides.timeZone?.value
    inputs.dataset = read(ReportInput.distinct(request.inputs, &found), zone, &inputs, &found)
    request.build?.complete(&inputs.dataset)
    if inputs.redactions > 0 {
      let secrets = inputs.redactions == 1 ? "1 secret is" : "\(inputs.redactions) secrets are"
      found.add(
        Diagnostic(
          .note, "redacted", "\(secrets) shown as '\(Redactor.sign)'",
          help: ["'--redact=false' shows what reports hold"]))
    }
    if let reason = request.missing,
      request.inputs.isEmpty || inputs.hasErrors || request.strictness.isFailing(found)
    {
      log.takeAsNotes(found)
      return missing(reason, read: inputs.dataset)
    }
    inputs.dataset.now = inputs.dataset.now ?? request.fallbackTime
    log.add(contentsOf: found.diagnostics)
    if let baseline = request.baseline {
      inputs.baseline = read(baseline, zone ?? inputs.dataset.timeZone, &inputs, &log)
    }
    return inputs
  }

  /// A run without a report. Takes the project and the title from the part of the inputs that could
  /// be read.
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
    guard baseline.isOptional else { return read([baseline.input], zone, &inputs, &log) }
    var other = ReadInputs(dataset: Dataset())
    var found = DiagnosticLog()
    let dataset = read([baseline.input], zone, &other, &found)
    guard other.hasErrors else {
      log.add(contentsOf: found.diagnostics)
      return dataset
    }
    let name = baseline.input.name
    if case .file(let path) = baseline.input.source, path != "-", !Folder.isRegularFile(path),
      !Folder.exists(path)
    {
      log.add(
        Diagnostic(
          .note, "no-baseline", "there is no baseline '\(name)' yet: everything counts as new"))
    } else {
      // A damaged baseline does not prevent a report.
      log.takeAsNotes(found)
      log.add(
        Diagnostic(
          .warning, "unread-baseline",
          "the baseline '\(name)' can't be read: everything counts as new"))
    }
    return nil
  }

  /// - Parameter zone: The time zone of the report; nil for that of the datasets.
  private func read(
    _ requested: [ReportInput], _ zone: String?, _ inputs: inout ReadInputs,
    _ log: inout DiagnosticLog
  ) -> Dataset {
    var importer = DatasetImporter(
      zones: DatasetImporter.Zones(report: zone, folder: environment.zoneFolder),
      locale: { [self] in locale(ofReports: $0) })
    let options = request.importing
    for input in requested {
      do throws(FileError) {
        switch input.source {
        case .file("-"):
          importer.read(try InputFile(descriptor: 0, name: "-"), as: input.format, options: options)
        case .file(let path):
          importer.read(try InputFile(path: path), as: input.format, options: options)
        case .bytes(let bytes):
          importer.read(
            file: input.name, from: ByteSource(bytes: bytes), as: input.format, options: options)
        }
      } catch {
        inputs.hasErrors = true
        let help =
          error.isAbsence
          ? ["'-' reads standard input"]
          : error.isFolder ? ["name the files in it"] : []
        log.add(Diagnostic(.error, "unreadable-file", error.message, help: help))
      }
    }
    inputs.redactions = max(inputs.redactions, importer.redactions)
    let (dataset, found) = importer.salvage()
    log.add(contentsOf: found.diagnostics)
    if found.hasErrors { inputs.hasErrors = true }
    return dataset
  }
}

extension ReportInput {
  /// Removes inputs that name a file again, with a warning: its messages would count twice.
  package static func distinct(
    _ inputs: [ReportInput], _ log: inout DiagnosticLog
  ) -> [ReportInput] {
    var kept: [ReportInput] = []
    var paths: [String] = []
    for input in inputs {
      guard case .file(let path) = input.source, path != "-", Folder.isRegularFile(path) else {
        kept.append(input)
        continue
      }
      guard let first = paths.first(where: { Folder.isSameFile($0, path) }) else {
        kept.append(input)
        paths.append(path)
        continue
      }
      let other = first == path ? "" : ", also as '\(first)'"
      log.add(
        Diagnostic(.warning, "input-twice", "'\(path)' is named twice\(other): it is read once"))
    }
    return kept
  }
}
