/// A phrase with `{placeholders}`. It is read when it is filled in: of a language's hundred phrases
/// a report needs some, and few of them often.
struct Phrase: Sendable, Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// What a value holds is never looked at for placeholders of its own; a placeholder that no
  /// value is given for stays as it is written.
  func filled(_ value: (String) -> String?) -> String {
    var text = text
    return text.withUTF8 { bytes in
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

  /// Where the letters from `start` on end at a closing brace.
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
