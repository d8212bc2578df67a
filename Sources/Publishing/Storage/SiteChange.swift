import Basics

/// Files that take their places one after the other, and others that go: all of it, or none.
struct SiteChange {
  private let folder: ConfinedFolder
  private var done: [Step] = []
  /// The folder that has got a file last, and is to be written down before another one gets any.
  private var unsynced: String?

  private enum Step {
    /// With what was there before; nil for nothing.
    case placed(String, [UInt8]?)
    /// Has another name until it is removed.
    case hidden(String, as: String, isFolder: Bool)
    /// Goes where it is, at the end: a folder in which others have put folders of theirs.
    case doomed(String)
  }

  init(in folder: ConfinedFolder) {
    self.folder = folder
  }

  mutating func place(_ file: Staging.Staged) throws(FileError) {
    try syncUnless(ConfinedFolder.parent(of: file.path))
    try file.place()
    done.append(.placed(file.path, file.previous))
  }

  /// Takes a file or a folder out of sight. It is removed when everything else is done.
  mutating func takeAway(_ path: String, isFolder: Bool) throws(FileError) {
    switch try folder.kind(of: path) {
    case nil: return
    // What is of another kind is not this program's.
    case .folder where !isFolder: return
    case .file where isFolder, .other where isFolder: return
    case .folder where try folder.holdsFolder(path): done.append(.doomed(path))
    case let kind:
      let parent = ConfinedFolder.parent(of: path)
      try syncUnless(parent)
      let name = ConfinedFolder.temporaryName()
      try folder.rename(path, to: name)
      let hidden = parent.isEmpty ? name : parent + "/" + name
      done.append(.hidden(path, as: hidden, isFolder: kind == .folder))
    }
  }

  private mutating func syncUnless(_ next: String) throws(FileError) {
    if let unsynced, unsynced != next { try folder.sync(unsynced) }
    unsynced = next
  }

  /// The last folder, too.
  mutating func sync() throws(FileError) {
    if let unsynced { try folder.sync(unsynced) }
    unsynced = nil
  }

  /// Leaves the site as it was before; false when that can't be done, either.
  func undo() -> Bool {
    var isUndone = true
    for step in done.reversed() {
      do throws(FileError) {
        switch step {
        case .placed(let path, let previous?):
          let file = try OutputFile(in: folder, replacing: path)
          try file.write(previous)
          try file.commit()
        case .placed(let path, nil): try folder.removeFile(path)
        case .hidden(let path, let hidden, _):
          let name = path.split(separator: "/").last.map(String.init) ?? path
          try folder.rename(hidden, to: name)
        case .doomed: break
        }
      } catch {
        isUndone = false
      }
    }
    return isUndone
  }

  /// Removes what was taken out of sight; gives back what could not be. A second attempt helps where a
  /// network's disk has failed for a moment.
  func finish() -> [FileError] {
    done.compactMap { step in
      var failure: FileError?
      for _ in 0..<2 {
        do throws(FileError) {
          switch step {
          case .placed: break
          case .hidden(_, let hidden, let isFolder):
            if isFolder { try folder.removeFlat(hidden) } else { try folder.removeFile(hidden) }
          case .doomed(let path): try folder.removeFlat(path)
          }
          return nil
        } catch {
          failure = error
        }
      }
      return failure
    }
  }
}
