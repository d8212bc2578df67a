import Composing
import Model
import TestSupport
import Testing

@Suite("Fingerprint") struct FingerprintTests {
  private func isSame(_ left: String, _ right: String) throws -> Bool {
    try Fingerprint(of: message(.error, left)) == Fingerprint(of: message(.warning, right))
  }

  @Test(arguments: [
    ("Passed in 3.2 s", "Passed in 4.75 s"), ("Passed in 3.2s.", "Passed in 12s."),
    ("Took 1m 20s", "Took 58s"), ("Took 1m20s", "Took 2h 3m"), ("(250ms)", "(1,250.5 ms)"),
    ("after 2 h 39 min", "after 41 seconds"), ("took 12 µs", "took 9 ns"),
    ("1d 4h old", "3 days, 2 hours old"), ("5 minutes ago", "1 minute ago"),
    ("leak at 0x7ffe12ab", "leak at 0x55d0c1"), ("[0xDEADBEEF]", "[0xfeedbeef]"),
    ("open /tmp/build-1/a.c:12:5 failed", "open /tmp/build-22/b.c failed"),
    ("'/var/folders/zz/x0/T/tmp.1/log'", "'/var/folders/ab/y1/T/tmp.2'"),
    (#"C:\Users\Ann Lee\AppData\Local\Temp\x1.tmp is open"#, #"D:\a\_temp\..\Temp\y is open"#),
    ("file:///tmp/a/b", "file:///private/tmp/c"), ("two  spaces ", "two spaces"),
  ])
  func fingerprintsIgnoreVolatileText(_ left: String, _ right: String) throws {
    #expect(try isSame(left, right))
  }

  @Test(arguments: [
    ("test_42 failed", "test_43 failed"), ("3 links are broken", "4 links are broken"),
    ("utf-8 failed", "utf-16 failed"), ("test_3s", "test_4s"), ("10s-timeout", "20s-timeout"),
    ("v1.2s", "v1.3s"), ("3d rendering", "2d rendering"), ("5 m of cable", "6 m of cable"),
    ("12 sets", "13 sets"), ("zstd 1.5.4", "zstd 1.5.6"), ("0xyz", "1xyz"), ("0x12g4", "0x34g4"),
    ("op[0x1f]", "op[0x2f]"), ("0x55d0c", "0x55d0d"),
    ("/home/ann/tmp/a", "/home/ann/tmp/b"), ("~/tmp/a", "~/tmp/b"), ("/tmpfs/a", "/tmpfs/b"),
    (#"C:\Temperature\a"#, #"C:\Temperature\b"#), ("Case", "case"), ("größe3s", "größe4s"),
  ])
  func fingerprintsKeepMeaningfulNumbers(_ left: String, _ right: String) throws {
    #expect(try !isSame(left, right))
  }

  @Test func fingerprintsDependOnCategoryTitleAndFileOnly() throws {
    let original = try message(.error, "x", category: "c", file: "a.swift", line: 1)
    var moved = original
    moved.location = Message.Location(file: "a.swift", line: 99, column: 3)
    moved.urgency = .warning
    moved.text = "other words"
    #expect(Fingerprint(of: moved) == Fingerprint(of: original))
    for (category, file) in [("d", "a.swift"), ("c", "b.swift"), ("ca", ".swift")] {
      let other = try message(.error, "x", category: category, file: file)
      #expect(Fingerprint(of: other) != Fingerprint(of: original))
    }
  }

  @Test func fingerprintsIgnoreTemporaryFolders() throws {
    let one = try message(.error, "x", file: "/tmp/job-17/Sources/A.swift")
    let other = try message(.error, "x", file: #"C:\Windows\Temp\job-18\Sources\A.swift"#)
    let different = try message(.error, "x", file: "/tmp/job-17/Sources/B.swift")
    #expect(Fingerprint(of: one) == Fingerprint(of: other))
    #expect(Fingerprint(of: one) != Fingerprint(of: different))
  }

  @Test func givenFingerprintsAreUsed() throws {
    let one = try message(.error, "x", category: "c", fingerprint: "same")
    let other = try message(.warning, "y", fingerprint: "same")
    #expect(Fingerprint(of: one) == Fingerprint(of: other))
    #expect(try Fingerprint(of: one) != Fingerprint(of: message(.error, "x", category: "c")))
  }

  @Test func fingerprintsAreStableAcrossMachinesAndVersions() throws {
    let fixed = try message(.error, "Passed in 3.2 s", category: "c", file: "a.swift")
    // Baselines of other machines and earlier versions must stay comparable.
    #expect(Fingerprint(of: fixed).hexadecimal == "1d0a32e22fed9c61a04d08ec4b2ab993")
  }

  @Test func pagesUseTwelveDigitsOfAFingerprint() throws {
    let made = try (0..<200).map { Fingerprint(of: try message(.error, "message \($0)")) }
    #expect(made.contains { $0.hexadecimal.hasPrefix("0") })
    for fingerprint in made { #expect(fingerprint.short == fingerprint.hexadecimal.prefix(12)) }
  }

  @Test func comparedReportsHaveFingerprints() throws {
    let night = try dataset([message(.error, "a"), message(.warning, "b", category: "c")])
    let before = try dataset([message(.error, "b", category: "c"), message(.error, "gone")])
    let compared = try report(night, settings(baseline: before))
    #expect(compared.fingerprints == night.messages.map { Fingerprint(of: $0) })
    #expect(try report(night).fingerprints == [])
  }

  @Test(
    .enabled(if: FuzzScale.isThorough),
    .timeLimit(.minutes(20)),
    arguments: [
      "1s 1s ", "1d ", "1d1d", "0x", "/tmp/", "C:\\", "C:\\ ", "1", "1.", "µ", "1 µs", "\u{301}",
      "9,9",
    ])
  func hostileTitlesAreFingerprintedInLinearTime(_ part: String) throws {
    let title = String(repeating: part, count: 200_000) + "2x"
    #expect(try Fingerprint(of: message(.error, title)).hexadecimal.utf8.count == 32)
  }
}
