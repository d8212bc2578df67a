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

  static func read(_ paths: [String], baseline: String?, log: inout DiagnosticLog) -> Inputs {
    var inputs = Inputs(dataset: Dataset())
    inputs.dataset = inputs.read(paths, &log)
    if let baseline { inputs.baseline = inputs.read([baseline], &log) }
    return inputs
  }

  init(dataset: Dataset) {
    self.dataset = dataset
  }

  private mutating func read(_ paths: [String], _ log: inout DiagnosticLog) -> Dataset {
    var importer = DatasetImporter()
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
