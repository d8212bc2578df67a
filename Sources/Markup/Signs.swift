import Basics
import Diagnostics

/// Writes the sign that stands for a hidden character (`HiddenCharacters`).
enum Signs {
  static func write(_ scalar: UInt32, to sink: inout ByteSink) {
    sink.write(HiddenCharacters.sign(of: scalar))
  }
}
