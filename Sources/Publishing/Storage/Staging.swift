package import Basics

/// Files on their way to a site. All are written beside their places before the first takes its own,
/// so that a disk without room changes nothing; then they take their places in the order they came.
package final class Staging {
  private let root: String
  private var files: [Staged] = []
  private var removals: [(path: String, isFolder: Bool)] = []
  /// Folders that are known to be no links.
  private var checked: Set<String> = []
  /// What the files will hold, for whoever reads before they are in place.
  private var contents: [String: [UInt8]] = [:]

  package init(root: String) {
    self.root = root
  }

  /// Whether a file may have taken its place already.
  package private(set) var hasBegun = false

  package var isEmpty: Bool { files.isEmpty && removals.isEmpty }

  /// A file as it will be.
  package func read(_ path: String) -> [UInt8]? {
    if let waiting = contents[path] { return waiting }
    // A pipe in a file's place would keep its reader waiting.
    guard Folder.isRegularFile(root + "/" + path) else { return nil }
    return try? InputFile.contents(of: root + "/" + path, limit: 1 << 30)
  }

  /// Where a path is. No folder on the way may be a link, which could lead out of the site.
  private func place(of path: String) throws(FileError) -> String {
    var folder = root
    for name in path.split(separator: "/").dropLast() {
      folder += "/" + name
      guard checked.insert(folder).inserted else { continue }
      if Folder.isLink(folder) { throw FileError.leadsElsewhere(folder) }
    }
    return root + "/" + path
  }

  /// Takes a file in; one that is the same already is left alone.
  package func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    if read(path) == bytes { return }
    contents[path] = bytes
    // What is written anew is not to be taken away afterwards, and neither is its folder.
    removals.removeAll { path == $0.path || path.hasPrefix($0.path + "/") }
    let place = try place(of: path)
    if let parent = Folder.parent(of: place) { try Folder.create(parent) }
    let file = Staged(path)
    try file.write(bytes, to: place)
    // Of two for one place the later counts.
    files.removeAll { $0.path == path }
    files.append(file)
  }

  package func write(_ text: String, to path: String) throws(FileError) {
    try write(Array(text.utf8), to: path)
  }

  /// Takes files and folders away when all others are in their places.
  package func remove(_ path: String, isFolder: Bool = false) {
    removals.append((path, isFolder))
  }

  /// Forgets everything: what was written beside its place is taken away.
  package func discard() {
    files = []
    removals = []
    contents = [:]
  }

  /// Puts everything in its place.
  package func commit() throws(FileError) {
    hasBegun = hasBegun || !isEmpty
    for file in files { try file.commit() }
    files = []
    for removal in removals {
      let place = try place(of: removal.path)
      if removal.isFolder, !Folder.isLink(place) {
        try Folder.removeAtOnce(place)
      } else {
        try Folder.removeFile(place)
      }
    }
    removals = []
  }

  private final class Staged {
    let path: String
    private var file: OutputFile?

    init(_ path: String) {
      self.path = path
    }

    func write(_ bytes: [UInt8], to place: String) throws(FileError) {
      var file = try OutputFile(replacing: place)
      try file.write(bytes)
      // Hundreds of files may wait; none stays open.
      try file.seal()
      self.file = consume file
    }

    func commit() throws(FileError) {
      if let file = file.take() { try file.commit() }
    }
  }
}
