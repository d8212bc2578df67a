import Diagnostics
import JSON
import Testing

struct ValueTests {
  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("false", "false"), ("\"\"", "''"), ("[]", "[]"),
    ("{}", "{}"), ("[1,2 , 3]", "[1.0 2.0 3.0]"), ("{\"a\":{\"b\":[null]}}", "{a:{b:[null]}}"),
  ])
  func jsonValuesAreRead(text: String, expected: String) {
    let reading = Reading(text)
    #expect(reading.value == expected)
    #expect(reading.problems.isEmpty)
  }

  @Test(arguments: [
    ("{a: 1, $b_2: 2, 'c d': 3,}", "{a:1.0 $b_2:2.0 c d:3.0}"),
    ("[1, 2,]", "[1.0 2.0]"),
    ("// note\n[ /* two\nlines */ 1 ] // end", "[1.0]"),
    ("'it\\'s \"so\"'", "'it's \"so\"'"),
    ("'a\\\nb\\\r\nc\\\u{2028}d'", "'abcd'"),
    ("'\\x41\\v\\0\\u0042'", "'A\u{B}\0B'"),
    ("\u{A0}\u{FEFF}\u{2003}1\u{3000}", "1.0"),
    ("{\\u0061b: 1, ünï: 2}", "{ab:1.0 ünï:2.0}"),
  ])
  func json5IsRead(text: String, expected: String) {
    let reading = Reading(text)
    #expect(reading.value == expected)
    #expect(reading.problems.isEmpty)
  }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("12", 12), ("-3.25", -3.25), ("1e3", 1000), ("1E-2", 0.01), ("+5", 5),
    (".5", 0.5), ("5.", 5), ("0x1F", 31), ("-0XaB", -171),
    ("123456789012345678", 1.2345678901234568e17),
    ("0.1", 0.1), ("1e-999", 0), ("9007199254740993", 9_007_199_254_740_992),
  ])
  func numbersOfJSON5AreRead(text: String, expected: Double) {
    let reading = Reading(text)
    #expect(Double(reading.value) == expected)
    #expect(reading.problems.isEmpty)
  }

  @Test func numbersKeepTheirSourceText() {
    let (value, _) = JSONValue.parse("[1.50]", file: "f")
    guard case .number(_, let text) = value?.elements.first?.kind else {
      Issue.record("no number")
      return
    }
    #expect(text == "1.50")
  }

  @Test(arguments: [
    ("1.2.3", "invalid-number"), ("-", "invalid-number"), ("1e", "invalid-number"),
    ("0x", "invalid-number"), ("12px", "invalid-number"), ("1_000", "invalid-number"),
    ("1e999", "number-too-large"), ("012", "leading-zero"), (".", "invalid-number"),
  ])
  func malformedNumbersAreReported(text: String, id: String) {
    #expect(Reading("[" + text + "]").problems == ["1:2 \(id)"])
  }

  @Test func infinitiesAndNaNAreRead() {
    #expect(Reading("[Infinity, -Infinity, NaN, +NaN]").value == "[inf -inf nan nan]")
  }

  @Test(arguments: [
    (#""\n\t\r\b\f\/\\\"""#, "'\n\t\r\u{8}\u{C}/\\\"'"), (#""\u00e9\u20AC""#, "'é€'"),
    (#""\ud83d\ude00!""#, "'😀!'"), (#""é€😀""#, "'é€😀'"), (#""a\u0000b""#, "'a\0b'"),
  ])
  func escapesInStringsAreDecoded(text: String, expected: String) {
    let reading = Reading(text)
    #expect(reading.value == expected)
    #expect(reading.problems.isEmpty)
  }

  /// Few keys are looked through, many are hashed.
  @Test(arguments: [(63, 2), (64, 2), (64, 63), (65, 2), (65, 63), (65, 64), (70, 3), (70, 68)])
  func repeatedKeyIsFoundAmongFewAndMany(count: Int, repeated: Int) throws {
    let keys = (0..<count).map { "\"kéy\($0)\": \($0)" }
    let lines = keys + ["\"\\u006be\u{301}y\(repeated)\": -1", "\"last\": -2"]
    let (value, problems) = JSONValue.parse("{" + lines.joined(separator: ",\n") + "}", file: "f")
    #expect(value == nil)
    #expect(problems.map(\.id) == ["duplicate-key"])
    #expect(problems.first?.help == ["first given at \(repeated + 1):1"])
    let once = "{" + (keys + [lines[count + 1]]).joined(separator: ",\n") + "}"
    let root = try #require(JSONValue.parse(once, file: "f").0)
    #expect(root.members.count == count + 1)
    #expect(root["kéy\(count - 1)"]?.number == Double(count - 1))
    #expect(root["last"]?.number == -2)
  }

  @Test func keysAndValuesHaveLocations() throws {
    let text = "{\r\n  \"é😀\": \"ü\", \"b\": [\r    1,\n\t2]\n}"
    let value = try #require(JSONValue.parse(text, file: "f").0)
    let members = value.members
    #expect(members.map(\.keyLocation.description) == ["f:2:3", "f:2:14"])
    #expect(members.map(\.value.location.description) == ["f:2:9", "f:2:19"])
    #expect(members.last?.value.elements.map(\.location.description) == ["f:3:5", "f:4:2"])
  }
}
