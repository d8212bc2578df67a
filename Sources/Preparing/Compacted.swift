/// Removes the parts of style sheets and scripts that browsers skip.
package enum Compacted {
  /// A style sheet without comments and insignificant white space and semicolons.
  package static func style(_ text: String) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count)
    var quote: UInt8?
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        out.append(byte)
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
          index += 1
          out.append(bytes[index])
        } else if byte == open {
          quote = nil
        }
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "*")
      {
        index += 2
        while index + 1 < bytes.count,
          bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/")
        {
          index += 1
        }
        index += 1
        // Keep the separation of a comment: `.a/**/.b` is not a descendant, `u/**/rl(` not an
        // address.
        let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "}")
        if let last = out.last, !isStart(last), !isSpace(next), !isEdge(next) {
          out += Array("/**/".utf8)
        }
      } else if isSpace(byte) {
        while index + 1 < bytes.count, isSpace(bytes[index + 1]) { index += 1 }
        let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "}")
        if let last = out.last, !isStart(last), !isEdge(next) { out.append(UInt8(ascii: " ")) }
      } else {
        if byte == UInt8(ascii: "}") {
          while out.last == UInt8(ascii: ";") { out.removeLast() }
        }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
        out.append(byte)
      }
      index += 1
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Whether white space before and after the character is insignificant.
  private static func isEdge(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: ","),
      UInt8(ascii: ">"):
      true
    default: false
    }
  }

  /// Whether white space after the character is insignificant. Before a colon, it is a combinator.
  private static func isStart(_ byte: UInt8) -> Bool {
    isEdge(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: " ")
  }

  /// A page's script: compact scripts in one shared scope; empty if all of them are empty.
  package static func joined(_ scripts: [String]) -> [String] {
    guard scripts.contains(where: { !$0.isEmpty }) else { return [] }
    return ["'use strict';{\n"] + scripts + ["}"]
  }

  /// A script without empty lines, comment lines and indentation. A script with a template literal
  /// of several lines keeps them, because they are part of a value.
  package static func script(_ text: String) -> String {
    let bytes = withLineFeeds(text)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let hasLongLiteral = lines.contains { line in
      line.reduce(0) { $1 == UInt8(ascii: "`") ? $0 + 1 : $0 } % 2 == 1
    }
    var out: [UInt8] = []
    if hasLongLiteral {
      out = bytes
      if out.last != UInt8(ascii: "\n") { out.append(UInt8(ascii: "\n")) }
      return String(decoding: out, as: UTF8.self)
    }
    out.reserveCapacity(bytes.count)
    for line in lines {
      let code = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if code.isEmpty || code.starts(with: "//".utf8) { continue }
      out += code
      out.append(UInt8(ascii: "\n"))
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func withLineFeeds(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isBehindReturn = false
    for byte in text.utf8 {
      let isReturn = byte == 0x0D
      if byte != UInt8(ascii: "\n") || !isBehindReturn {
        bytes.append(isReturn ? UInt8(ascii: "\n") : byte)
      }
      isBehindReturn = isReturn
    }
    return bytes
  }
}
