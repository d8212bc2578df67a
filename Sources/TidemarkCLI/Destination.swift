import Basics
import Rendering

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

  /// The file that a format is written to; nil is standard output.
  func path(of format: OutputFormat) -> String? {
    switch self {
    case .standardOutput: nil
    case .file(let path): path
    case .folder(let path): (path.hasSuffix("/") ? path : path + "/") + format.fileName
    }
  }
}
