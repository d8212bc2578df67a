import Diagnostics
import Testing

@testable import JSON

/// Keys, strings and numbers are read in the same way wherever a piece of the source ends.
@Suite struct PieceTests {
  /// What a reader has seen: keys with their positions, values, problems.
  private func read(_ bytes: [UInt8], piece: Int) -> [String] {
    var reader = JSONReader(
      file: "f", source: ByteSource(bytes: bytes, piece: piece), windowSize: 64)
    var seen: [String] = []
    guard case .object = reader.peek() else { return ["no object"] }
    reader.enterObject()
    while reader.nextKey() {
      let position = reader.keyPosition
      seen.append("'\(reader.textString)' at \(position.line):\(position.column)")
      seen.append(value(&reader))
    }
    reader.finish()
    return seen
      + reader.log.diagnostics.map {
        "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.id)"
      }
  }

  private func value(_ reader: inout JSONReader) -> String {
    var text: String
    switch reader.peek() {
    case .number: text = "\(reader.readNumber() ?? -1) of \(reader.textString)"
    case .string: text = "'\(reader.readString())'"
    default:
      reader.skipValue()
      text = "other"
    }
    text += " at \(reader.valuePosition.line):\(reader.valuePosition.column)"
    return text
  }

  private func expectNoDifference(_ bytes: [UInt8]) {
    let whole = read(bytes, piece: .max)
    for piece in [1, 2, 3, 5, 7, 8, 9, 16, 17, 31] {
      #expect(
        read(bytes, piece: piece) == whole,
        "\(String(decoding: bytes, as: UTF8.self)), \(piece) bytes at a time")
    }
  }

  @Test(arguments: [
    #"{"a":1,"title":"b","line":12}"#, #"{"title":"b","a":"c"}"#, #"{ "a" : 1 , "line" : 2 }"#,
    "{\n  \"a\": 1,\n  \"line\": 2\n}", #"{a:1,line:2}"#, #"{'a':1,'title':'b'}"#,
    #"{"\u0061":1,"titl\u0065":"b"}"#, #"{"a":1,"line":2,}"#, #"{"a":1,,"line":2}"#,
    #"{,"a":1}"#, #"{"a":1 "line":2}"#, #"{"a" 1}"#, #"{"a":,"line":2}"#, #"{"a":}"#, #"{"a"}"#,
    #"{"a":1,/*c*/"line":2}"#, #"{"a"/*c*/:/*c*/1/*c*/,"line":2}"#, #"{"a":1];"#, #"{"a":1"#,
    #"{"a":1,"#, #"{"a":"b"#, #"{"ab":1,"lines":2,"titl":3}"#, #"{"detailsFormat":"log"}"#,
    #"{"aVeryLongKeyIndeed":1,"a":2}"#, #"{"a":1,"a":2}"#, #"{"a":"b" c}"#, #"{"":1}"#,
    #"{"a":"ä","title":"b","line":3}"#, #"{"a":true,"title":null,"line":[1,{"a":2}]}"#,
  ]) func membersAreReadTheSameInPieces(_ text: String) {
    expectNoDifference(Array(text.utf8))
  }

  @Test(arguments: [
    "0", "7", "00", "007", "-1", "+5", "12345678", "123456789", "1234567890",
    "99999999999999999999",
    "1e3", "1.5", "0x1F", "1_000", ".5", "5 ", "5\n", "5/**/", "5a", "5\"", "5:", "NaN", "",
  ]) func numbersAreReadTheSameInPieces(_ number: String) {
    for text in ["{\"a\":\(number),\"line\":3}", "{\"a\": \(number)}", "{\"a\":  \(number)}"] {
      expectNoDifference(Array(text.utf8))
    }
  }

  /// At each place of the words in which strings are looked through.
  @Test(
    arguments: [
      [0x80], [0xC3], [0xC3, 0xA4], [0xE2, 0x82], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x99, 0x82],
      [0xFF],
      [0x00], [0x01], [0x09], [0x0A], [0x1F], [0x20], [0x7F], [0x22], [0x27], [0x5C], [0x5C, 0x22],
      [0x5C, 0x6E], [0x5C, 0x75, 0x64, 0x38, 0x33, 0x64], [0x23], [0x5B], [0x5D],
    ] as [[UInt8]]) func stringsAreReadTheSameInPieces(_ odd: [UInt8])
  {
    for before in 0...17 {
      let text = [UInt8](repeating: 0x78, count: before) + odd + Array("yz".utf8)
      expectNoDifference(Array("{\"a\":\"".utf8) + text + Array("\",\"title\":\"b\"}".utf8))
    }
  }
}
