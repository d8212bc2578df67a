internal import Basics

/// What texts with equal outlines have in common: values that differ become "…".
struct CommonText {
  private let first: [UInt8]
  private var outline: [UInt8] = []
  private let values: [Range<Int>]
  /// Whether all texts have a value, parallel to `values`.
  private var isShared: [Bool]

  init(_ text: UnsafeBufferPointer<UInt8>) {
    first = Array(text)
    values = VolatileText(text).writeOutlineWithValues(to: &outline)
    isShared = [Bool](repeating: true, count: values.count)
  }

  /// Takes another text; false if its outline is another. A sign may stand in a text itself.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    first.withUnsafeBufferPointer { first in
      // Most are the same, and change nothing.
      if ByteSearch.areSame(text, first) { return true }
      return outline.withUnsafeBufferPointer { outline in
        values.withUnsafeBufferPointer { values in
          isShared.withUnsafeMutableBufferPointer {
            VolatileText(text).hasOutline(outline, of: first, values: values, isShared: $0)
          }
        }
      }
    }
  }

  /// The first text with "…" for each value that differs; without its end if it is long.
  var text: String {
    var bytes: [UInt8] = []
    var end = 0
    for (value, isShared) in zip(values, isShared) where !isShared {
      bytes += first[end..<value.lowerBound]
      // The marks of a quotation stay.
      let marks = first[value]
      let mark = marks.first.flatMap { $0 == marks.last && $0 < 0x30 ? $0 : nil }
      bytes += [mark].compactMap(\.self) + Array("…".utf8) + [mark].compactMap(\.self)
      end = value.upperBound
    }
    bytes += first[end...]
    return TextLimits.title(String(decoding: bytes, as: UTF8.self))
  }
}
