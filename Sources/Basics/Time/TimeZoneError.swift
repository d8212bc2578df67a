/// Why a zone can't be had. Reports don't guess: a zone that the system lacks is an error.
package enum TimeZoneError: Error, Sendable, Hashable {
  /// The name could never be one of a zone: it is absolute, leaves the folder, or is the machine's
  /// own setting.
  case invalidName(String)
  case unknown(name: String, folder: String)
  /// The zone's file is there and can't be read.
  case unreadable(name: String, FileError)
  /// The zone's file is there and isn't one; the reason continues "the file ...".
  case malformed(name: String, reason: String)

  package var message: String {
    switch self {
    case .invalidName(let name):
      "'\(name)' is not the name of a time zone"
    case .unknown(let name, let folder):
      "unknown time zone '\(name)' (looked in '\(folder)')"
    case .unreadable(let name, let error):
      "time zone '\(name)': \(error.message)"
    case .malformed(let name, let reason):
      "time zone '\(name)': the file \(reason)"
    }
  }
}
