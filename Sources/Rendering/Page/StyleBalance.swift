import Diagnostics

/// Checks that all braces, comments and strings of a style sheet are closed. An open one would
/// disable the rest of the sheet and the following sheets.
enum StyleBalance {
  /// The offset and message for the first unclosed or unopened construct.
  static func fault(in bytes: [UInt8]) -> (offset: Int, summary: String)? {
    var open: [(offset: Int, closer: UInt8)] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*"):
        guard let end = commentEnd(after: index, in: bytes) else {
          return (index, "the comment is not closed")
        }
        index = end
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let end = stringEnd(after: index, in: bytes) else {
          return (index, "the string is not closed")
        }
        index = end
      case UInt8(ascii: "{"): open.append((index, UInt8(ascii: "}")))
      case UInt8(ascii: "("): open.append((index, UInt8(ascii: ")")))
      case UInt8(ascii: "["): open.append((index, UInt8(ascii: "]")))
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard let last = open.popLast() else {
          return (index, "'\(letter(byte))' closes nothing")
        }
        if last.closer != byte {
          return (last.offset, "'\(letter(bytes[last.offset]))' is not closed")
        }
      default: break
      }
      index += 1
    }
    return open.first.map { ($0.offset, "'\(letter(bytes[$0.offset]))' is not closed") }
  }

  private static func letter(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }

  /// The index of the last byte of a comment.
  private static func commentEnd(after start: Int, in bytes: [UInt8]) -> Int? {
    var index = start + 3
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "/"), bytes[index - 1] == UInt8(ascii: "*") { return index }
      index += 1
    }
    return nil
  }

  /// The index of the last byte of a string, which ends on its line.
  private static func stringEnd(after start: Int, in bytes: [UInt8]) -> Int? {
    var index = start + 1
    while index < bytes.count, bytes[index] != 0x0A {
      if bytes[index] == bytes[start] { return index }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
