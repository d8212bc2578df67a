internal import CProcess

/// Removes temporary files when a signal ends the process. The list of files and the handler are in
/// C (`CProcess`).
enum Interruption {
  /// A registered file.
  struct Entry: @unchecked Sendable {
    fileprivate let file: OpaquePointer
  }

  /// Calls `open`, which creates a file below a root. If it succeeds (a result that is not
  /// negative), the file is removed when a signal ends the process.
  static func register(
    _ root: String, _ path: String, opening open: () -> Int32
  ) -> (descriptor: Int32, entry: Entry?) {
    _ = installed
    // Allocate before the signals are blocked.
    let names = flattened([Substring(root)] + path.split(separator: "/"))
    guard let file = tidemark_file_make(names, names.count) else { return (-1, nil) }
    let descriptor = locked {
      let descriptor = open()
      if descriptor >= 0 { tidemark_files_add(file) }
      return descriptor
    }
    guard descriptor < 0 else { return (descriptor, Entry(file: file)) }
    tidemark_file_free(file)
    return (descriptor, nil)
  }

  /// Unregisters a file that is in its final place or removed.
  static func forget(_ entry: Entry) {
    locked { tidemark_files_forget(entry.file) }
    tidemark_file_free(entry.file)
  }

  private static func flattened(_ names: [Substring]) -> [CChar] {
    var bytes: [CChar] = []
    for name in names { bytes += name.utf8.map { CChar(bitPattern: $0) } + [0] }
    bytes.append(0)
    return bytes
  }

  /// Locks the list of files, with the signals blocked.
  private static func locked<Result>(_ body: () -> Result) -> Result {
    tidemark_files_lock()
    defer { tidemark_files_unlock() }
    return body()
  }

  /// Installs the handlers, once.
  private static let installed: Void = tidemark_files_watch()
}
