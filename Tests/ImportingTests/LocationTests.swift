import Model
import Testing

/// Locations are held in few bytes, which must not show.
@Suite struct LocationTests {
  private static let numbers: [Int?] = [
    nil, .min, -1, 0, 1, 2, 1 << 16 - 2, 1 << 16 - 1, 1 << 16, 1 << 31, 1 << 32 - 2, 1 << 32 - 1,
    1 << 32, 1 << 32 + 1, .max,
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

  @Test(arguments: [
    ("https://a.example/Sources/a.swift#L12", "https://a.example/"),
    ("x/Sources/a.swift#L12", "x/"),
    ("https://a.example/Sources/a.swift#L112", nil),
    ("https://a.example/Sources/a.swift#L012", nil),
    ("https://a.example/Sources/a.swift#L2", nil), ("https://a.example/Sources/b.swift#L12", nil),
    ("https://a.example/Sources/a.swift", nil), ("https://a.example/Sources/a.swiftL12", nil),
    // The beginning must not be empty, as an address.
    ("Sources/a.swift#L12", nil), ("#L12", nil), ("12", nil), ("", nil),
  ])
  func addressesMayEndInThePlace(address: String, start: String?) {
    let location = Message.Location(file: "Sources/a.swift", line: 12)
    let length = Array(address.utf8).withUnsafeBufferPointer(location.lengthBeforePlace)
    #expect(length.map { String(decoding: address.utf8.prefix($0), as: UTF8.self) } == start)
  }

  @Test func withoutAPlaceNoAddressEndsInIt() {
    for location in [
      Message.Location(file: "a.swift"), Message.Location(file: "", line: 1),
      Message.Location(file: "a.swift", line: -1), Message.Location(file: "a.swift", line: 0),
    ] {
      let address = Array("https://a.example/a.swift#L1".utf8)
      #expect(address.withUnsafeBufferPointer(location.lengthBeforePlace) == nil)
    }
  }

  @Test func anAddressIsTheSameHoweverItIsHeld() {
    let whole = Message.Location(file: "a.swift", line: 3, url: "https://a.example/a.swift#L3")
    var location = Message.Location(file: "a.swift", line: 3)
    location.setURL(beforePlace: "https://a.example/")
    #expect(location.url == whole.url)
    #expect(location.hasURL && whole.hasURL)
    #expect([location, whole].allSatisfy { $0.urlLength == whole.url?.utf8.count })
    #expect(location == whole)
    #expect(location.hashValue == whole.hashValue)
    var other = location
    other.setURL(beforePlace: "https://b.example/")
    #expect(other != whole)
  }

  @Test func theAddressStaysWhenThePlaceChanges() {
    var location = Message.Location(file: "a.swift", line: 3)
    location.setURL(beforePlace: "https://a.example/")
    var moved = location
    moved.file = "Sources/b.swift"
    moved.line = 70_000
    moved.column = 70_000
    #expect(moved.url == "https://a.example/a.swift#L3")
    #expect(moved.file == "Sources/b.swift")
    #expect([moved.line, moved.column] == [70_000, 70_000])
    #expect(moved.urlLength == moved.url?.utf8.count)
    location.line = 9
    location.setURL(beforePlace: "x/")
    #expect(location.urlLength == location.url?.utf8.count)
    location.line = 10
    location.setURL(beforePlace: "x/")
    #expect(location.urlLength == location.url?.utf8.count)
    location.url = nil
    #expect(!location.hasURL && location.urlLength == 0)
    location.line = 3
    #expect(location == Message.Location(file: "a.swift", line: 3))
  }

  @Test func aLocationTakesFewBytes() {
    #expect(MemoryLayout<Message.Location?>.size <= 48)
  }
}
