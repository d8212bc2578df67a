internal import Files
package import Model

/// The folders that may hold attached files: the folder of the input, then those of `--root`. Reads
/// only regular files and follows no links below these folders.
package struct AttachmentFolders: Sendable, Equatable {
  /// The largest size of one file, and of all files of a call, in bytes.
  package static let largestFile = 32 << 20
  package static let mostBytes = 128 << 20

  package enum Finding {
    case file(AttachedFile)
    /// The path is invalid or leads out of the folders.
    case outside
    /// The path has no regular file.
    case missing
    case tooLarge
  }

  private let folders: [String]

  /// - Parameter input: The path of the input; nil if the input is not a file.
  package init(input: String?, _ options: ImportOptions) {
    var folders: [String] = []
    if let input {
      let parent = input.lastIndex(of: "/").map { String(input[..<$0]) + "/" } ?? ""
      let here = parent.hasPrefix("/") ? "" : (SystemInfo.workingFolder() ?? "/") + "/"
      let folder = SourcePaths.normalized(here + parent)
      if folder != "/" { folders.append(folder) }
    }
    if options.readsOwners { folders += options.paths.folders }
    self.folders = folders
  }

  /// Returns the file from the first folder that has it. `room` is the remaining size in bytes.
  package func find(_ given: String, room: Int) -> Finding {
    guard given.utf8.count <= Self.longestPath, !given.utf8.contains(0) else { return .outside }
    var result = Finding.outside
    for folder in folders {
      let path = SourcePaths.normalized(given)
      let whole = path.hasPrefix("/") ? path : SourcePaths.normalized(folder + "/" + path)
      for holder in folders where whole.hasPrefix(holder + "/") {
        let inner = String(whole.dropFirst(holder.count + 1))
        guard SourcePaths.isInside(inner) else { continue }
        switch read(inner, in: ConfinedFolder(holder), room: room) {
        case .missing: if case .outside = result { result = .missing }
        case let found: return found
        }
      }
    }
    return result
  }

  private static let longestPath = 4_096

  private func read(_ path: String, in folder: ConfinedFolder, room: Int) -> Finding {
    guard (try? folder.kind(of: path)) == .file else { return .missing }
    guard let bytes = try? folder.read(path, limit: min(Self.largestFile, max(room, 0))) else {
      return .tooLarge
    }
    return .file(AttachedFile(path: folder.fullPath(of: path), bytes: bytes))
  }
}
