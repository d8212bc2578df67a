import Diagnostics
import Text

/// A path as a word of a shell, for printed commands.
enum ShellWord {
  /// Whether a shell takes a path without quotes.
  static func isPlain(_ path: String) -> Bool {
    path.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789/._-".unicodeScalars.contains(scalar))
    }
  }

  /// The path, in quotes if it needs them.
  static func quoted(_ path: String) -> String {
    let word = isPlain(path) ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    return VisibleText.of(word)
  }
}
