internal import JSON
package import Model
internal import Time

extension KnownFile {
  /// The text of a file with one more entry. The rest of the text is unchanged, including comments.
  ///
  /// - Parameter text: The current file, without errors according to `read`; nil if there is none.
  package static func adding(_ entry: KnownEntry, to text: [UInt8]?) -> [UInt8] {
    let added = Array(written(entry).utf8)
    guard let text, let gap = KnownGap(in: text) else {
      return Array("{\n  \"known\": [\n".utf8) + added + Array("\n  ]\n}\n".utf8)
    }
    var before = Array(text[..<gap.after])
    if gap.needsComma { before.append(UInt8(ascii: ",")) }
    before += text[gap.after..<gap.end]
    while let last = before.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { before.removeLast() }
    let (opening, closing) =
      gap.isInList ? ("\n", "\n  ") : ("\n  \"known\": [\n", "\n  ]\n")
    return before + Array(opening.utf8) + added + Array(closing.utf8) + Array(text[gap.end...])
  }

  /// An entry with one line for each key and for each message of a list.
  private static func written(_ entry: KnownEntry) -> String {
    var lines: [String] = []
    if !entry.isList, let condition = entry.conditions.first {
      lines = members(of: condition).map { "\(quoted($0)): \($1)" }
    }
    for (key, value) in [
      ("reason", entry.reason), ("owner", entry.owner), ("link", entry.link),
      ("until", entry.until?.machineTime),
    ] {
      if let value { lines.append("\(quoted(key)): \(quoted(value))") }
    }
    if entry.isList {
      let messages = entry.conditions.map { condition in
        let words = members(of: condition).map { "\(quoted($0)): \($1)" }
        return "        { " + words.joined(separator: ", ") + " }"
      }
      lines.append("\"messages\": [\n" + messages.joined(separator: ",\n") + "\n      ]")
    }
    return "    {\n" + lines.map { "      " + $0 }.joined(separator: ",\n") + "\n    }"
  }

  private static func members(of condition: KnownCondition) -> [(String, String)] {
    var members: [(String, String)] = []
    for (key, value) in [
      ("fingerprint", condition.fingerprint), ("urgency", condition.urgency?.rawValue),
      ("rule", condition.rule), ("file", condition.file), ("text", condition.text),
    ] {
      if let value { members.append((key, quoted(value))) }
    }
    if let count = condition.count, count > 1 { members.append(("count", String(count))) }
    return members
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.value(text)
    return writer.string
  }
}

/// The place for a new entry in correct JSON or JSON5: after the last entry of `known`, or after
/// the last member of an object without this list.
private struct KnownGap {
  /// The end of the last element or comma, and the position of the closing bracket.
  private(set) var after = 0
  private(set) var end = 0
  private(set) var needsComma = false
  private(set) var isInList = false

  private let bytes: [UInt8]
  private var index = 0

  /// nil if the text is not an object.
  init?(in bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    passSpace()
    guard next == UInt8(ascii: "{") else { return nil }
    index += 1
    var isAfterMember = false
    after = index
    while true {
      passSpace()
      switch next {
      case nil: return nil
      case UInt8(ascii: "}"):
        (end, needsComma) = (index, isAfterMember)
        return
      case UInt8(ascii: ","):
        index += 1
        (after, isAfterMember) = (index, false)
      default:
        let key = passKey()
        passSpace()
        guard next == UInt8(ascii: ":") else { return nil }
        index += 1
        passSpace()
        if key == "known", next == UInt8(ascii: "[") {
          findEndOfList()
          return
        }
        passValue()
        (after, isAfterMember) = (index, true)
      }
    }
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func findEndOfList() {
    isInList = true
    index += 1
    (after, needsComma) = (index, false)
    while true {
      passSpace()
      switch next {
      case nil, UInt8(ascii: "]"):
        end = index
        return
      case UInt8(ascii: ","):
        index += 1
        (after, needsComma) = (index, false)
      default:
        passValue()
        (after, needsComma) = (index, true)
      }
    }
  }

  private mutating func passKey() -> String {
    let start = index
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
      passString()
      return String(decoding: bytes[start..<index].dropFirst().dropLast(), as: UTF8.self)
    }
    while let byte = next, byte > 0x20, byte != UInt8(ascii: ":"), byte != UInt8(ascii: "/") {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Skips a value of any depth.
  private mutating func passValue() {
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): passString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        index += 1
      case UInt8(ascii: ","):
        if depth == 0 { return }
        index += 1
      case 0...0x20, UInt8(ascii: "/"):
        if depth == 0 { return }
        passSpace()
      default:
        index += 1
        continue
      }
      if depth == 0 { return }
    }
  }

  private mutating func passString() {
    let quote = next
    index += 1
    while let byte = next, byte != quote {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
  }

  /// Skips white space and comments.
  private mutating func passSpace() {
    while let byte = next {
      if byte == UInt8(ascii: "/"), index + 1 < bytes.count {
        let isLine = bytes[index + 1] == UInt8(ascii: "/")
        index += 2
        while let byte = next {
          if isLine, byte == 0x0A || byte == 0x0D { break }
          if !isLine, byte == UInt8(ascii: "*"), index + 1 < bytes.count,
            bytes[index + 1] == UInt8(ascii: "/")
          {
            index += 2
            break
          }
          index += 1
        }
      } else if byte <= 0x20 || isUnicodeSpace {
        index += byte <= 0x20 ? 1 : 2
      } else {
        return
      }
    }
  }

  /// Whether a no-break space is next. JSON5 allows it between values.
  private var isUnicodeSpace: Bool {
    next == 0xC2 && index + 1 < bytes.count && bytes[index + 1] == 0xA0
  }
}
