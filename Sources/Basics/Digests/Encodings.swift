/// Bytes as text.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// RFC 4648 with padding, as content security policies and mail want it.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var position = 0
    while position < bytes.count {
      let count = min(3, bytes.count - position)
      var group: UInt32 = 0
      for index in 0..<3 {
        group = group << 8 | (index < count ? UInt32(bytes[position + index]) : 0)
      }
      for index in 0..<4 {
        let letter = alphabet[Int(group >> UInt32(18 - index * 6) & 63)]
        text.append(index <= count ? letter : UInt8(ascii: "="))
      }
      position += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
