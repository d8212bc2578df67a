internal import ToolReports

/// A line of a calendar after unfolding: a name, parameters and a value.
struct ContentLine {
  /// The name in upper case.
  let name: String
  /// The number of its first line in the file, from 1.
  let number: Int
  private let bytes: [UInt8]
  private let parameterBytes: Range<Int>
  private let valueStart: Int

  /// nil for a line without a name and a colon.
  init?(_ bytes: [UInt8], number: Int) {
    let end = bytes.firstIndex { !Self.isOfName($0) } ?? bytes.count
    guard end > 0, end < bytes.count, end <= Self.longestName else { return nil }
    var index = end
    if bytes[end] == UInt8(ascii: ";") {
      var isQuoted = false
      while index < bytes.count, isQuoted || bytes[index] != UInt8(ascii: ":") {
        if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
        index += 1
      }
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
    name = String(decoding: bytes[..<end], as: UTF8.self).uppercased()
    self.number = number
    self.bytes = bytes
    parameterBytes = end..<index
    valueStart = index + 1
  }

  private static let longestName = 200

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// The value as written, without surrounding white space.
  var value: String {
    String(PlainText.trimmedLine(Substring(String(decoding: bytes[valueStart...], as: UTF8.self))))
  }

  /// The value as text.
  var text: String { Self.unescaped(bytes[valueStart...]) }

  /// The texts of a list, unescaped.
  var texts: [String] {
    var parts: [ArraySlice<UInt8>] = []
    var (start, index) = (valueStart, valueStart)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
      } else if bytes[index] == UInt8(ascii: ",") {
        parts.append(bytes[start..<index])
        start = index + 1
      }
      index += 1
    }
    parts.append(bytes[start...])
    return parts.map(Self.unescaped)
  }

  /// The first value of a parameter, without quotes and caret escapes.
  func parameter(_ name: String) -> String? {
    var index = parameterBytes.lowerBound
    while index < parameterBytes.upperBound {
      // After the semicolon.
      let start = index + 1
      var isQuoted = false
      index = start
      while index < parameterBytes.upperBound, isQuoted || bytes[index] != UInt8(ascii: ";") {
        if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
        index += 1
      }
      guard start <= index else { break }
      let part = bytes[start..<index]
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")),
        String(decoding: part[..<equals], as: UTF8.self).uppercased() == name
      else { continue }
      return Self.plain(parameter: part[(equals + 1)...])
    }
    return nil
  }

  private static func plain(parameter: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    var index = parameter.startIndex
    while index < parameter.endIndex {
      let byte = parameter[index]
      index += 1
      if byte == UInt8(ascii: "\"") { continue }
      guard byte == UInt8(ascii: "^"), index < parameter.endIndex else {
        plain.append(byte)
        continue
      }
      switch parameter[index] {
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "'"): plain.append(UInt8(ascii: "\""))
      case UInt8(ascii: "^"): plain.append(byte)
      default:
        plain.append(byte)
        continue
      }
      index += 1
    }
    return String(decoding: plain, as: UTF8.self)
  }

  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): plain.append(0x0A)
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "\""),
          UInt8(ascii: "\\"):
          plain.append(byte)
        default: plain += [UInt8(ascii: "\\"), byte]
        }
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        plain.append(byte)
      }
    }
    if isEscaped { plain.append(UInt8(ascii: "\\")) }
    return String(decoding: plain, as: UTF8.self)
  }
}

/// Unfolds the lines of a calendar. A fold may split a character.
struct ContentLines: ~Copyable {
  var reader: LineReader
  private var ahead: [UInt8] = []
  private var numberAhead = 0

  init(_ reader: consuming LineReader) {
    self.reader = reader
    readAhead()
  }

  /// The next line that is not blank, and its number; nil at the end. A very long line is cut.
  mutating func next() -> (bytes: [UInt8], number: Int)? {
    guard numberAhead > 0 else { return nil }
    let line = (ahead, numberAhead)
    readAhead(behind: line.0.count)
    if folded.isEmpty { return line }
    return (line.0 + folded, line.1)
  }

  /// The folded parts of the returned line.
  private var folded: [UInt8] = []

  private mutating func readAhead(behind count: Int = 0) {
    folded.removeAll(keepingCapacity: true)
    while reader.advance() {
      let line = reader.withLine { Array($0) }
      if numberAhead > 0, let first = line.first, PlainText.isSpaceOrTab(first) {
        folded += line.dropFirst().prefix(max(LineReader.longestLine - count - folded.count, 0))
      } else if !line.allSatisfy(PlainText.isBlank) {
        (ahead, numberAhead) = (line, reader.number)
        return
      }
    }
    numberAhead = 0
  }
}
