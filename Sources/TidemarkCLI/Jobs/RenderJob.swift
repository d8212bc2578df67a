import Diagnostics
import Files
import Rendering
import Text

/// Renders a report to its formats. Files are replaced only after all formats are rendered.
struct RenderJob {
  let renderer: ReportRenderer
  let formats: [OutputFormat]
  let strictness: Strictness
  /// The folder of the page's style and script, as seen from the page; nil to contain them.
  var assets: String?
  var isVerbose = false

  func run(
    to destination: Destination, host: ProcessEnvironment, log: inout DiagnosticLog
  ) -> ExitStatus {
    var files: [PendingFile] = []
    var linked: [PageAsset] = []
    // Targets share a template; its problems are reported once.
    var said: Set<Diagnostic> = []
    do throws(FileError) {
      for format in formats {
        let file = try PendingFile(destination.path(of: format), host)
        files.append(file)
        let outlet: Outlet = { sink in
          host.progress?.say("rendering \(format.name)", Self.size(file.count))
          return file.take(&sink)
        }
        let problems: [Diagnostic]
        if let assets, format == .page {
          (linked, problems) = renderer.linkedPage(assetsIn: Self.address(of: assets), to: outlet)
        } else {
          problems = renderer.render(format, to: outlet)
        }
        log.add(contentsOf: problems.filter { said.insert($0).inserted })
        if let failure = file.failure { throw failure }
        guard !strictness.isFailing(log) else {
          // A budget that is too small is not a problem of the input.
          return problems.contains { $0.id == "budget-too-small" } ? .output : .input
        }
      }
      if let assets, let page = destination.path(of: .page) {
        let folder = (Folder.parent(of: page).map { $0 + "/" } ?? "") + assets
        try write(linked, to: folder)
      }
      for (format, file) in zip(formats, files) {
        try file.commit()
        guard isVerbose, let path = destination.path(of: format) else { continue }
        log.add(
          Diagnostic(
            .note, "file-written", "written: \(file.count) bytes", at: SourceLocation(file: path)))
      }
    } catch {
      // A reader that stops early, such as `head`, is not an error.
      if !error.isBrokenPipe {
        log.add(Diagnostic(.error, "unwritable-file", error.message))
      }
      return .output
    }
    return .done
  }

  /// Writes the files that the page links, before the page.
  private func write(_ linked: [PageAsset], to folder: String) throws(FileError) {
    try Folder.create(folder)
    for asset in linked {
      let file = try OutputFile(path: folder + "/" + asset.name)
      try file.write(asset.bytes)
      try file.commit()
    }
  }

  /// The address of a folder with a slash at the end.
  private static func address(of folder: String) -> String {
    PercentEncoding.encoded(path: folder) + (folder.hasSuffix("/") ? "" : "/")
  }

  /// "12 MiB"; empty below 1 MiB.
  private static func size(_ bytes: Int) -> String { bytes >> 20 > 0 ? "\(bytes >> 20) MiB" : "" }
}

/// An output that replaces its file only after everything is rendered. Standard output is buffered
/// in memory up to a limit, so that a failure leaves it empty.
private final class PendingFile {
  private var file: OutputFile?
  private var held: [UInt8] = []
  private let holdsBack: Bool
  private let progress: ProgressLine?
  private(set) var count = 0
  private(set) var failure: FileError?

  private static let mostHeld = 64 << 20

  init(_ path: String?, _ host: ProcessEnvironment) throws(FileError) {
    holdsBack = path == nil
    // The progress line must be erased before output on a terminal.
    progress = path == nil ? host.progress : nil
    if let path {
      if let parent = Folder.parent(of: path) { try Folder.create(parent) }
      file = try OutputFile(path: path)
    } else {
      file = OutputFile(descriptor: host.standardOutput, name: "standard output")
    }
  }

  /// Adds rendered bytes; returns false if they can't be written.
  func take(_ sink: inout ByteSink) -> Bool {
    count += sink.bytes.count
    defer { sink.bytes.removeAll(keepingCapacity: true) }
    if holdsBack, held.count + sink.bytes.count <= Self.mostHeld {
      held += sink.bytes
      return true
    }
    return write(held) && write(sink.bytes)
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    progress?.end()
    do throws(FileError) {
      try file?.write(bytes)
      if !held.isEmpty { held = [] }
      return true
    } catch {
      failure = error
      return false
    }
  }

  func commit() throws(FileError) {
    if !held.isEmpty, !write(held), let failure { throw failure }
    if let file = file.take() { try file.commit() }
  }
}
