internal import Platform

extension Folder {
  /// An upper limit for the depth of a folder in its repository.
  private static let mostAbove = 64

  /// The folders above a folder up to the root of its repository (with `.git`), nearest first.
  /// Empty if there is no repository on the same file system and below the home folder: folders
  /// above these may belong to other users.
  package static func repositoryFolders(above folder: String, home: String?) -> [String] {
    var status = stat()
    guard stat(folder, &status) == 0 else { return [] }
    let device = status.st_dev
    var (path, inode) = (folder, status.st_ino)
    var above: [String] = []
    while above.count < mostAbove {
      if let home, isSameFile(path, home) { return [] }
      if isThere(path + "/.git") { return above }
      path = path == "." ? ".." : path + "/.."
      // The folder above "/" is "/" itself.
      guard stat(path, &status) == 0, status.st_dev == device, status.st_ino != inode else {
        return []
      }
      inode = status.st_ino
      above.append(path)
    }
    return []
  }

  /// Whether an item and its folder belong to the user or the system, are not links, and can't be
  /// written by others. The user's group may write, because many systems give each user a group of
  /// their own and make new files writable for it. Other groups may not.
  package static func isTrusted(_ path: String) -> Bool {
    [path, parent(of: path) ?? "/"].allSatisfy { path in
      guard let status = ownStatus(path), status.st_mode & S_IFMT != S_IFLNK else { return false }
      let isOwnGroup = status.st_gid == getegid() || status.st_gid == 0
      return status.st_mode & (isOwnGroup ? 0o002 : 0o022) == 0
    }
  }

  /// Whether the `.git` in a folder belongs to the user or the system. It may be a link, because
  /// nothing is read from it.
  package static func isTrustedRepository(_ folder: String) -> Bool {
    ownStatus(folder + "/.git") != nil
  }

  /// The status of an item, without following a link; nil unless the user or the system owns it.
  private static func ownStatus(_ path: String) -> stat? {
    var status = stat()
    guard isUsablePath(path), lstat(path, &status) == 0,
      status.st_uid == geteuid() || status.st_uid == 0
    else { return nil }
    return status
  }
}
