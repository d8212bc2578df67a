/// The folders and files that lines have entered.
struct LineFolders {
  private var folders: [String] = []
  private var files: [String] = []

  /// Older entries are forgotten.
  private static let most = 1_000

  /// The file of findings that name none.
  var file: String? { files.last }

  /// A path, joined to the entered folder if it is relative.
  func path(of file: String) -> String {
    guard let folder = folders.last, Self.isRelative(file) else { return file }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + file : "\(folder)/\(file)"
  }

  private static let longestPath = 4_096

  mutating func enter(_ folder: String) {
    let path = path(of: folder)
    Self.push(path.utf8.count > Self.longestPath ? folder : path, to: &folders)
  }

  /// Leaves a folder. Several jobs at once leave theirs in any order, so that the name counts.
  mutating func leave(_ folder: String?) {
    let path = folder.map(path)
    if let folder, let index = folders.lastIndex(where: { $0 == folder || $0 == path }) {
      folders.remove(at: index)
    } else {
      _ = folders.popLast()
    }
  }

  mutating func open(_ file: String) { Self.push(path(of: file), to: &files) }

  mutating func close() { _ = files.popLast() }

  private static func push(_ path: String, to stack: inout [String]) {
    if stack.count == most { stack.removeFirst() }
    stack.append(path)
  }

  private static func isRelative(_ path: String) -> Bool {
    let bytes = Array(path.utf8.prefix(32))
    switch bytes.first {
    // `<stdin>` is not a file.
    case nil, UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "~"), UInt8(ascii: "<"):
      return false
    default: break
    }
    // `C:\folder`, `file:///folder`
    let letters = bytes.prefix { LineCharacters.letters.begins(with: $0) }
    return letters.isEmpty || bytes.dropFirst(letters.count).first != UInt8(ascii: ":")
  }
}
