import Files

/// Renames and removals of files that are either all completed or undone.
struct SiteChange {
  private let folder: ConfinedFolder
  private var done: [Step] = []
  /// The folder of the last rename, to be synced before another folder changes.
  private var unsynced: String?

  private enum Step {
    /// With the previous contents; nil when the file was absent.
    case written(String, [UInt8]?)
    /// Renamed first, then removed at the end.
    case hidden(String, as: String, isFolder: Bool)
    /// Removed in place at the end: a folder with folders of other programs.
    case doomed(String)
  }

  init(in folder: ConfinedFolder) {
    self.folder = folder
  }

  mutating func commit(_ file: Staging.Staged) throws(FileError) {
    try syncUnless(ConfinedFolder.parent(of: file.path))
    try file.commitUnsynced()
    done.append(.written(file.path, file.previous))
  }

  /// Renames a file or a folder, which is removed after everything else is done.
  mutating func stageRemoval(_ path: String, isFolder: Bool) throws(FileError) {
    switch try folder.kind(of: path) {
    case nil: return
    // This program did not create a path of another kind.
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

  /// Syncs the last folder.
  mutating func sync() throws(FileError) {
    if let unsynced { try folder.sync(unsynced) }
    unsynced = nil
  }

  /// Restores the site; returns false when something could not be restored.
  func undo() -> Bool {
    var isUndone = true
    for step in done.reversed() {
      do throws(FileError) {
        switch step {
        case .written(let path, let previous?):
          let file = try OutputFile(in: folder, replacing: path)
          try file.write(previous)
          try file.commit()
        case .written(let path, nil): try folder.removeFile(path)
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

  /// Removes the renamed files and folders; returns the errors. Tries twice, because a network disk
  /// may fail for a moment.
  func finish() -> [FileError] {
    done.compactMap { step in
      var failure: FileError?
      for _ in 0..<2 {
        do throws(FileError) {
          switch step {
          case .written: break
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
