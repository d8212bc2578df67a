import Basics
import Foundation
import Testing

@testable import Publishing

/// What the first page of many projects keeps of each.
@Suite struct LatestCacheTests {
  private static let stamp = Array(repeating: UInt8(7), count: LatestCache.Stamp.length)

  /// Every member that a file can have.
  private static let whole = """
    {"version": 1, "project": "harbor", "title": "Harbor \u{1F6A2}", "locale": "de",
     "address": "https://example.org/harbor/", "authority": "example.org,2026-11-20",
     "staleAfter": "2026-11-21T14:12:00Z", "recentUrgencies": "error missing warning purple neutral",
     "recentTotals": "3 0 12 -5 99999999999",
     "night": {"id": "2026-11-20-0412-2", "time": -62167219200, "offset": -12600,
      "status": "failed", "urgency": "error", "text": "T\\u0000 \\ud800", "headline": "",
      "counts": {"error": 2, "warning": 1000000000, "neutral": 0}, "duration": 0,
      "new": 9, "back": 1, "newSuccesses": 2, "worse": 3, "expired": 4, "better": 5, "still": 6,
      "fixed": 7, "gone": 8, "unseen": 20, "unchecked": 5, "stillUnseen": 6, "stillUnchecked": 2,
      "forgotten": 3, "forgottenUnchecked": 1, "coversLess": true, "was": "unknown",
      "facts": [["Duration", "1 hour", 3600]], "digest": "0123456789abcdef"}}
    """
  private static let least = """
    {"project": "a", "night": {"id": "1", "time": 0, "offset": 0, "urgency": "neutral"}}
    """

  private static func file(_ json: String) throws -> LatestFile {
    try #require(LatestFile(Array(json.utf8)))
  }

  private static func project(
    _ json: String, months: KnownProject.Months? = nil
  ) throws -> KnownProject {
    KnownProject(latest: try file(json), stamp: stamp, months: months)
  }

