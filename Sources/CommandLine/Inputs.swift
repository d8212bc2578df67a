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

  static func read(
    _ paths: [String], baseline: String?, zones: DatasetImporter.Zones, log: inout DiagnosticLog
  ) -> Inputs {
    var inputs = Inputs(dataset: Dataset())
    inputs.dataset = inputs.read(paths, zones, &log)
    if let baseline {
      var zones = zones
      zones.report = zones.report ?? inputs.dataset.timeZone
      inputs.baseline = inputs.read([baseline], zones, &log)
    }
    return inputs
  }

  init(dataset: Dataset) {
    self.dataset = dataset
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
  init(_ arguments: Arguments, _ host: Host) {
    self.init(
      report: arguments.value("time-zone"),
      folder: TimeZoneRules.folder(tzdir: host.environment["TZDIR"]))
  }
}
