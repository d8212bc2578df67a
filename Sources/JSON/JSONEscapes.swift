/// Finds the bytes of a text that may need an escape in JSON: control characters, quotation marks, backslashes, `#`
/// and what is no ASCII; and `&`, `<` and `>` in JSON inside a page.
enum JSONEscapes {
  /// The index of the next such byte; the length of the text if there is none. Looks at sixteen bytes together; where
  /// fewer are left, at the last sixteen again.
  @inline(__always)
  static func first(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, isForMarkup: Bool
  ) -> Int {
    let raw = UnsafeRawBufferPointer(text)
    if text.count < 16 { return firstOfFew(in: raw, from: start, isForMarkup: isForMarkup) }
    var index = start
    while index &+ 16 <= text.count {
      let marks = Marks(raw.loadUnaligned(fromByteOffset: index, as: Bytes.self), isForMarkup)
      if marks.areAny { return index &+ marks.first }
      index &+= 16
    }
    if index >= text.count { return text.count }
    let last = text.count &- 16
    var marks = Marks(raw.loadUnaligned(fromByteOffset: last, as: Bytes.self), isForMarkup)
    marks.remove(first: index &- last)
    return marks.areAny ? last &+ marks.first : text.count
  }

  /// The same of a text of fewer than sixteen bytes.
  @inline(__always)
  private static func firstOfFew(
    in raw: UnsafeRawBufferPointer, from start: Int, isForMarkup: Bool
  ) -> Int {
    let count = raw.count
    if start >= count { return count }
    // All bytes, some of them twice, and spaces.
    var words: (UInt64, UInt64) = (0x2020_2020_2020_2020, 0x2020_2020_2020_2020)
    if count >= 8 {
      words.0 = raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      words.1 = raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else if count >= 4 {
      words.0 = UInt64(raw.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
      words.0 |= UInt64(raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)) << 32
    } else {
      words.0 = 0x2020_2020_2000_0000 | UInt64(raw[0]) | UInt64(raw[count >> 1]) << 8
      words.0 |= UInt64(raw[count &- 1]) << 16
    }
    guard Marks(unsafeBitCast(words, to: Bytes.self), isForMarkup).areAny else { return count }
    var index = start
    while index < count, !Marks(Bytes(repeating: raw[index]), isForMarkup).areAny { index &+= 1 }
    return index
  }

  private typealias Bytes = SIMD16<UInt8>

  /// Which of sixteen bytes may need an escape: all bits of those are set.
  private struct Marks {
    private var words: (UInt64, UInt64)

    // Only operators of two vectors of a type are machine instructions; those of a vector and a number are calls.
    @inline(__always)
    init(_ bytes: Bytes, _ isForMarkup: Bool) {
      // What is no ASCII is less than zero.
      let signed = unsafeBitCast(bytes, to: SIMD16<Int8>.self)
      var marks = signed .< SIMD16<Int8>(repeating: 0x20)
      marks .|= bytes .== Bytes(repeating: 0x7F)
      marks .|= bytes .== Bytes(repeating: UInt8(ascii: "\""))
      marks .|= bytes .== Bytes(repeating: UInt8(ascii: "\\"))
      marks .|= bytes .== Bytes(repeating: UInt8(ascii: "#"))
      if isForMarkup {
        marks .|= bytes .== Bytes(repeating: UInt8(ascii: "&"))
        marks .|= bytes .== Bytes(repeating: UInt8(ascii: "<"))
        marks .|= bytes .== Bytes(repeating: UInt8(ascii: ">"))
      }
      words = unsafeBitCast(marks, to: (UInt64, UInt64).self)
    }

    @inline(__always)
    var areAny: Bool { words.0 | words.1 != 0 }

    /// The place of the first one, if there are any.
    @inline(__always)
    var first: Int {
      let low = words.0.littleEndian
      if low != 0 { return low.trailingZeroBitCount &>> 3 }
      return 8 &+ words.1.littleEndian.trailingZeroBitCount &>> 3
    }

    /// Forgets the first bytes, at most fifteen.
    @inline(__always)
    mutating func remove(first count: Int) {
      if count < 8 {
        words.0 = (words.0.littleEndian & .max << UInt64(count &* 8)).littleEndian
      } else {
        words.0 = 0
        words.1 = (words.1.littleEndian & .max << UInt64((count &- 8) &* 8)).littleEndian
      }
    }
  }
}
