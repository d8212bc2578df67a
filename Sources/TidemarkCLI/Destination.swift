import Basics
import Rendering

/// Where the output goes.
enum Destination: Sendable, Equatable {
  case standardOutput
  case file(String)
  case folder(String)

  init(_ path: String?, targets: [Target]) throws(UsageError) {
    switch path {
    case nil, "-":
      guard targets.count == 1 else { throw .severalTargetsNeedFolder }
      self = .standardOutput
    case let path?:
      let isFolder = path.hasSuffix("/") || targets.count > 1 || Folder.exists(path)
      self = isFolder ? .folder(path) : .file(path)
    }
  }

  /// The file that a target becomes; nil is standard output.
  func path(of target: Target) -> String? {
    switch self {
    case .standardOutput: nil
    case .file(let path): path
    case .folder(let path): (path.hasSuffix("/") ? path : path + "/") + target.fileName
    }
  }
}

extension Target {
  /// The target that a file's name says it is: `report.md`.
  init?(writtenTo path: String?) {
    switch path?.split(separator: ".").last {
    case "html", "htm": self = .page
    case "md", "markdown": self = .markdown
    case "txt", "text": self = .text
    case "json": self = .json
    default: return nil
    }
  }
}
