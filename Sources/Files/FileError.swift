package import Diagnostics
internal import Platform

/// A failed operation on a file.
package struct FileError: Error, Sendable, Hashable {
  package enum Operation: String, Sendable, Hashable {
    case read, write, create, replace, list, remove
  }

  package var operation: Operation
  /// The path as given.
  package var path: String
  /// The system's error number (`errno`).
  package var code: Int32

  package init(_ operation: Operation, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// "No such file or directory": the system's message, in English unless `setlocale` is called.
  package var reason: String {
    switch code {
    case EISDIR: "is a folder"
    case EXDEV: "a link on the way leads elsewhere"
    default: String(cString: strerror(code))
    }
  }

  /// "can't read 'nightly.json': No such file or directory"
  package var message: String { "can't \(operation.rawValue) '\(path)': \(reason)" }

  /// An error with the id "unreadable-file" or "unwritable-file".
  package var diagnostic: Diagnostic {
    Diagnostic(.error, isReading ? "unreadable-file" : "unwritable-file", message)
  }

  /// Whether the reader of a pipe closed it.
  package var isBrokenPipe: Bool { code == EPIPE }
  package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
  package var isFolder: Bool { code == EISDIR }
  /// Whether a limit of the caller was exceeded.
  package var isTooLarge: Bool { code == EFBIG }
  package static func tooLarge(_ path: String) -> FileError { FileError(.write, path, code: EFBIG) }

  /// Whether reading failed, rather than writing.
  package var isReading: Bool { operation == .read || operation == .list }
}

/// Whether a path can name a file. C would truncate a path at a NUL.
func isUsablePath(_ path: String) -> Bool {
  !path.isEmpty && !path.utf8.contains(0)
}

/// Repeats a call that was interrupted by a signal.
func retrying(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
