import Diagnostics
import JSON
import Testing

@testable import Basics

/// A packed strings file says what the file says.
@Suite struct LocalePackerTests {
  private static let counts = Array(0...25) + [100, 101, 1_000, 21_000, 1_000_000]

  private func packed(_ tag: String) throws -> String {
    // In the order of the file.
    let root = try #require(JSONValue.parse(try stringsText(tag), file: tag).0)
    let (packed, problems) = LocalePacker.pack(root)
    #expect(problems == [])
    return try #require(packed)
  }

  /// The same files as `locale`, each packed.
  private func packedLocale(_ tag: String) throws -> Basics.Locale {
    let english = ["facts/en", "en"]
    let files =
      switch tag {
      case "en": english
      case "en-us": ["facts/en", "facts/en-us", "en"]
      default: english + ["facts/\(tag)", tag]
      }
    var behind: Basics.Locale?
    for file in files { behind = Locale(packed: try packed(file), fallback: behind) }
    return try #require(behind)
  }

  @Test(arguments: StringsFileTests.tags + ["en-us"])
  func saysWhatTheFilesOfALanguageSay(tag: String) throws {
    let (read, packed) = (try locale(tag), try packedLocale(tag))
    #expect(packed.tag == read.tag && packed.name == read.name)
    #expect(packed.isRightToLeft == read.isRightToLeft)
    #expect(packed.calendar == read.calendar)
    #expect(packed.number(1_234_567) == read.number(1_234_567))
    #expect(packed.number(1_234) == read.number(1_234))
    #expect(packed.stringKeys == read.stringKeys && packed.stringKeys.count > 200)
    for key in read.stringKeys {
      #expect(packed.hasString(named: key))
      #expect(packed.string(named: key) == read.string(named: key), "\(key)")
    }
    for key in CountKey.allCases {
      for count in Self.counts {
        #expect(packed.count(key, count) == read.count(key, count), "\(key) \(count)")
      }
    }
    for key in PatternKey.allCases { #expect(packed.pattern(key) == read.pattern(key)) }
  }

  @Test func isTheSameEachTime() throws {
    #expect(try packed("ar") == packed("ar"))
  }

  @Test func knowsNoOtherKeys() throws {
    let locale = try packedLocale("de")
    for key in ["", "nonsense", "repor", "report ", "counts", "\u{0}"] {
      #expect(!locale.hasString(named: key))
      #expect(locale.string(named: key) == key)
    }
  }

  @Test func anEmptyFileChangesNothing() throws {
    let (text, problems) = LocalePacker.pack(try json("{}"))
    let packed = try #require(text)
    #expect(problems == [])
    let french = try packedLocale("fr")
    let locale = try #require(Locale(packed: packed, fallback: french))
    #expect(locale.tag == "fr" && locale.count(.error, 2) == "2 erreurs")
    let alone = try #require(Locale(packed: packed))
    #expect(alone.stringKeys == [] && alone.string(.report) == "report")
  }

  @Test func whatIsWrongInAFileIsReported() throws {
    let json = try json(
      #"{ "strings": { "report": 1 }, "counts": { "error": { "one": "1" } }, "nonsense": 1 }"#)
    #expect(
      LocalePacker.pack(json).problems.map(\.id).sorted() == [
        "missing-plural", "unknown-key", "wrong-type",
      ])
  }

  @Test func aFileThatIsReadOverAPackedOneHoldsOnlyWhatItChanges() throws {
    let behind = try packedLocale("pl")
    let own = Locale(
      try json(
        #"""
        { "strings": { "today": "Dzis" }, "counts": { "error": { "other": "{count} E" } },
          "patterns": { "date": "y" }, "calendar": { "firstWeekday": "sunday" } }
        """#), fallback: behind)
    #expect(own.string(.today) == "Dzis" && own.string(.report) == behind.string(.report))
    #expect(own.count(.error, 1) == "1 E" && own.count(.warning, 2) == behind.count(.warning, 2))
    #expect(own.pattern(.date) == (try DatePattern("y")))
    #expect(own.weeks.firstWeekday == .sunday && own.tag == "pl")
    #expect(own.stringKeys == behind.stringKeys)
  }

  /// The tables are looked up without being read before, so that no number may lead out of the text.
  @Test func aDamagedTextIsRefusedOrLacksPhrases() throws {
    let bytes = Array(try packed("de").utf8)
    for end in stride(from: 0, to: bytes.count, by: 7) {
      #expect(Locale(packed: String(decoding: bytes[..<end], as: UTF8.self)) == nil)
    }
    for place in stride(from: 0, to: bytes.count, by: 11) {
      for byte: UInt8 in [0x30, 0x4F, 0x50, 0x6F, 0x20, 0x7E] {
        var damaged = bytes
        damaged[place] = byte
        let text = String(decoding: damaged, as: UTF8.self)
        guard let locale = Locale(packed: text) else { continue }
        for key in [StringKey.report, .today, .listSeparator] { _ = locale.string(key) }
        for count in [0, 1, 5] { _ = locale.count(.error, count) }
        _ = locale.stringKeys
      }
    }
  }
}
