package import Diagnostics
internal import Glibc

/// What the system said no to, about which file.
package struct FileError: Error, Sendable, Hashable {
  package enum Operation: String, Sendable, Hashable {
    case read, write, create, replace, list, remove
  }

  package var operation: Operation
  /// The path as it was given.
  package var path: String
  /// The system's number for the reason (`errno`).
  package var code: Int32

  package init(_ operation: Operation, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// "No such file or directory": the system's words, which without `setlocale` are English.
  package var reason: String {
    switch code {
    case EISDIR: "is a folder"
    case EXDEV: "a link on the way leads elsewhere"
    default: String(cString: strerror(code))
    }
  }

  /// "can't read 'nightly.json': No such file or directory"
  package var message: String { "can't \(operation.rawValue) '\(path)': \(reason)" }

  /// An error whose id says whether a file could not be read or could not be written.
  package var diagnostic: Diagnostic {
    Diagnostic(.error, isReading ? "unreadable-file" : "unwritable-file", message)
  }

  /// The reader of a pipe went away.
  package var isBrokenPipe: Bool { code == EPIPE }
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
  package var isFolder: Bool { code == EISDIR }
  /// More than the limit that the caller has set.
  package var isTooLarge: Bool { code == EFBIG }
  package static func tooLarge(_ path: String) -> FileError { FileError(.write, path, code: EFBIG) }

  /// Whether something that is there could not be read, rather than written.
  package var isReading: Bool { operation == .read || operation == .list }
}

/// The path with NUL in it names no file; C would silently cut it there.
func isUsablePath(_ path: String) -> Bool {
  !path.isEmpty && !path.utf8.contains(0)
}

/// Repeats a call that a signal interrupted.
func retrying(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
