internal import Text

/// The common part of texts with equal outlines: values that differ become "…".
struct CommonText {
  private let first: [UInt8]
  private let outline: VolatileText.Outline
  /// Whether all texts share a value, parallel to the values of the outline.
  private var isShared: [Bool]

  init(_ text: [UInt8]) {
    first = text
    outline = VolatileText(text).outline()
    isShared = [Bool](repeating: true, count: outline.values.count)
  }

  /// Adds another text; returns false if its outline differs. The text itself may contain the sign
  /// of the outline.
  mutating func add(_ text: [UInt8]) -> Bool {
    // Most texts are equal and change nothing.
    if text == first { return true }
    let other = VolatileText(text).outline()
    guard other.bytes == outline.bytes, other.values.count == outline.values.count else {
      return false
    }
    for (index, (value, otherValue)) in zip(outline.values, other.values).enumerated()
    where isShared[index] {
      isShared[index] = first[value] == text[otherValue]
    }
    return true
  }

  /// The first text with "…" for each value that differs; long texts are cut.
  var text: String {
    var bytes: [UInt8] = []
    var end = 0
    for (value, isShared) in zip(outline.values, isShared) where !isShared {
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