  private static func expectSame(_ found: LatestFile?, _ wanted: LatestFile) throws {
    let found = try #require(found)
    var run = wanted.run
    run.figures = nil
    var other = found.run
    other.figures = nil
    #expect(other == run)
    #expect(found.project == wanted.project)
    #expect(
      [found.title, found.locale, found.address, found.authority, found.staleAfter]
        == [wanted.title, wanted.locale, wanted.address, wanted.authority, wanted.staleAfter])
    #expect(found.recent.map(\.mark) == wanted.recent.map(\.mark))
    #expect(found.recent.map(\.total) == wanted.recent.map(\.total))
    #expect(found.digest == wanted.digest)
    #expect(found.state == wanted.state)
    #expect(found.rank == wanted.rank)
  }

  private static func find(_ name: String, in cache: LatestCache) -> KnownProject? {
    var place = 0
    return cache.entry(of: name, at: &place)?.project()
  }

  /// Gives a body the head and the digest of a file that is whole.
  private static func sealed(_ body: [UInt8]) -> [UInt8] {
    Array("tidemark-latest \(LatestCache.version)\n".utf8) + SHA256.digest(of: body) + body
  }

  @Test(arguments: [whole, least])
  func whatIsKeptIsWhatWasRead(json: String) throws {
    let project = try Self.project(json)
    let cache = LatestCache(LatestCache.bytes(of: [project]))
    let found = Self.find(project.latest.project, in: cache)
    try Self.expectSame(found?.latest, project.latest)
    #expect(found?.stamp == Self.stamp)
    #expect(found?.months == nil)
  }

  @Test func everyStatusBeforeIsKept() throws {
    for was in ["completed", "canceled", "failed", "missing", "unknown", "other"] {
      for status in ["completed", "canceled", "failed", "missing", "other"] {
        let json = """
          {"project": "a", "night": {"id": "1", "time": 1, "offset": 0, "urgency": "error",
           "status": "\(status)", "new": 0, "still": 0, "fixed": 0, "was": "\(was)"}}
          """
        let project = try Self.project(json)
        let cache = LatestCache(LatestCache.bytes(of: [project]))
        try Self.expectSame(Self.find("a", in: cache)?.latest, project.latest)
      }
    }
  }

  @Test func monthsAreKeptOnlyWithTheirStamp() throws {
    let months = KnownProject.Months(names: ["2026-10", "2026-11"], stamp: Self.stamp)
    var cache = LatestCache(
      LatestCache.bytes(of: [try Self.project(Self.whole, months: months)]))
    #expect(Self.find("harbor", in: cache)?.months?.names == months.names)
    let young = KnownProject.Months(names: ["2026-10"], stamp: nil)
    cache = LatestCache(LatestCache.bytes(of: [try Self.project(Self.whole, months: young)]))
    #expect(Self.find("harbor", in: cache)?.months == nil)
    #expect(Self.find("harbor", in: cache) != nil)
  }

  @Test func projectsWithoutAStampAndVeryLongOnesAreNotKept() throws {
    let long = Self.least.replacingOccurrences(
      of: "\"project\": \"a\"",
      with: "\"project\": \"b\", \"title\": \"\(String(repeating: "x", count: 5_000))\"")
    let young = KnownProject(latest: try Self.file(Self.whole))
    let bytes = LatestCache.bytes(of: [try Self.project(Self.least), try Self.project(long), young])
    let cache = LatestCache(bytes)
    #expect(Self.find("a", in: cache) != nil)
    #expect(Self.find("b", in: cache) == nil)
    #expect(Self.find("harbor", in: cache) == nil)
    #expect(bytes.count < 4_096)
  }

  @Test func namesAreFoundInAnyOrderAndOthersAreNot() throws {
    let names = (0..<500).map { "p\(1_000 + $0 * 2)" }
    let cache = LatestCache(
      LatestCache.bytes(
        of: try names.map {
          try Self.project(Self.least.replacingOccurrences(of: "\"a\"", with: "\"\($0)\""))
        }))
    var random = SystemRandomNumberGenerator()
    var place = 0
    for name in names + names.shuffled(using: &random) {
      #expect(cache.entry(of: name, at: &place)?.project()?.latest.project == name)
      #expect(cache.entry(of: name + "x", at: &place) == nil)
    }
    for name in ["", "a", "p1001", "q"] { #expect(cache.entry(of: name, at: &place) == nil) }
    place = -3
    #expect(cache.entry(of: names[7], at: &place) != nil)
    place = .max
    #expect(cache.entry(of: names[7], at: &place) != nil)
  }

  @Test func aFileThatIsCutOffOrDamagedIsAsNone() throws {
    let projects = [try Self.project(Self.least), try Self.project(Self.whole)]
    let bytes = LatestCache.bytes(of: projects)
    for end in bytes.indices { #expect(LatestCache(Array(bytes[..<end])).isEmpty) }
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= UInt8(1 << (place % 8))
      #expect(LatestCache(damaged).isEmpty)
    }
    #expect(LatestCache(bytes + [0]).isEmpty)
  }

  @Test func aFileOfAnotherVersionIsAsNone() throws {
    var bytes = LatestCache.bytes(of: [try Self.project(Self.least)])
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) - 1
    bytes[place] += 1
    #expect(LatestCache(bytes).isEmpty)
  }

  @Test func entriesThatAreForgedAreReadWithinTheirBounds() throws {
    let months = KnownProject.Months(names: ["2026-10", "2026-11"], stamp: Self.stamp)
    let whole = try Self.project(Self.whole, months: months)
    let start = Self.sealed([]).count
    let body = Array(LatestCache.bytes(of: [whole]).dropFirst(start))
    for place in body.indices {
      for byte in [0, 1, 0x7F, 0x80, 0xFF, body[place] ^ 1] as [UInt8] {
        var forged = body
        forged[place] = byte
        let found = Self.find("harbor", in: LatestCache(Self.sealed(forged)))
        if let address = found?.latest.address { #expect(address.hasPrefix("http")) }
      }
      _ = Self.find("harbor", in: LatestCache(Self.sealed(Array(body[..<place]))))
    }
    let huge = Array(repeating: UInt8(0xFF), count: 40)
    #expect(Self.find("harbor", in: LatestCache(Self.sealed(huge))) == nil)
  }

  @Test func numbersAndTextsOfEachSizeAreReadAsTheyWereWritten() {
    var writer = PackedWriter()
    let numbers: [UInt64] = [0, 127, 128, 1 << 35, .max]
    let signed: [Int64] = [0, -1, 1, .min, .max]
    for number in numbers { writer.write(number) }
    for number in signed { writer.write(signed: number) }
    let texts: [String?] = [nil, "", "e\u{301}\0"]
    for text in texts { writer.write(text) }
    var reader = PackedReader(writer.bytes[...])
    #expect(numbers.map { _ in reader.number() } == numbers)
    #expect(signed.map { _ in reader.signed() } == signed)
    for text in texts { #expect(reader.optionalText() == .some(text)) }
    #expect(reader.isAtEnd)
    #expect(reader.number() == nil)
  }
}
