import Files
import Rendering
import ToolReports

/// The destination of the output.
enum Destination: Sendable, Equatable {
  case standardOutput
  case file(String)
  case folder(String)

  init(_ path: String?, formats: [OutputFormat]) throws(UsageError) {
    switch path {
    case nil, "-":
      guard formats.count == 1 else { throw .severalTargetsNeedFolder }
      self = .standardOutput
    case let path?:
      let isFolder = path.hasSuffix("/") || formats.count > 1 || Folder.exists(path)
      self = isFolder ? .folder(path) : .file(path)
    }
  }

  /// The folder of attached files, as seen from a page: below the page's folder.
  var attachedFiles: RenderOptions.AttachedFiles {
    guard let path = path(of: .page), let here = SystemInfo.workingFolder(),
      let folder = Folder.parent(of: path.hasPrefix("/") ? path : here + "/" + path)
    else { return .unreachable }
    return .below(SourcePaths.normalized(folder))
  }

  /// The output file of a format; nil is standard output.
  func path(of format: OutputFormat) -> String? {
    switch self {
    case .standardOutput: nil
    case .file(let path): path
    case .folder(let path): (path.hasSuffix("/") ? path : path + "/") + format.fileName
    }
  }
}
