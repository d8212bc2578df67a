extension VolatileText {
  /// Writes the text with a sign for each value: a word that begins with a digit (`12`, `8080`,
  /// `99.5%`, `2026-11-20T03:12:00Z`), a long hexadecimal one (a UUID, a commit) and what stands in
  /// quotation marks. Numbers within words stay: `test_42`, `utf-8`, `v1.2`.
  ///
  /// - Parameter keepsQuotations: Whether only the values in what is quoted get signs.
  func writeOutline(to buffer: inout [UInt8], keepsQuotations: Bool = false) {
    var sink = OutlineBytes()
    swap(&sink.buffer, &buffer)
    outline(into: &sink, keepsQuotations: keepsQuotations)
    swap(&sink.buffer, &buffer)
  }

  /// Writes the outline; returns what its signs stand for, in their order, as ranges of the bytes.
  package func writeOutlineWithValues(to buffer: inout [UInt8]) -> [Range<Int>] {
    var sink = OutlineBytes()
    sink.values = []
    swap(&sink.buffer, &buffer)
    outline(into: &sink)
    swap(&sink.buffer, &buffer)
    return sink.values ?? []
  }

  /// Whether this is the outline. Writes nothing.
  package func hasOutline(_ outline: UnsafeBufferPointer<UInt8>) -> Bool {
    var sink = OutlineMatch(outline)
    self.outline(into: &sink)
    return sink.isWhole
  }

  /// Whether the outline is that of another text; if so, notes which of its values this text does not
  /// have.
  ///
  /// - Parameters:
  ///   - outline: The outline of the other text, and the ranges of the values in it.
  ///   - isShared: What is known of the values; parallel to them.
  package func hasOutline(
    _ outline: UnsafeBufferPointer<UInt8>, of other: UnsafeBufferPointer<UInt8>,
    values: UnsafeBufferPointer<Range<Int>>, isShared: UnsafeMutableBufferPointer<Bool>
  ) -> Bool {
    var sink = ValueMatch(
      outline: OutlineMatch(outline), text: bytes, other: other, values: values,
      isShared: isShared)
    self.outline(into: &sink)
    return sink.outline.isWhole && sink.count == values.count
  }

  /// A number that is the same for equal outlines, at a fraction of the cost. Different outlines can be
  /// made to have the same number.
  package var outlineHash: UInt64 {
    var sink = OutlineHash()
    outline(into: &sink)
    return sink.hash
  }

  /// A number of all bytes, as quickly made.
  package var hash: UInt64 {
    var sink = OutlineHash()
    sink.word(bytes)
    return sink.hash
  }

  /// Space at the ends is left out, other space is one.
  @inline(__always)
  private func outline<Sink: OutlineSink>(into sink: inout Sink, keepsQuotations: Bool = false) {
    guard let base = bytes.baseAddress else { return }
    let classes = ByteClass.table
    var position = 0
    var isEmpty = true
    var needsSpace = false
    // Quotation marks that none closes, so that a text full of them takes linear time.
    var unclosed = keepsQuotations ? ByteClass.marks : 0
    while position < bytes.count {
      let byte = base[position]
      if byte <= 0x20 {
        needsSpace = !isEmpty
        position += 1
        continue
      }
      if needsSpace { sink.put(0x20) }
      (needsSpace, isEmpty) = (false, false)
      let kind = classes[Int(byte)]
      if kind & ByteClass.word != 0 {
        let (end, isValue) = word(from: position, base, classes)
        if isValue {
          sink.put(UInt8(ascii: "#"))
          sink.take(position..<end)
        } else {
          sink.word(UnsafeBufferPointer(start: base + position, count: end - position))
        }
        position = end
        continue
      }
      if kind & ByteClass.marks != 0, unclosed & kind == 0, !isWord(position - 1) {
        if let end = endOfQuotation(from: position) {
          sink.quotation()
          sink.take(position..<end)
          position = end
          continue
        }
        unclosed |= kind
      }
      sink.put(byte)
      position += 1
    }
  }

  /// The end of a quotation; nil if none closes it. A mark between letters is an apostrophe.
  private func endOfQuotation(from start: Int) -> Int? {
    var end = start + 1
    while end < bytes.count {
      if bytes[end] == bytes[start], !isWord(end + 1) { return end + 1 }
      end += 1
    }
    return nil
  }

  /// The end of a word with the signs that can join its parts, as in `127.0.0.1:8080` and `utf-8`, and
  /// whether it is a value.
  @inline(__always)
  private func word(
    from start: Int, _ base: UnsafePointer<UInt8>, _ classes: [UInt8]
  ) -> (end: Int, isValue: Bool) {
    let isNumber = classes[Int(base[start])] & ByteClass.digit != 0
    let joints = isNumber ? ByteClass.joint | ByteClass.numberJoint : ByteClass.joint
    var end = start
    var (common, any) = (UInt8.max, UInt8(0))
    while end < bytes.count {
      let kind = classes[Int(base[end])]
      if kind & ByteClass.word == 0 {
        guard kind & joints != 0, end + 1 < bytes.count,
          classes[Int(base[end + 1])] & ByteClass.word != 0
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

/// What the bytes of a text are.
private enum ByteClass {
  static let word: UInt8 = 1
  static let digit: UInt8 = 2
  /// A hexadecimal digit, or a hyphen between them.
  static let hexadecimal: UInt8 = 4
  /// Signs that join the parts of a word, and those that join only those of a number.
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

/// Takes an outline.
private protocol OutlineSink {
  mutating func put(_ byte: UInt8)
  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>)
  /// Takes the sign for what is quoted.
  mutating func quotation()
  /// Takes what the sign before stands for.
  mutating func take(_ value: Range<Int>)
}

private struct OutlineBytes: OutlineSink {
  var buffer: [UInt8] = []
  /// nil if they are not asked for.
  var values: [Range<Int>]?

  mutating func put(_ byte: UInt8) { buffer.append(byte) }
  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>) { buffer += bytes }
  mutating func quotation() { buffer += "…".utf8 }
  mutating func take(_ value: Range<Int>) { values?.append(value) }
}

/// Compares an outline with another one.
private struct OutlineMatch: OutlineSink {
  private let outline: UnsafeBufferPointer<UInt8>
  /// The end of what is equal; -1 once something is not.
  private var position = 0

  init(_ outline: UnsafeBufferPointer<UInt8>) {
    self.outline = outline
  }

  var isWhole: Bool { position == outline.count }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    guard position >= 0, position < outline.count, outline[position] == byte else {
      position = -1
      return
    }
    position += 1
  }

  @inline(__always)
  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard position >= 0, bytes.count <= outline.count - position,
      bytes.isEqual(to: outline, at: position)
    else {
      position = -1
      return
    }
    position += bytes.count
  }

  mutating func quotation() {
    for byte in "…".utf8 { put(byte) }
  }

  @inline(__always)
  mutating func take(_ value: Range<Int>) {}
}

/// Compares an outline and its values with those of another text.
private struct ValueMatch: OutlineSink {
  var outline: OutlineMatch
  let text: UnsafeBufferPointer<UInt8>
  let other: UnsafeBufferPointer<UInt8>
  let values: UnsafeBufferPointer<Range<Int>>
  let isShared: UnsafeMutableBufferPointer<Bool>
  var count = 0

  @inline(__always)
  mutating func put(_ byte: UInt8) { outline.put(byte) }
  @inline(__always)
  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>) { outline.word(bytes) }
  mutating func quotation() { outline.quotation() }

  @inline(__always)
  mutating func take(_ value: Range<Int>) {
    defer { count += 1 }
    guard count < values.count, isShared[count] else { return }
    isShared[count] =
      value.count == values[count].count
      && UnsafeBufferPointer(rebasing: text[value]).isEqual(
        to: other, at: values[count].lowerBound)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these are the bytes at a place of others, which has as many.
  @inline(__always)
  fileprivate func isEqual(to other: Self, at start: Int) -> Bool {
    var index = 0
    while index < count {
      if self[index] != other[start &+ index] { return false }
      index &+= 1
    }
    return true
  }
}

private struct OutlineHash: OutlineSink {
  private(set) var hash: UInt64 = 0x243F_6A88_85A3_08D3

  @inline(__always)
  private mutating func mix(_ value: UInt64) {
    hash = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) { mix(UInt64(byte)) }

  @inline(__always)
  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(bytes)
    var position = 0
    while position + 8 <= raw.count {
      mix(raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    var rest = UInt64(raw.count) << 56
    while position < raw.count {
      rest = rest << 8 | UInt64(raw[position])
      position += 1
    }
    mix(rest)
  }

  @inline(__always)
  mutating func quotation() { mix(0x2026) }
  @inline(__always)
  mutating func take(_ value: Range<Int>) {}
}
