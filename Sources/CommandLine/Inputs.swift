import Basics
import Diagnostics
import Importing
import JSON
import Model

/// Reads the datasets that a command names.
struct Inputs {
  /// The inputs merged; nil when something is wrong with one.
  var dataset: Dataset?
  /// The last report's dataset, when one was named and could be read.
  var baseline: Dataset?

  static func read(
    _ paths: [String], baseline: String?, log: inout DiagnosticLog
  ) -> Inputs {
    var inputs = Inputs()
    inputs.dataset = dataset(paths, &log)
    if let baseline {
      inputs.baseline = dataset([baseline], &log)
      if inputs.baseline == nil { inputs.dataset = nil }
    }
    return inputs
  }

  private static func dataset(_ paths: [String], _ log: inout DiagnosticLog) -> Dataset? {
    var importer = DatasetImporter()
    var isReadable = true
    for path in paths {
      do throws(FileError) {
        let file = try OpenFile(path)
        importer.read(file: path, from: ByteSource { file.read(into: $0) })
        if let failure = file.failure { throw failure }
      } catch {
        isReadable = false
        let help =
          error.isAbsence
          ? ["'-' reads standard input"]
          : error.isFolder ? ["name the files in it"] : []
        log.add(Diagnostic(.error, "unreadable-file", error.message, help: help))
      }
    }
    let (dataset, found) = importer.finish()
    log.add(contentsOf: found.diagnostics)
    return isReadable ? dataset : nil
  }
}

/// An open file that a closure can hold.
private final class OpenFile {
  private let file: InputFile
  private(set) var failure: FileError?

  init(_ path: String) throws(FileError) {
    file =
      path == "-"
      ? try InputFile(descriptor: 0, name: "standard input") : try InputFile(path: path)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    do throws(FileError) {
      return try file.read(into: buffer)
    } catch {
      failure = error
      return -Int(error.code)
    }
  }
}
