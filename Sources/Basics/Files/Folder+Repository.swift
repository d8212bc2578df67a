internal import Platform

extension Folder {
  /// More folders than a repository is deep.
  private static let mostAbove = 64

  /// The folders above a folder up to the root of its repository, which holds `.git`, nearest first.
  /// Empty when there is no repository around it on the same file system and below the home folder:
  /// what lies above may then be anyone's.
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

  /// Whether an item and its folder belong to the user of this process or to the system, are no
  /// links, and can't be written by others. The group of the user counts as the user, since many
  /// systems give each user a group and make new files writable for it; any other group doesn't.
  package static func isTrusted(_ path: String) -> Bool {
    [path, parent(of: path) ?? "/"].allSatisfy { path in
      guard let status = ownStatus(path), status.st_mode & S_IFMT != S_IFLNK else { return false }
      let isOwnGroup = status.st_gid == getegid() || status.st_gid == 0
      return status.st_mode & (isOwnGroup ? 0o002 : 0o022) == 0
    }
  }

  /// Whether the `.git` in a folder may decide that this is a repository. A link is as good, since
  /// nothing is read from it.
  package static func isTrustedRepository(_ folder: String) -> Bool {
    ownStatus(folder + "/.git") != nil
  }

  /// The status of an item, a link itself, of the user or of the system; nil for that of others.
  private static func ownStatus(_ path: String) -> stat? {
    var status = stat()
    guard isUsablePath(path), lstat(path, &status) == 0,
      status.st_uid == geteuid() || status.st_uid == 0
    else { return nil }
    return status
  }
}
