package import Files
internal import Model

/// The files of the sources. Links below its folders are not followed. Only regular files are read.
package struct SourceTree: Sendable {
  /// The most bytes of a file, and of all files of a call.
  static let largestFile = 4 << 20
  package static let mostBytes = 256 << 20

  package let folders: [ConfinedFolder]
  private let paths: SourcePaths
  package let redactor: Redactor

  package init(_ options: ImportOptions) {
    folders = options.paths.folders.map { ConfinedFolder($0) }
    (paths, redactor) = (options.paths, options.redactor)
  }

  /// The path of a file from a folder of the sources; nil for one outside of them.
  package func path(of file: String) -> String? {
    let path = paths.path(file)
    return SourcePaths.isInside(path) ? path : nil
  }

  /// A file that can be shown as text. nil if it is in no folder or in several, because the right
  /// one is then unknown. nil also if it is too large, binary, unreadable or no regular file.
  package func read(_ path: String, room: Int) -> [UInt8]? {
    guard let folder = holder(of: path, among: folders),
      let bytes = try? folder.read(path, limit: min(Self.largestFile, room))
    else { return nil }
    return bytes.contains(0) ? nil : bytes
  }

  /// The folder of a path: the only folder, else the only one that contains the file.
  package func folder(of path: String, among folders: [ConfinedFolder]) -> ConfinedFolder? {
    self.folders.count == 1 ? folders.first : holder(of: path, among: folders)
  }

  private func holder(of path: String, among folders: [ConfinedFolder]) -> ConfinedFolder? {
    let holders = folders.filter { (try? $0.kind(of: path)) == .file }
    return holders.count == 1 ? holders.first : nil
  }
}
