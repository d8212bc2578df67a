// Unsafe pointers: all texts of a group are compared in place.

internal import Text

/// The common part of texts with equal outlines: values that differ become "…".
struct CommonText {
  private let first: [UInt8]
  private var outline: [UInt8] = []
  private let values: [Range<Int>]
  /// Whether all texts share a value, parallel to `values`.
  private var isShared: [Bool]

  init(_ text: UnsafeBufferPointer<UInt8>) {
    first = Array(text)
    values = VolatileText(text).writeOutlineWithValues(to: &outline)
    isShared = [Bool](repeating: true, count: values.count)
  }

  /// Adds another text; returns false if its outline differs. The text itself may contain the sign
  /// of the outline.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    first.withUnsafeBufferPointer { first in
      // Most texts are equal and change nothing.
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

  /// The first text with "…" for each value that differs; long texts are cut.
  var text: String {
    var bytes: [UInt8] = []
    var end = 0
    for (value, isShared) in zip(values, isShared) where !isShared {
      bytes += first[end..<value.lowerBound]
      // Quotation marks stay.
      let marks = first[value]
      let mark = marks.first.flatMap { $0 == marks.last && $0 < 0x30 ? $0 : nil }
      bytes += [mark].compactMap(\.self) + Array("…".utf8) + [mark].compactMap(\.self)
      end = value.upperBound
    }
    bytes += first[end...]
    return TextLimits.title(String(decoding: bytes, as: UTF8.self))
  }
}
