import ImportSupport
import Model
import TestSupport
import Testing

/// Lines in every spelling with words added, removed and exchanged: none may stop the program.
@Suite struct MutatedLinesTests {
  private static let lines = [
    "PHP Parse error:  syntax error in a.php on line 3", "PHP in x: on line 3",
    "CMake Error at CMakeLists.txt:10 (find_package):", "CMake Warning:", "would reformat a.py",
    "3. ERROR in /a/B.java (at line 12)", "a.pp - WARNING: text on line 3",
    "error • text • a.dart:1:2 • rule", "a.c:(.text+0x15): undefined reference to 'f'",
    "error: cannot format a.py: Cannot parse: 5:1: invalid syntax", "[ERROR] A.java:[12,8] text",
    "e: file:///A.kt:12:8 text", "\"a.c\", line 3: text", "a.py:docstring of a.f:3: WARNING: text",
    "main.obj : error LNK2019: text", "1>b.cpp(3,1): error C1: text [b.vcxproj]",
    "a.rb:1:2: E: [Correctable] Layout/X: text", "a.lua:1:2: (W211) text",
    "a.c:1:2: warning: text [-Wunused]", "a.ml, line 1, characters 3-4: Error: text",
    "[a.proto:1:2] text", "Found 3 errors in 2 files", "    2 Warning(s)", "RuntimeError) text",
    "(RuntimeError) text", "java.lang.Error: text", "run.sh: line 3: 123 Killed  ./x",
    "[1]+  Killed", "zsh: abort  ./x", "exit code 137", "0 of 3 tests failed", "failures=2",
    "make: *** [Makefile:5: b] Error 1", "::error file=a.c,line=1::text", "##[error]text",
    "#12 3.456 text", "web-1  | text", "03:12:00,123 text", "not ok 3 - text # TODO reason",
    "ok 2 # skip {", "ok-no number", "1..5 # skip", "    ok 1",
    "# Looks like you failed 1 test of 2",
    "# Looks like you planned 3 tests but ran 2", "  ---", "  duration_ms: -5", "  ...",
    "thread 'main' panicked at src/a.rs:3:5:", "panic(0x1)", "\t/a/b.go:3 +0x1",
    #"{"Action":"fail","Package":"p","Test":"T"}"#, "-----BEGIN PRIVATE KEY-----",
    "Authorization: Bearer abcdefghijklmnop", "--password=x", "curl -u a:b https://c@d",
  ]

  @Test(arguments: ["lines", "tap", "gotest", "jsonl", "journald"])
  func noLineStopsTheProgram(format: String) {
    var generator = SeededGenerator(1)
    for _ in 0..<FuzzScale.rounds(60) {
      let text = (0..<60).map { _ in mutated(&generator) }.joined(separator: "\n")
      let report = TextReport(text, as: format)
      #expect(report.messages.allSatisfy { !$0.title.isEmpty || $0.text != nil })
    }
  }

  private func mutated(_ generator: inout SeededGenerator) -> String {
    var pieces = pieces(Self.lines.randomElement(using: &generator) ?? "")
    for _ in 0..<Int.random(in: 0...3, using: &generator) where !pieces.isEmpty {
      let place = Int.random(in: pieces.indices, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: pieces.remove(at: place)
      case 1: pieces.insert(pieces.randomElement(using: &generator) ?? "", at: place)
      case 2: pieces.swapAt(place, Int.random(in: pieces.indices, using: &generator))
      case 3: pieces = Array(Bool.random(using: &generator) ? pieces[place...] : pieces[..<place])
      default:
        let other = self.pieces(Self.lines.randomElement(using: &generator) ?? "")
        pieces.insert(other.randomElement(using: &generator) ?? "", at: place)
      }
    }
    return pieces.joined()
  }

  /// Words, blanks and single signs.
  private func pieces(_ line: String) -> [String] {
    var pieces: [String] = []
    for character in line {
      let isWord = character.isLetter || character.isNumber
      if isWord, let last = pieces.last?.last, last.isLetter || last.isNumber {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
      }
    }
    return pieces
  }
}
