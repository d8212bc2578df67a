import Diagnostics

/// Writes JSON deterministically: keys in the given order, and strings with hidden characters
/// (`HiddenCharacters`) and commands to CI runners (`RunnerCommands`) escaped.
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// Whether `<`, `>` and `&` are escaped, for JSON inside a page.
  private let isForMarkup: Bool
  /// The number of spaces per level; nil writes everything on one line.
  private let indent: Int?
  private var level = 0
  private var isFirst = true
  private var followsKey = false

  package init(indent: Int? = nil, isForMarkup: Bool = false) {
    self.indent = indent
    self.isForMarkup = isForMarkup
  }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Exchanges what is written for an empty buffer, so that long outputs need not be held whole.
  package mutating func exchange(_ buffer: inout [UInt8]) {
    swap(&bytes, &buffer)
  }

  /// A writer for some of the elements of the open array, which may be on another thread.
  package func branch(isFirst: Bool) -> JSONWriter {
    var branch = self
    branch.bytes = []
    branch.isFirst = isFirst
    return branch
  }

  /// Appends what a branch has written.
  package mutating func join(_ branch: consuming JSONWriter) {
    isFirst = isFirst && branch.isFirst
    if bytes.isEmpty { swap(&bytes, &branch.bytes) } else { bytes += branch.bytes }
  }

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    container(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
  }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    container(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
  }

  package mutating func key(_ name: String) {
    separate()
    quote(name, with: indent == nil ? ":" : ": ")
    followsKey = true
  }

  package mutating func value(_ text: String) {
    separate()
    quote(text)
  }

  package mutating func value(_ number: Int) {
    separate()
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Writes a number; null if it is not finite, as JSON has no form for that.
  package mutating func value(_ number: Double) {
    separate()
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53 {
      bytes.append(contentsOf: String(whole).utf8)
    } else {
      bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
    }
  }

  package mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  // Members that are omitted without a value.

  package mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  package mutating func member(_ name: String, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: String, _ number: Double?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: String, _ flag: Bool?) {
    guard let flag else { return }
    key(name)
    value(flag)
  }

  private mutating func container(
    _ opening: UInt8, _ closing: UInt8, _ content: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(opening)
    level += 1
    isFirst = true
    content(&self)
    level -= 1
    if !isFirst { breakLine() }
    isFirst = false
    bytes.append(closing)
  }

  private mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    if level > 0 { breakLine() }
  }

  private mutating func breakLine() {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * level))
  }

  /// - Parameter end: What follows the second quotation mark.
  private mutating func quote(_ text: String, with end: StaticString = "") {
    text.withBytes { text in
      let first = Self.firstOfInterest(in: text, from: 0)
      if first == text.count {
        append(text, end)
      } else {
        bytes.append(UInt8(ascii: "\""))
        escape(text, from: first)
        append(UnsafeBufferPointer(rebasing: text[text.count...]), end, isOpen: true)
      }
    }
  }

  /// Appends what needs no escape and a quotation mark, in one step, since most of what is written is short.
  ///
  /// - Parameter isOpen: Whether the first quotation mark has been written.
  @inline(__always)
  private mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, _ end: StaticString, isOpen: Bool = false
  ) {
    bytes.append(addingCapacity: text.count + end.utf8CodeUnitCount + 2) { span in
      if !isOpen { span.append(UInt8(ascii: "\"")) }
      span.withUnsafeMutableBufferPointer { buffer, count in
        _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: text)
        count += text.count
      }
      span.append(UInt8(ascii: "\""))
      for index in 0..<end.utf8CodeUnitCount { span.append(end.utf8Start[index]) }
    }
  }

  /// - Parameter first: The first byte that may need an escape.
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>, from first: Int) {
    var runStart = 0
    var index = first
    while index < text.count {
      let byte = text[index]
      var length = 1
      let escape: String?
      switch byte {
      case UInt8(ascii: "\""): escape = "\\\""
      case UInt8(ascii: "\\"): escape = "\\\\"
      case 0x0A: escape = "\\n"
      case 0x0D: escape = "\\r"
      case 0x09: escape = "\\t"
      case 0..<0x20, 0x7F: escape = Self.numbered(UInt32(byte))
      case UInt8(ascii: "#"):
        escape = RunnerCommands.isMark(at: index, in: text) ? Self.numbered(UInt32(byte)) : nil
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        escape = isForMarkup ? Self.numbered(UInt32(byte)) : nil
      case 0x80...:
        switch HiddenCharacters.look(at: index, in: text) {
        case .passes(let count):
          escape = nil
          length = count
        case .shown(let scalar, let count):
          escape = Self.numbered(scalar)
          length = count
        }
      default: escape = nil
      }
      if let escape {
        bytes.append(contentsOf: text[runStart..<index])
        bytes.append(contentsOf: escape.utf8)
        runStart = index + length
      }
      index = Self.firstOfInterest(in: text, from: index + length)
    }
    bytes.append(contentsOf: text[runStart...])
  }

  /// The index of the next byte that may need an escape; the length of the text if there is none. Reads eight
  /// bytes at a time; where fewer are left, the last eight again.
  @inline(__always)
  private static func firstOfInterest(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let raw = UnsafeRawBufferPointer(text)
    while index &+ 8 <= text.count {
      let mask = interest(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
      if mask != 0 { return index &+ mask.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    if index >= text.count { return text.count }
    if text.count >= 8 {
      let last = text.count &- 8
      let mask = interest(raw.loadUnaligned(fromByteOffset: last, as: UInt64.self).littleEndian)
      let rest = mask & (.max << UInt64((index &- last) &* 8))
      return rest == 0 ? text.count : last &+ rest.trailingZeroBitCount >> 3
    }
    var word: UInt64 = 0x2020_2020_2020_2020
    for place in stride(from: text.count &- 1, through: index, by: -1) {
      word = word << 8 | UInt64(text[place])
    }
    let mask = interest(word)
    return mask == 0 ? text.count : index &+ mask.trailingZeroBitCount >> 3
  }

  /// Sets the top bit of each such byte: control characters, quotation marks, `#`, `&`, `<`, `>`,
  /// backslashes and what is no ASCII. A sum of two numbers of seven bits reaches the top bit of its byte
  /// and no other byte.
  @inline(__always)
  private static func interest(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let low = word & ~tops
    let differs =
      (((low | ones) ^ ones &* 0x23) &+ ones &* 0x7F)
      & (((low | ones &* 0x02) ^ ones &* 0x3E) &+ ones &* 0x7F)
      & ((low ^ ones &* 0x26) &+ ones &* 0x7F) & ((low ^ ones &* 0x5C) &+ ones &* 0x7F)
    let isPrinted = low &+ ones &* 0x60
    let isDelete = low &+ ones
    return (~(differs & isPrinted) | isDelete | word) & tops
  }

  /// `\u202e`, or a surrogate pair above U+FFFF.
  private static func numbered(_ scalar: UInt32) -> String {
    guard scalar < 0x10000 else {
      let rest = scalar - 0x10000
      return numbered(0xD800 | rest >> 10) + numbered(0xDC00 | rest & 0x3FF)
    }
    let digits = String(scalar, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
