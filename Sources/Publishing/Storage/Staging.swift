package import Basics
import Diagnostics

/// Files on their way to a site. All are written beside their places before the first takes its own,
/// so that a disk without room changes nothing; then they take their places in the order they came.
/// When one can't, those before it go back: the site is as it was.
///
/// A file that is there and can't be read is neither absent nor damaged. The failure is remembered, and
/// thrown by everything that would write, so that no decision that rests on it changes anything.
package final class Staging {
  package let folder: ConfinedFolder
  private var files: [Staged] = []
  private var removals: [(path: String, isFolder: Bool)] = []
  private var sweeps: [String] = []
  /// What the files will hold, for those who read before they are in place.
  private var contents: [String: [UInt8]] = [:]
  /// Why the first file that could not be read could not.
  private var failure: FileError?

  package init(root: String) {
    folder = ConfinedFolder(root)
  }

  /// Whether a file has taken its place, and did not go back.
  package private(set) var hasBegun = false

  /// What could not be removed after everything else was done.
  package var leftovers: [FileError] = []

  /// Says so: it is no failure, since nothing leads there.
  var leftoverProblems: [Diagnostic] {
    leftovers.map { failure in
      Diagnostic(
        .warning, "leftover", "everything is in its place, but \(failure.message)",
        help: ["the next run removes it"])
    }
  }

  package var isEmpty: Bool { files.isEmpty && removals.isEmpty }

  // MARK: Reading

  /// A file as it will be; nil when there is none, or none of this program's.
  package func read(_ path: String, _ limit: FileLimit = .page) -> [UInt8]? {
    if let waiting = contents[path] { return waiting }
    return attempt { () throws(FileError) in
      try folder.read(path, limit: limit.bytes)
    }
  }

  /// A packed file's contents; nil also when it is damaged or larger than its kind may be.
  package func unpack(_ path: String, _ limit: FileLimit) -> [UInt8]? {
    read(path, limit).flatMap { Gzip.unpack($0, limit: limit.bytes) }
  }

  /// What stands at a path; nil when nothing does.
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

  /// Throws when something that is there could not be read.
  package func check() throws(FileError) {
    if let failure { throw failure }
  }

  // MARK: Writing

  /// Takes a file in; one that is the same already is left alone, and one that could not be read again
  /// is refused.
  package func write(
    _ bytes: [UInt8], to path: String, _ limit: FileLimit = .page
  ) throws(FileError) {
    if bytes.count > limit.bytes { throw FileError.tooLarge(folder.place(of: path)) }
    let previous = read(path, .anything)
    try check()
    if previous == bytes { return }
    // What is written anew is not to be taken away afterwards, and neither is its folder.
    removals.removeAll { path == $0.path || path.hasPrefix($0.path + "/") }
    try folder.create(ConfinedFolder.parent(of: path))
    // Of two for one place the later counts, and what is there is what was.
    let earlier = files.first { $0.path == path }
    let file = Staged(path, replacing: earlier.map(\.previous) ?? previous)
    try file.write(bytes, in: folder)
    contents[path] = bytes
    files.removeAll { $0.path == path }
    files.append(file)
  }

  /// The same for a file that is packed.
  package func pack(
    _ bytes: [UInt8], to path: String, _ limit: FileLimit
  ) throws(FileError) {
    guard bytes.count <= limit.bytes, let packed = Gzip.pack(bytes) else {
      throw FileError.tooLarge(folder.place(of: path))
    }
    try write(packed, to: path)
  }

  package func write(_ text: String, to path: String) throws(FileError) {
    try write(Array(text.utf8), to: path)
  }

  /// Takes files and folders away when all others are in their places.
  package func remove(_ path: String, isFolder: Bool = false) {
    removals.append((path, isFolder))
  }

  /// Removes what killed writers have left in a folder, when everything is in its place.
  package func sweep(_ path: String) {
    sweeps.append(path)
  }

  /// Forgets everything: what was written beside its place is taken away.
  package func discard() {
    files = []
    removals = []
    sweeps = []
    contents = [:]
  }

  /// Puts everything in its place, or leaves everything as it was.
  package func commit() throws(FileError) {
    try check()
    var change = SiteChange(in: folder)
    do throws(FileError) {
      for file in files { try change.place(file) }
      for removal in removals { try change.takeAway(removal.path, isFolder: removal.isFolder) }
      try change.sync()
    } catch {
      hasBegun = !change.undo() || hasBegun
      throw error
    }
    hasBegun = hasBegun || !isEmpty
    files = []
    removals = []
    leftovers += change.finish()
    for place in sweeps {
      // What can't be swept now is found by the next.
      do throws(FileError) { try folder.sweep(place) } catch {}
    }
    sweeps = []
  }

  /// A file beside its place.
  final class Staged {
    let path: String
    /// What stands at its place; nil for nothing.
    let previous: [UInt8]?
    private var file: OutputFile?

    init(_ path: String, replacing previous: [UInt8]?) {
      self.path = path
      self.previous = previous
    }

    func write(_ bytes: [UInt8], in folder: ConfinedFolder) throws(FileError) {
      var file = try OutputFile(in: folder, replacing: path)
      try file.write(bytes)
      // Hundreds of files may wait; none stays open.
      try file.seal()
      self.file = consume file
    }

    func place() throws(FileError) {
      if let file = file.take() { _ = try file.place() }
    }
  }
}
