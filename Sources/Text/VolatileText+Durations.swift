extension VolatileText {
  /// The end of a duration such as `3.2 s`, `250ms`, `1m 20s`, `2 h 39 min`, with all its parts.
  func endOfDuration(from start: Int) -> Int? {
    if continuesWord(start) { return nil }
    var end: Int?
    var position = start
    // No duration has more parts. The limit bounds the time for hostile texts.
    for _ in 0..<6 {
      guard let part = endOfMeasure(from: position) else { break }
      position = part.end
      // "3d" is a kind of drawing; "1d 4h" is a duration.
      if !part.isShortDay, !goesOn(position) { end = position }
      if byte(position) == UInt8(ascii: ","), byte(position + 1) == UInt8(ascii: " ") {
        position += 1
      }
      if byte(position) == UInt8(ascii: " ") { position += 1 }
    }
    return end
  }

  /// The end of a number and its unit. In `1m20s` the next number follows directly.
  private func endOfMeasure(from start: Int) -> (end: Int, isShortDay: Bool)? {
    var position = start
    while isDigit(position) || isSeparatorOfDigits(position) { position += 1 }
    if position == start { return nil }
    let hasSpace = byte(position) == UInt8(ascii: " ")
    if hasSpace { position += 1 }
    let unit = position
    while isLetter(position) || isMicro(position) || isMicro(position - 1) { position += 1 }
    let isShortDay = position == unit + 1 && byte(unit) == UInt8(ascii: "d") && !hasSpace
    guard isShortDay || isUnit(from: unit, to: position, hasSpace: hasSpace) else { return nil }
    return goesOn(position) && !isDigit(position) ? nil : (position, isShortDay)
  }

  private func isUnit(from start: Int, to end: Int, hasSpace: Bool) -> Bool {
    switch end - start {
    case 1:
      switch byte(start) {
      case UInt8(ascii: "s"), UInt8(ascii: "h"): return true
      // "5 m" is a length.
      case UInt8(ascii: "m"): return !hasSpace
      default: return false
      }
    case 2...12:
      var word = (start..<end).map { byte($0) < 0x80 ? byte($0) | 0x20 : byte($0) }
      if word.count > 3, word.last == UInt8(ascii: "s") { word.removeLast() }
      return VolatileText.units.contains { $0.utf8.elementsEqual(word) }
    default: return false
    }
  }

  /// Whether µ or μ begins here; each has two bytes.
  private func isMicro(_ position: Int) -> Bool {
    (byte(position) == 0xC2 && byte(position + 1) == 0xB5)
      || (byte(position) == 0xCE && byte(position + 1) == 0xBC)
  }

  private static let units: [String] = [
    "ns", "us", "µs", "μs", "ms", "sec", "min", "hr", "hrs", "nanosecond", "microsecond",
    "millisecond", "msec", "second", "minute", "hour", "day",
  ]
}
