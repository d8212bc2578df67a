// Unsafe pointers: names are compared byte by byte in a sort.

internal import Diagnostics

/// The sort order of texts in a report (see "The sort option"): by case-folded Unicode scalars,
/// with runs of the digits 0 to 9 by their value. Independent of the machine's locale.
package enum NaturalOrder {
  /// The sort key of a text, compared byte by byte.
  ///
  /// The text is case-folded. Each run of digits becomes "0", its number of digits without leading
  /// zeros, and these digits, so that longer numbers are greater and numbers sort like digits among
  /// letters. Texts that differ in case alone have equal keys.
  package struct Key: Sendable, Hashable, Comparable {
    private let bytes: [UInt8]

    package init(_ text: String) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count + 10)
      text.withBytes { NaturalOrder.encode($0, to: &bytes) }
      self.bytes = bytes
    }

    package static func < (left: Key, right: Key) -> Bool {
      left.bytes.withUnsafeBytes { left in
        right.bytes.withUnsafeBytes { right in
          let common = min(left.count, right.count)
          for index in 0..<common where left[index] != right[index] {
            return left[index] < right[index]
          }
          return left.count < right.count
        }
      }
    }
  }

  /// Compares two texts. Use keys for sorting.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    Key(left) < Key(right)
  }

  private static func encode(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var position = 0
    while position < text.count {
      let byte = text[position]
      switch byte {
      case 0x30...0x39:
        position = encodeNumber(in: text, from: position, to: &bytes)
      case 0x41...0x5A:
        bytes.append(byte | 0x20)
        position += 1
      case 0..<0x80:
        bytes.append(byte)
        position += 1
      default:
        var end = position
        while end < text.count, text[end] >= 0x80 { end += 1 }
        fold(String(decoding: text[position..<end], as: UTF8.self), to: &bytes)
        position = end
      }
    }
  }

  private static func encodeNumber(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, to bytes: inout [UInt8]
  ) -> Int {
    var end = start
    while end < text.count, 0x30...0x39 ~= text[end] { end += 1 }
    var first = start
    while first < end, text[first] == 0x30 { first += 1 }
    bytes.append(0x30)
    var length = end - first
    while length >= 0xFF {
      bytes.append(0xFF)
      length -= 0xFF
    }
    bytes.append(UInt8(length))
    bytes.append(contentsOf: text[first..<end])
    return end
  }

  /// Folds by upper case and then lower case, so that ς and σ, ẞ and ss are equal.
  private static func fold(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      // The upper case of the dotless i is I, which would make it equal to i.
      if scalar == "\u{131}" || !scalar.properties.changesWhenCaseMapped {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        continue
      }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        for upper in lower.properties.uppercaseMapping.unicodeScalars {
          bytes.append(contentsOf: upper.properties.lowercaseMapping.utf8)
        }
      }
    }
  }
}
