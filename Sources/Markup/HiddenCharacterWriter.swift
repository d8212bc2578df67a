import Diagnostics
import Text

/// Writes the visible sign for a hidden character (`HiddenCharacters`).
enum HiddenCharacterWriter {
  static func write(_ scalar: UInt32, to sink: inout ByteSink) {
    sink.write(HiddenCharacters.sign(of: scalar))
  }
}
