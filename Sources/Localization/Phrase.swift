// Unsafe pointers: phrases are written in parts, without a copy.

internal import Diagnostics
internal import Text

/// A phrase with `{placeholders}`. It is parsed when it is filled in, since a report uses only some
/// of a language's phrases.
struct Phrase: Sendable, Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Fills in the placeholders. Keeps placeholders without a value, and does not fill in
  /// placeholders within values.
  func filled(_ value: (String) -> String?) -> String {
    return text.withBytes { bytes in
      var sink = ByteSink(reserving: bytes.count + 24)
      var written = 0
      var position = 0
      while position < bytes.count {
        guard bytes[position] == UInt8(ascii: "{"),
          let end = Phrase.endOfName(in: bytes, from: position + 1),
          let value = value(
            String(decoding: bytes[position + 1..<end], as: UTF8.self))
        else {
          position += 1
          continue
        }
        sink.write(UnsafeBufferPointer(rebasing: bytes[written..<position]))
        sink.write(value)
        position = end + 1
        written = position
      }
      sink.write(UnsafeBufferPointer(rebasing: bytes[written...]))
      return sink.string
    }
  }

  /// The index of the closing brace after the letters from `start`.
  private static func endOfName(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        position += 1
      case UInt8(ascii: "}") where position > start:
        return position
      default:
        return nil
      }
    }
    return nil
  }
}
