extension VolatileText {
  /// The text with a sign in place of each value, and the range of bytes that each sign replaces.
  package struct Outline {
    package fileprivate(set) var bytes: [UInt8] = []
    package fileprivate(set) var values: [Range<Int>] = []
  }

  /// The text with a sign in place of each value: a word that begins with a digit (`12`, `8080`,
  /// `99.5%`, `2026-11-20T03:12:00Z`), a long hexadecimal word (a UUID, a commit), or a quoted
  /// text. Numbers within words are kept: `test_42`, `utf-8`, `v1.2`. Drops white space at both
  /// ends; any other run of white space becomes one space.
  ///
  /// - Parameter keepsQuotations: Whether quoted text is kept, except for the values in it.
  package func outline(keepsQuotations: Bool = false) -> Outline {
    let classes = ByteClass.table
    var outline = Outline()
    outline.bytes.reserveCapacity(bytes.count)
    var position = 0
    var needsSpace = false
    // Quotation marks known to be unclosed. Searching only once for each keeps the time linear.
    var unclosed = keepsQuotations ? ByteClass.marks : 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte <= 0x20 {
        needsSpace = !outline.bytes.isEmpty
        position += 1
        continue
      }
      if needsSpace { outline.bytes.append(0x20) }
      needsSpace = false
      let kind = classes[Int(byte)]
      if kind & ByteClass.word != 0 {
        let (end, isValue) = word(from: position, classes)
        if isValue {
          outline.bytes.append(UInt8(ascii: "#"))
          outline.values.append(position..<end)
        } else {
          outline.bytes += bytes[position..<end]
        }
        position = end
        continue
      }
      if kind & ByteClass.marks != 0, unclosed & kind == 0, !isWord(position - 1) {
        if let end = endOfQuotation(from: position) {
          outline.bytes += "…".utf8
          outline.values.append(position..<end)
          position = end
          continue
        }
        unclosed |= kind
      }
      outline.bytes.append(byte)
      position += 1
    }
    return outline
  }

  /// The end of a quotation; nil if it is not closed. A mark before a letter does not close it.
  private func endOfQuotation(from start: Int) -> Int? {
    var end = start + 1
    while end < bytes.count {
      if bytes[end] == bytes[start], !isWord(end + 1) { return end + 1 }
      end += 1
    }
    return nil
  }

  /// The end of a word, and whether it is a value. Joints between its parts belong to the word, as
  /// in `127.0.0.1:8080` and `utf-8`.
  private func word(from start: Int, _ classes: [UInt8]) -> (end: Int, isValue: Bool) {
    let isNumber = classes[Int(bytes[start])] & ByteClass.digit != 0
    let joints = isNumber ? ByteClass.joint | ByteClass.numberJoint : ByteClass.joint
    var end = start
    var (common, any) = (UInt8.max, UInt8(0))
    while end < bytes.count {
      let kind = classes[Int(bytes[end])]
      if kind & ByteClass.word == 0 {
        guard kind & joints != 0, end + 1 < bytes.count,
          classes[Int(bytes[end + 1])] & ByteClass.word != 0
        else { break }
      }
      common &= kind
      any |= kind
      end += 1
    }
    if isNumber { return (byte(end) == UInt8(ascii: "%") ? end + 1 : end, true) }
    let isLong = end - start >= 8
    return (end, isLong && any & ByteClass.digit != 0 && common & ByteClass.hexadecimal != 0)
  }
}

/// The classes of bytes, as bits.
private enum ByteClass {
  static let word: UInt8 = 1
  static let digit: UInt8 = 2
  /// A hexadecimal digit, or a hyphen between them.
  static let hexadecimal: UInt8 = 4
  /// Characters that join the parts of any word, and characters that join those of a number only.
  static let joint: UInt8 = 8
  static let numberJoint: UInt8 = 16
  /// Each quotation mark has a bit of its own.
  static let marks: UInt8 = 224

  static let table: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): word | digit | hexadecimal
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      word | hexadecimal
    case UInt8(ascii: "g")...UInt8(ascii: "z"), UInt8(ascii: "G")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), 0x80...:
      word
    case UInt8(ascii: "-"): joint | hexadecimal
    case UInt8(ascii: "."): joint
    case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "+"): numberJoint
    case UInt8(ascii: "`"): 32
    case UInt8(ascii: "\""): 64
    case UInt8(ascii: "'"): 128
    default: 0
    }
  }
}
