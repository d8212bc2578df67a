internal import Basics

/// What texts with equal outlines have in common: values that differ become "…".
struct CommonText {
  private let first: String
  private let outline: [UInt8]
  private let values: [Range<Int>]
  /// Whether all texts have a value, parallel to `values`.
  private var isShared: [Bool]
  /// Whether the outlines are equal.
  private(set) var isCommon = true

  init(_ text: String) {
    first = text
    (outline, values) = Self.outline(of: text)
    isShared = [Bool](repeating: true, count: values.count)
  }

  mutating func add(_ text: String) {
    guard isCommon, text != first else { return }
    let (outline, values) = Self.outline(of: text)
    // A sign may stand in a text itself.
    guard outline == self.outline, values.count == self.values.count else {
      isCommon = false
      return
    }
    for (index, value) in values.enumerated() where isShared[index] {
      isShared[index] = first.utf8Slice(self.values[index]).elementsEqual(text.utf8Slice(value))
    }
  }

  /// The first text with "…" for each value that differs; without its end if it is long.
  var text: String {
    var bytes: [UInt8] = []
    var end = 0
    for (value, isShared) in zip(values, isShared) where !isShared {
      bytes += first.utf8Slice(end..<value.lowerBound)
      // The marks of a quotation stay.
      let marks = first.utf8Slice(value)
      let mark = marks.first.flatMap { $0 == marks.last && $0 < 0x30 ? $0 : nil }
      bytes += [mark].compactMap(\.self) + Array("…".utf8) + [mark].compactMap(\.self)
      end = value.upperBound
    }
    bytes += first.utf8Slice(end..<first.utf8.count)
    return TextLimits.title(String(decoding: bytes, as: UTF8.self))
  }

  private static func outline(of text: String) -> ([UInt8], [Range<Int>]) {
    var text = text
    var outline: [UInt8] = []
    let values = text.withUTF8 { VolatileText($0).writeOutlineWithValues(to: &outline) }
    return (outline, values)
  }
}

extension String {
  /// Some of the bytes, by their offsets.
  fileprivate func utf8Slice(_ range: Range<Int>) -> Substring.UTF8View {
    utf8.dropFirst(range.lowerBound).prefix(range.count)
  }
}
