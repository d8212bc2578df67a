// Unsafe pointers: strings are scanned in place, without a copy.

/// Scans the beginning of a JSON or JSON5 text, which may end anywhere, for the kinds of values at
/// its outer paths. Only the first element of an array is included.
package struct JSONOutline {
  private let bytes: [UInt8]
  private var index = 0
  /// The kinds by path. In a path, `*` is one of the first members of an object: the first one that
  /// has the rest of the path. The path `+` is a second value after the first one.
  package private(set) var kinds: [String: InputHead.JSONKind] = [:]
  /// The texts by path, in the first bytes.
  package private(set) var texts: [String: String] = [:]
  /// The keys of the outermost object.
  package private(set) var keys: Set<String> = []
  /// Whether the text ends inside of its first value.
  package private(set) var isCut = false
  private var isTooDeep = false
  package static let mostDepth = 5
  private static let mostNesting = 64
  private static let mostPaths = 10_000
  private static let mostKeys = 1_000
  private static let endOfTexts = 4 << 10
  /// How many members of an object `*` stands for.
  private static let mostStars = 8

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = Self.start(of: bytes)
    value(at: [""], depth: 0)
    isCut = isCut && !isTooDeep
    skipSpace()
    // A second value after the first one, as in a log.
    if index < bytes.count, kinds[""] != nil { kinds["+"] = .other }
  }

  /// The index of the first value, after white space and comments.
  package static func start(of bytes: [UInt8]) -> Int {
    var index = 0
    while index < bytes.count {
      if let length = lengthOfSpace(at: index, in: bytes) {
        index += length
      } else if let end = endOfComment(at: index, in: bytes) {
        index = end
      } else {
        break
      }
    }
    return index
  }

  /// The number of bytes of a JSON5 white space character; nil for any other character.
  private static func lengthOfSpace(at index: Int, in bytes: [UInt8]) -> Int? {
    if bytes[index] <= 0x20 { return 1 }
    guard bytes[index] >= 0x80, index + 1 < bytes.count else { return nil }
    switch (bytes[index], bytes[index + 1], index + 2 < bytes.count ? bytes[index + 2] : 0) {
    case (0xC2, 0xA0, _): return 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return 3
    default: return nil
    }
  }

  private static func endOfComment(at index: Int, in bytes: [UInt8]) -> Int? {
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "/") else { return nil }
    if bytes[index + 1] == UInt8(ascii: "/") {
      return (index..<bytes.count).first { place in
        bytes[place] == 0x0A || bytes[place] == 0x0D
          || place + 2 < bytes.count && bytes[place] == 0xE2 && bytes[place + 1] == 0x80
            && 0xA8...0xA9 ~= bytes[place + 2]
      } ?? bytes.count
    }
    guard bytes[index + 1] == UInt8(ascii: "*") else { return nil }
    var end = index + 2
    while end + 1 < bytes.count {
      if bytes[end] == UInt8(ascii: "*"), bytes[end + 1] == UInt8(ascii: "/") { return end + 2 }
      end += 1
    }
    return bytes.count
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      if let length = Self.lengthOfSpace(at: index, in: bytes) {
        index += length
      } else if let end = Self.endOfComment(at: index, in: bytes) {
        index = end
      } else {
        return
      }
    }
  }

  /// - Parameter paths: The spellings of the path; none if the value is not noted.
  private mutating func value(at paths: [String], depth: Int) {
    guard index < bytes.count else {
      isCut = true
      return
    }
    func note(_ kind: InputHead.JSONKind) {
      for path in paths where kinds.count < Self.mostPaths && kinds[path] == nil {
        kinds[path] = kind
      }
    }
    switch bytes[index] {
    case UInt8(ascii: "{") where paths.isEmpty, UInt8(ascii: "[") where paths.isEmpty:
      skipNested(depth)
    case UInt8(ascii: "{"):
      note(.object)
      object(paths, depth)
    case UInt8(ascii: "["):
      note(.array)
      array(paths, depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      note(.string)
      let isNoted = !paths.isEmpty && index < Self.endOfTexts
      let text = string(isWanted: isNoted)
      for path in paths where isNoted && texts[path] == nil { texts[path] = text }
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"):
      note(.number)
      word()
    default:
      note(.other)
      word()
    }
  }

  private mutating func word() {
    let start = index
    // A comment may follow without a blank.
    while index < bytes.count, Self.lengthOfSpace(at: index, in: bytes) == nil,
      !",]}:/".utf8.contains(bytes[index])
    {
      index += 1
    }
    if index == start { index += 1 }
  }

  /// Reads a string. Returns an empty string if it is not wanted or is too long.
  private mutating func string(isWanted: Bool) -> String {
    let start = index + 1
    let end = bytes.withUnsafeBufferPointer { [index] in Self.endOfString(index, in: $0) }
    if end == bytes.count { isCut = true }
    index = min(end + 1, bytes.count)
    return isWanted && end - start < 200 ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
  }

  /// The index of the closing quotation mark, or the end of the text without one.
  private static func endOfString(_ start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    // This loop is minimal, because most bytes of a report are in strings.
    let quote = bytes[start]
    var end = start + 1
    while end < bytes.count, bytes[end] != quote {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(end, bytes.count)
  }

  private mutating func object(_ paths: [String], _ depth: Int) {
    index += 1
    var number = 0
    while true {
      skipSpace()
      guard index < bytes.count else {
        isCut = true
        return
      }
      switch bytes[index] {
      case UInt8(ascii: "}"):
        index += 1
        return
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let key = string(isWanted: !paths.isEmpty && depth < Self.mostDepth)
        member(key, number, paths, depth)
        number += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "$"), UInt8(ascii: "_"):
        let start = index
        word()
        let key = String(decoding: bytes[start..<index].prefix(200), as: UTF8.self)
        member(key, number, paths, depth)
        number += 1
      default: index += 1
      }
    }
  }

  /// - Parameter number: The number of members before it.
  private mutating func member(_ key: String, _ number: Int, _ paths: [String], _ depth: Int) {
    skipSpace()
    if index < bytes.count, bytes[index] == UInt8(ascii: ":") { index += 1 }
    skipSpace()
    if paths.first == "", index < bytes.count, keys.count < Self.mostKeys { keys.insert(key) }
    // Values at a greater depth are not noted; only their brackets matter.
    guard depth <= Self.mostNesting else { return giveUp() }
    let inner = depth < Self.mostDepth ? paths : []
    let keys = number < Self.mostStars ? [key, "*"] : [key]
    let all = keys.flatMap { key in inner.map { $0.isEmpty ? key : $0 + "." + key } }
    value(at: all, depth: depth + 1)
  }

  /// Skips an object or array that is not noted. Most of a report is skipped.
  private mutating func skipNested(_ depth: Int) {
    let start = index
    let end: Int? = bytes.withUnsafeBufferPointer { [bytes] text in
      var open = 0
      var at = start
      while at < text.count {
        switch text[at] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          at = Self.endOfString(at, in: text)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          open += 1
          if depth + open > Self.mostNesting + 2 { return nil }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          open -= 1
          if open == 0 { return at + 1 }
        case UInt8(ascii: "/"):
          if let end = Self.endOfComment(at: at, in: bytes) { at = end - 1 }
        default: break
        }
        at += 1
      }
      return text.count + 1
    }
    guard let end else { return giveUp() }
    if end > bytes.count { isCut = true }
    index = min(end, bytes.count)
  }

  private mutating func giveUp() {
    isTooDeep = true
    index = bytes.count
  }

  private mutating func array(_ paths: [String], _ depth: Int) {
    index += 1
    var isFirst = true
    while true {
      skipSpace()
      guard index < bytes.count else {
        isCut = true
        return
      }
      switch bytes[index] {
      case UInt8(ascii: "]"):
        index += 1
        return
      case UInt8(ascii: ","): index += 1
      default:
        guard depth <= Self.mostNesting else { return giveUp() }
        let inner = isFirst && depth < Self.mostDepth ? paths.map { $0 + "[]" } : []
        value(at: inner, depth: depth + 1)
        isFirst = false
      }
    }
  }
}
