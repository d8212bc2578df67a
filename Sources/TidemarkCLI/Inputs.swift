import Basics
import Diagnostics
import Importing
import Model

/// Reads the datasets that a command names.
struct Inputs {
  /// The inputs merged: of one that is wrong, what could be read.
  var dataset: Dataset
  /// The last report's dataset, when one was named.
  var baseline: Dataset?
  /// Whether something is wrong with one, so that there can be no report.
  private(set) var hasErrors = false

  /// Whether there is no report: the dataset says why instead.
  private(set) var isMissing = false

  /// What the inputs hold. With `orMissing`, a run without a report where there are none or they
  /// can't be read: what is wrong with them is then a note.
  static func read(
    _ paths: [String], orMissing reason: String? = nil, now: TimePoint? = nil, baseline: String?,
    isOptional: Bool = false, zones: DatasetImporter.Zones, isFailing: (DiagnosticLog) -> Bool,
    log: inout DiagnosticLog
  ) -> Inputs {
    var found = DiagnosticLog()
    var inputs = Inputs(dataset: Dataset())
    inputs.dataset = inputs.read(distinct(paths, &found), zones, &found)
    if let reason, paths.isEmpty || inputs.hasErrors || isFailing(found) {
      log.takeAsNotes(found)
      return Inputs(missing: reason, now: now, read: inputs.dataset)
    }
    inputs.dataset.now = inputs.dataset.now ?? now
    log.add(contentsOf: found.diagnostics)
    if let baseline {
      var zones = zones
      zones.report = zones.report ?? inputs.dataset.timeZone
      inputs.readBaseline(baseline, isOptional: isOptional, zones, &log)
    }
    return inputs
  }

  private init(dataset: Dataset) {
    self.dataset = dataset
  }

  /// A run without a report. Of files that could not be read to their end it takes what they call
  /// the project and the run.
  private init(missing reason: String, now: TimePoint?, read: Dataset) {
    dataset = Dataset()
    dataset.now = now
    dataset.run = Dataset.Run(status: .missing, reason: reason)
    (dataset.project, dataset.title) = (read.project, read.title)
    isMissing = true
  }

  /// The paths without those that name a file again, which is said: its messages would count twice.
  static func distinct(_ paths: [String], _ log: inout DiagnosticLog) -> [String] {
    var kept: [String] = []
    for path in paths {
      guard path != "-", Folder.isRegularFile(path),
        let first = kept.first(where: { $0 != "-" && Folder.isSameFile($0, path) })
      else {
        kept.append(path)
        continue
      }
      let other = first == path ? "" : ", also as '\(first)'"
      log.add(
        Diagnostic(.warning, "input-twice", "'\(path)' is named twice\(other): it is read once"))
    }
    return kept
  }

  private mutating func readBaseline(
    _ path: String, isOptional: Bool, _ zones: DatasetImporter.Zones, _ log: inout DiagnosticLog
  ) {
    guard isOptional else {
      baseline = read([path], zones, &log)
      return
    }
    var other = Inputs(dataset: Dataset())
    var found = DiagnosticLog()
    let dataset = other.read([path], zones, &found)
    guard other.hasErrors else {
      log.add(contentsOf: found.diagnostics)
      baseline = dataset
      return
    }
    if path != "-", !SmallFile.exists(path) {
      log.add(
        Diagnostic(
          .note, "no-baseline", "there is no baseline '\(path)' yet: everything counts as new"))
    } else {
      // A report is not held back by what the last one left.
      log.takeAsNotes(found)
      log.add(
        Diagnostic(
          .warning, "unread-baseline",
          "the baseline '\(path)' can't be read: everything counts as new"))
    }
  }

  private mutating func read(
    _ paths: [String], _ zones: DatasetImporter.Zones, _ log: inout DiagnosticLog
  ) -> Dataset {
    var importer = DatasetImporter(zones: zones)
    for path in paths {
      do throws(FileError) {
        importer.read(
          path == "-" ? try InputFile(descriptor: 0, name: path) : try InputFile(path: path))
      } catch {
        hasErrors = true
        let help =
          error.isAbsence
          ? ["'-' reads standard input"]
          : error.isFolder ? ["name the files in it"] : []
        log.add(Diagnostic(.error, "unreadable-file", error.message, help: help))
      }
    }
    let (dataset, found) = importer.salvage()
    log.add(contentsOf: found.diagnostics)
    if found.hasErrors { hasErrors = true }
    return dataset
  }
}

extension DatasetImporter.Zones {
  /// The zone that a command line asks for, and where the environment has zone files.
  init(_ arguments: Arguments, _ host: ProcessEnvironment) {
    self.init(
      report: arguments.value("time-zone"),
      folder: TimeZoneRules.folder(tzdir: host.environment["TZDIR"]))
  }
}
