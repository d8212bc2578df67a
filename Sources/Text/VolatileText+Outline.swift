// Unsafe pointers: each title is scanned several times; a copy would double the cost.

extension VolatileText {
  /// Writes the text with a sign in place of each value: a word that begins with a digit (`12`,
  /// `8080`, `99.5%`, `2026-11-20T03:12:00Z`), a long hexadecimal word (a UUID, a commit), or a
  /// quoted text. Numbers within words are kept: `test_42`, `utf-8`, `v1.2`.
  ///
  /// - Parameter keepsQuotations: Whether quoted text is kept, except for the values in it.
  func writeOutline(to buffer: inout [UInt8], keepsQuotations: Bool = false) {
    var sink = OutlineBytes()
    swap(&sink.buffer, &buffer)
    outline(into: &sink, keepsQuotations: keepsQuotations)
    swap(&sink.buffer, &buffer)
  }

  /// Writes the outline. Returns the range of bytes that each sign replaces, in order.
  package func writeOutlineWithValues(to buffer: inout [UInt8]) -> [Range<Int>] {
    var sink = OutlineBytes()
    sink.values = []
    swap(&sink.buffer, &buffer)
    outline(into: &sink)
    swap(&sink.buffer, &buffer)
    return sink.values ?? []
  }

  /// Whether this text has the given outline. Writes nothing.
  package func hasOutline(_ outline: UnsafeBufferPointer<UInt8>) -> Bool {
    var sink = OutlineMatch(outline)
    self.outline(into: &sink)
    return sink.isWhole
  }

  /// Whether this text has the outline of another text. If so, clears `isShared` for each value of
  /// the other text that this one does not have.
  ///
  /// - Parameters:
  ///   - outline: The outline of the other text. Its signs replace `values`.
  ///   - isShared: Whether all texts compared so far have the value; parallel to `values`.
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

  /// A hash that is equal for equal outlines and faster than writing them. A hostile text can
  /// collide with another one.
  package var outlineHash: UInt64 {
    var sink = OutlineHash()
    outline(into: &sink)
    return sink.hash
  }

  /// A hash of all bytes, as fast as `outlineHash`.
  package var hash: UInt64 {
    var sink = OutlineHash()
    sink.word(bytes)
    return sink.hash
  }

  /// Drops white space at both ends; any other run of white space becomes one space.
  @inline(__always)
  private func outline<Sink: OutlineSink>(into sink: inout Sink, keepsQuotations: Bool = false) {
    guard let base = bytes.baseAddress else { return }
    let classes = ByteClass.table
    var position = 0
    var isEmpty = true
    var needsSpace = false
    // Quotation marks known to be unclosed. Searching only once for each keeps the time linear.
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
          sink.noteValue(position..<end)
        } else {
          sink.word(UnsafeBufferPointer(start: base + position, count: end - position))
        }
        position = end
        continue
      }
      if kind & ByteClass.marks != 0, unclosed & kind == 0, !isWord(position - 1) {
        if let end = endOfQuotation(from: position) {
          sink.quotation()
          sink.noteValue(position..<end)
          position = end
          continue
        }
        unclosed |= kind
      }
      sink.put(byte)
      position += 1
    }
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

/// Receives the parts of an outline.
private protocol OutlineSink {
  mutating func put(_ byte: UInt8)
  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>)
  /// Receives the sign for a quoted text.
  mutating func quotation()
  /// Receives the range that the last sign replaces.
  mutating func noteValue(_ value: Range<Int>)
}

private struct OutlineBytes: OutlineSink {
  var buffer: [UInt8] = []
  /// Nil if the caller does not need them.
  var values: [Range<Int>]?

  mutating func put(_ byte: UInt8) { buffer.append(byte) }
  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>) { buffer += bytes }
  mutating func quotation() { buffer += "…".utf8 }
  mutating func noteValue(_ value: Range<Int>) { values?.append(value) }
}

/// Compares an outline with another one.
private struct OutlineMatch: OutlineSink {
  private let outline: UnsafeBufferPointer<UInt8>
  /// The end of the equal beginning; -1 after a difference.
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
  mutating func noteValue(_ value: Range<Int>) {}
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
  mutating func noteValue(_ value: Range<Int>) {
    defer { count += 1 }
    guard count < values.count, isShared[count] else { return }
    isShared[count] =
      value.count == values[count].count
      && UnsafeBufferPointer(rebasing: text[value]).isEqual(
        to: other, at: values[count].lowerBound)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these bytes equal those of `other` at `start`. `other` must be long enough.
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
  mutating func noteValue(_ value: Range<Int>) {}
}
