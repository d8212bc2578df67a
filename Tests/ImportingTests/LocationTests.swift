import Model
import Testing

/// Locations are held in few bytes, which must not show.
@Suite struct LocationTests {
  private static let numbers: [Int?] = [
    nil, .min, -1, 0, 1, 2, 1 << 31, 1 << 32 - 2, 1 << 32 - 1, 1 << 32, 1 << 32 + 1, .max,
  ]

  @Test(arguments: numbers) func linesAndColumnsAreKept(_ number: Int?) {
    for other in Self.numbers {
      var location = Message.Location(file: "a", line: number, column: other)
      #expect(location.line == number)
      #expect(location.column == other)
      location.line = other
      location.column = number
      #expect(location.line == other)
      #expect(location.column == number)
      #expect(location == Message.Location(file: "a", line: other, column: number))
    }
  }

  @Test func contextIsKeptBesideLongNumbers() {
    let context = Message.Context(lines: ["a", "b", "c"])
    var location = Message.Location(file: "a", line: .max, context: context)
    #expect(location.context == context)
    location.line = 3
    #expect(location.context == context)
    location.context = nil
    #expect(location == Message.Location(file: "a", line: 3))
    location.context = context
    #expect(location == Message.Location(file: "a", line: 3, context: context))
  }
}
