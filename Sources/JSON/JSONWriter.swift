// Unsafe pointers: texts are escaped without a copy.

// Reads through pointers, since each byte of a text that is written passes here.

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

  /// Swaps the written bytes for an empty buffer, so that long outputs are not kept in memory.
  package mutating func exchange(_ buffer: inout [UInt8]) {
    swap(&bytes, &buffer)
  }

  /// A writer for some elements of the open array, for example on another thread.
  package func branch(isFirst: Bool) -> JSONWriter {
    var branch = self
    branch.bytes = []
    branch.isFirst = isFirst
    return branch
  }

  /// Appends the bytes of a branch.
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
    quote(name)
    bytes += (indent == nil ? ":" : ": ").utf8
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

  /// Writes a number; null if it is not finite, because JSON can't represent that.
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

  // Members that are omitted if the value is nil.

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

  /// Writes the comma and the new line that the next value needs.
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

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    text.withBytes { escape($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    while true {
      let index = firstEscape(in: text, from: runStart)
      bytes.append(contentsOf: text[runStart..<index])
      guard index < text.count else { return }
      let byte = text[index]
      var length = 1
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x80...:
        if case .shown(let scalar, let count) = HiddenCharacters.look(at: index, in: text) {
          bytes.append(contentsOf: Self.numbered(scalar).utf8)
          length = count
        }
      default: bytes.append(contentsOf: Self.numbered(UInt32(byte)).utf8)
      }
      runStart = index + length
    }
  }

  /// The index of the next character that needs an escape; the length of the text if there is none.
  private func firstEscape(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count {
      switch text[index] {
      case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"): return index
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"):
        if isForMarkup { return index }
        index += 1
      case UInt8(ascii: "#"):
        if RunnerCommands.isMark(at: index, in: text) { return index }
        index += 1
      case 0x80...:
        guard case .passes(let length) = HiddenCharacters.look(at: index, in: text) else {
          return index
        }
        index += length
      default: index += 1
      }
    }
    return index
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
