import TestSupport
import Testing

@testable import Formats

/// Random patterns against a backtracking matcher, and the time for long lines.
@Suite struct LineAutomatonTests {
  /// A part of a pattern.
  private struct Part {
    var pattern: String
    var characters: (Unicode.Scalar) -> Bool
    var least = 1
    var most = 1
    var name: String?
    var isGreedy = true
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
  private static let letters: [Unicode.Scalar] = ["a", "b", "1", "2", " ", ":", ":", "\u{e9}"]

  private func part(_ generator: inout SeededGenerator, _ number: Int) -> Part {
    let name = "n\(number)"
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return Part(pattern: "%{\(name)}", characters: { _ in true }, most: .max, name: name)
    case 1:
      return Part(pattern: "%{\(name):digits}", characters: Self.isDigit, most: .max, name: name)
    case 2:
      return Part(
        pattern: "%{\(name):word}", characters: { !Self.isBlank($0) }, most: .max, name: name)
    case 3: return Part(pattern: "%.%#", characters: { _ in true }, least: 0, most: .max)
    case 4: return Part(pattern: #"%\s%#"#, characters: Self.isBlank, least: 0, most: .max)
    case 5: return Part(pattern: "%*[^:]", characters: { $0 != ":" }, most: .max)
    case 6: return Part(pattern: "%[a-z1]", characters: { ("a"..."z").contains($0) || $0 == "1" })
    case 7: return Part(pattern: "%.", characters: { _ in true })
    case 8: return Part(pattern: "b%#", characters: { $0 == "b" }, least: 0, most: .max)
    default:
      let letter = Self.letters.randomElement(using: &generator) ?? "a"
      return Part(pattern: String(letter), characters: { $0 == letter })
    }
  }

  private func shorten(_ parts: inout [Part]) {
    let all = (0..<0x80).map { Unicode.Scalar($0 as UInt8) } + ["\u{e9}", "\u{20ac}"]
    for index in parts.indices where parts[index].name != nil {
      let end = parts[(index + 1)...].firstIndex { $0.least > 0 } ?? parts.count - 1
      let next = parts[(index + 1)..<max(index + 1, end + 1)]
      parts[index].isGreedy = all.filter(parts[index].characters).allSatisfy { letter in
        next.contains { $0.characters(letter) }
      }
    }
  }

  /// The lengths of the parts in the preferred match.
  private func lengths(_ parts: ArraySlice<Part>, _ line: ArraySlice<Unicode.Scalar>) -> [Int]? {
    guard let part = parts.first else { return line.isEmpty ? [] : nil }
    let run = line.prefix(while: part.characters).count
    guard run >= part.least else { return nil }
    let counts = part.least...min(run, part.most)
    for count in part.isGreedy ? counts.reversed() : Array(counts) {
      if let rest = lengths(parts.dropFirst(), line.dropFirst(count)) { return [count] + rest }
    }
    return nil
  }

  @Test func randomPatternsMatchAsABacktrackingMatcherDoes() throws {
    var generator = SeededGenerator(7)
    var matches = 0
    for _ in 0..<FuzzScale.rounds(2_000) {
      let count = Int.random(in: 1...7, using: &generator)
      var parts = (0..<count).map { part(&generator, $0) }
      shorten(&parts)
      let pattern = parts.map(\.pattern).joined()
      let patterns = try LinePatterns([pattern])
      for _ in 0..<4 {
        let length = Int.random(in: 0...10, using: &generator)
        let line = (0..<length).compactMap { _ in Self.letters.randomElement(using: &generator) }
        let text = String(String.UnicodeScalarView(line))
        var matcher = LineMatcher(patterns)
        var found: [String]?
        for case .record(let record) in matcher.add(text, number: 1) {
          found = record.captures.map { "\($0.name)=\($0.value)" }
        }
        #expect(found == expected(parts, line), "\(pattern) on '\(text)'")
        if found != nil { matches += 1 }
      }
    }
    #expect(matches > FuzzScale.rounds(500))
  }

  private func expected(_ parts: [Part], _ line: [Unicode.Scalar]) -> [String]? {
    guard let lengths = lengths(parts[...], line[...]) else { return nil }
    var (captures, start): ([String], Int) = ([], 0)
    for (part, length) in zip(parts, lengths) {
      let text = String(String.UnicodeScalarView(line[start..<(start + length)]))
      if let name = part.name { captures.append("\(name)=\(text)") }
      start += length
    }
    return captures
  }

  @Test(arguments: [
    "%{a}:%{b}:%{c}:%{d}:%{e}:%{f}x", "%.%#a%.%#a%.%#a%.%#b%.%#b!", "%*[a:]%*[a:]%*[a:]%*[a:]!",
    "%P(%f%r",
  ])
  func aLongLineTakesTimeInProportionToItsLength(pattern: String) throws {
    let patterns = try LinePatterns([pattern])
    func seconds(_ size: Int) -> Double {
      let line = String(repeating: "a:(b", count: size / 4)
      var matcher = LineMatcher(patterns)
      let clock = CPUClock()
      _ = matcher.add("(" + line, number: 1)
      return clock.seconds
    }
    _ = seconds(1 << 16)
    let short = (0..<3).map { _ in seconds(1 << 17) }.min() ?? 0
    // Eight times the length may take 24 times as long; quadratic time would be 64 times.
    #expect(seconds(1 << 20) < 24 * short + 0.05)
  }
}
