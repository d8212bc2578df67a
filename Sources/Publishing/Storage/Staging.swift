import Diagnostics
package import Files

/// Stages the files of a site. First writes every file to a temporary file in the same folder, so
/// that a full disk changes nothing. Then renames all files in the order of writing; if one rename
/// fails, restores the earlier files.
///
/// A file that exists but can't be read is neither absent nor damaged. Its error is stored and
/// thrown by everything that would write, so that no decision based on it changes a file.
package final class Staging {
  package let folder: ConfinedFolder
  private var files: [Staged] = []
  private var removals: [(path: String, isFolder: Bool)] = []
  private var sweeps: [(path: String, names: [String]?)] = []
  /// The contents of staged files, for reads before they are in place.
  private var contents: [String: [UInt8]] = [:]
  /// The error of the first file that could not be read.
  private var failure: FileError?

  package init(root: String) {
    folder = ConfinedFolder(root, staysOpen: true)
  }

  /// Whether a file was replaced and not restored.
  package private(set) var hasBegun = false

  /// The errors of files that could not be removed after everything else was done.
  package var leftovers: [FileError] = []

  /// Warnings only, since no page links to such a file.
  var leftoverProblems: [Diagnostic] {
    leftovers.map { failure in
      Diagnostic(
        .warning, "leftover", "everything is in its place, but \(failure.message)",
        help: ["the next run removes it"])
    }
  }

  package var isEmpty: Bool { files.isEmpty && removals.isEmpty }

  // MARK: Reading

  /// Returns a file as it will be after the commit; nil if it is absent or not a regular file.
  package func read(_ path: String, _ limit: FileLimit = .page) -> [UInt8]? {
    if let waiting = contents[path] { return waiting }
    if isRemoved(path) { return nil }
    return attempt { () throws(FileError) in
      try folder.read(path, limit: limit.bytes)
    }
  }

  /// Returns a compressed file's contents; nil also when it is damaged or exceeds its limit.
  package func unpack(_ path: String, _ limit: FileLimit) -> [UInt8]? {
    read(path, limit).flatMap { Gzip.unpack($0, limit: limit.bytes) }
  }

  /// The kind of a path; nil when it is absent.
  func kind(of path: String) -> ConfinedFolder.Kind? {
    if contents[path] != nil { return .file }
    return attempt { () throws(FileError) in try folder.kind(of: path) }
  }

  /// The names in a folder.
  func names(in path: String) -> [String] {
    attempt { () throws(FileError) in try folder.names(in: path) } ?? []
  }

  private func attempt<Result>(_ body: () throws(FileError) -> Result?) -> Result? {
    do throws(FileError) { return try body() } catch {
      failure = failure ?? error
      return nil
    }
  }

  /// Throws if a file or folder exists but could not be read.
  package func check() throws(FileError) {
    if let failure { throw failure }
  }

  // MARK: Writing

  /// Stages a file unless it is unchanged. Throws if it exceeds the limit for reading it.
  package func write(
    _ bytes: [UInt8], to path: String, _ limit: FileLimit = .page
  ) throws(FileError) {
    if bytes.count > limit.bytes { throw FileError.tooLarge(folder.fullPath(of: path)) }
    // Neither a file that is written again nor its folder may be removed afterwards.
    removals.removeAll { path == $0.path || path.hasPrefix($0.path + "/") }
    let previous = read(path, .anything)
    try check()
    if previous == bytes { return }
    try folder.create(ConfinedFolder.parent(of: path))
    // The later of two files for one path counts; the previous contents are still those on disk.
    let earlier = files.first { $0.path == path }
    let file = Staged(path, replacing: earlier.map(\.previous) ?? previous)
    try file.write(bytes, in: folder)
    contents[path] = bytes
    files.removeAll { $0.path == path }
    files.append(file)
  }

  /// Compresses and stages a file.
  package func pack(
    _ bytes: [UInt8], to path: String, _ limit: FileLimit
  ) throws(FileError) {
    guard bytes.count <= limit.bytes, let packed = Gzip.pack(bytes) else {
      throw FileError.tooLarge(folder.fullPath(of: path))
    }
    try write(packed, to: path)
  }

  package func write(_ text: String, to path: String) throws(FileError) {
    try write(Array(text.utf8), to: path)
  }

  /// Removes a file or a folder once all staged files are in place.
  package func remove(_ path: String, isFolder: Bool = false) {
    removals.append((path, isFolder))
  }

  /// Whether a path is staged to be removed.
  func isRemoved(_ path: String) -> Bool { removals.contains { $0.path == path } }

  /// Removes temporary files of killed processes from a folder once everything is in place.
  ///
  /// - Parameter names: The names in the folder, if the caller has listed them already.
  package func sweep(_ path: String, among names: [String]? = nil) {
    sweeps.append((path, names))
  }

  /// Discards everything, temporary files included.
  package func discard() {
    files = []
    removals = []
    sweeps = []
    contents = [:]
  }

  /// Puts every file in place, or restores all.
  package func commit() throws(FileError) {
    try check()
    var change = SiteChange(in: folder)
    do throws(FileError) {
      for file in files { try change.commit(file) }
      for removal in removals { try change.stageRemoval(removal.path, isFolder: removal.isFolder) }
      try change.sync()
    } catch {
      hasBegun = !change.undo() || hasBegun
      throw error
    }
    hasBegun = hasBegun || !isEmpty
    files = []
    removals = []
    leftovers += change.finish()
    for (path, names) in sweeps {
      // The next run tries again.
      do throws(FileError) { try folder.sweep(path, among: names) } catch {}
    }
    sweeps = []
  }

  /// A temporary file that is to be renamed to its path.
  final class Staged {
    let path: String
    /// The contents on disk; nil when absent.
    let previous: [UInt8]?
    private var file: OutputFile?

    init(_ path: String, replacing previous: [UInt8]?) {
      self.path = path
      self.previous = previous
    }

    func write(_ bytes: [UInt8], in folder: ConfinedFolder) throws(FileError) {
      var file = try OutputFile(in: folder, replacing: path)
      try file.write(bytes)
      // Hundreds of files may be staged; none stays open.
      try file.seal()
      self.file = consume file
    }

    func commitUnsynced() throws(FileError) {
      if let file = file.take() { _ = try file.commitUnsynced() }
    }
  }
}
