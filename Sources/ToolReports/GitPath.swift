/// Paths as Git writes them.
package enum GitPath {
  /// A path: in quotes with escapes if it has a special character.
  package static func path(_ line: ArraySlice<UInt8>) -> String {
    guard line.count > 1, line.first == UInt8(ascii: "\""), line.last == UInt8(ascii: "\"") else {
      return String(decoding: line, as: UTF8.self)
    }
    let quoted = Array(line.dropFirst().dropLast())
    var bytes: [UInt8] = []
    var index = 0
    while index < quoted.count {
      let byte = quoted[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < quoted.count else {
        bytes.append(byte)
        continue
      }
      let digits = quoted[index...].prefix(3).prefix { UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }
      if let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
        bytes.append(value)
        index += digits.count
      } else {
        bytes.append(letters[quoted[index]] ?? quoted[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
    UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
  ]
}
