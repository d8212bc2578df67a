import Text
import Time

@testable import Mailing

let someone = Mailbox(name: nil, local: "a", domain: "example.org")
let night = Instant(seconds: 1_795_140_720)

/// The lines that a header field is folded into.
func lines(_ field: HeaderField) -> [String] {
  var sink = ByteSink()
  field.write(to: &sink)
  return lines(sink.bytes)
}

/// Lines that end with CRLF, the last one empty.
func lines(_ bytes: [UInt8]) -> [String] {
  var lines = String(decoding: bytes, as: UTF8.self)
    .split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
  if lines.last == "" { lines.removeLast() }
  return lines
}

/// The unfolded value of a field.
func unfolded(_ field: HeaderField) -> String {
  String(lines(field).joined().dropFirst(field.name.count + 2))
}

// Decoders, written from the standards independently of the encoders.

/// Decodes quoted-printable lines that end in LF.
func decodeQuoted(_ lines: [String]) -> [UInt8] {
  var bytes: [UInt8] = []
  for line in lines {
    var rest = Array(line.utf8)[...]
    var goesOn = false
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        bytes.append(byte)
        continue
      }
      if rest.isEmpty {
        goesOn = true
      } else {
        bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      }
    }
    if !goesOn { bytes.append(0x0A) }
  }
  return bytes
}

func decodeBase64(_ text: some StringProtocol) -> [UInt8] {
  let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  var bits = 0
  var count = 0
  var bytes: [UInt8] = []
  for character in text where character != "=" {
    guard let place = letters.firstIndex(of: character) else { return [] }
    bits = bits << 6 | letters.distance(from: letters.startIndex, to: place)
    count += 6
    if count >= 8 {
      count -= 8
      bytes.append(UInt8(bits >> count & 255))
    }
  }
  return bytes
}

/// Decodes the text of a header; nil if an encoded word is malformed.
func decodeWords(_ value: String) -> String? {
  var text = ""
  var wasEncoded = false
  for word in value.split(separator: " ", omittingEmptySubsequences: false) {
    guard word.hasPrefix("=?"), word.hasSuffix("?=") else {
      text += (text.isEmpty && !wasEncoded ? "" : " ") + word
      wasEncoded = false
      continue
    }
    let parts = word.dropFirst(2).dropLast(2).split(
      separator: "?", omittingEmptySubsequences: false)
    guard word.utf8.count <= 75, parts.count == 3, parts[0] == "utf-8" else { return nil }
    var bytes = decodeBase64(parts[2])
    if parts[1] == "Q" {
      bytes = Array(
        decodeQuoted([String(parts[2].replacing("_", with: " "))]).dropLast())
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { return nil }
    if !wasEncoded, !text.isEmpty { text += " " }
    text += decoded
    wasEncoded = true
  }
  return text
}
