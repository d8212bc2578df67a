package import Files

/// The reason why a time zone can't be loaded. There is no fallback to another zone.
package enum TimeZoneError: Error, Sendable, Hashable {
  /// The name is not valid for a zone: it is absolute, leaves the folder, or is a setting of the
  /// machine.
  case invalidName(String)
  case unknown(name: String, folder: String)
  /// The zone's file exists but can't be read.
  case unreadable(name: String, FileError)
  /// The zone's file is invalid; the reason continues "the file ...".
  case malformed(name: String, reason: String)

  package var message: String {
    switch self {
    case .invalidName(let name):
      "invalid time zone '\(name)'"
    case .unknown(let name, let folder):
      "unknown time zone '\(name)' (looked in '\(folder)')"
    case .unreadable(let name, let error):
      "time zone '\(name)': \(error.message)"
    case .malformed(let name, let reason):
      "time zone '\(name)': the file \(reason)"
    }
  }

  package static let help = ["use a name such as Europe/Berlin; zones come from the package tzdata"]
}
