import Diagnostics
import Foundation
import Model
import TestSupport
import Testing

@testable import Datasets

/// Whose a file is by a CODEOWNERS file.
struct OwnersTests {
  private func owners(_ text: String, of paths: [String]) -> ([String?], [String]) {
    var mistakes: [String] = []
    var owners = CodeOwners(Array(text.utf8)) { mistakes.append("\($0): \($1)") }
    return (paths.map { owners.owner(of: $0) }, mistakes)
  }

  private func owner(_ text: String, _ path: String) -> String? {
    let (found, mistakes) = owners(text, of: [path])
    #expect(mistakes.isEmpty)
    return found[0]
  }

  @Test(
    arguments: [
      ("*", ["a", "a/b.c", ".a/b"], []),
      ("*.js", ["a.js", "a/b/c.js", "x.js/a"], ["a.jsx", "js"]),
      ("/*.js", ["a.js"], ["b/a.js"]),
      ("docs/", ["docs/a", "x/docs/a/b"], ["docs", "xdocs/a"]),
      ("/docs/", ["docs/a", "docs/a/b"], ["x/docs/a"]),
      ("docs/*", ["docs/a.md"], ["docs/a/b.md", "x/docs/a.md"]),
      ("docs/*.md", ["docs/a.md"], ["docs/b/a.md"]),
      ("docs/**", ["docs/a", "docs/a/b"], ["doc/a"]),
      ("/docs", ["docs", "docs/a/b"], ["x/docs"]),
      ("Makefile", ["Makefile", "a/Makefile", "Makefile/a"], ["makefile"]),
      ("**/logs", ["logs/a", "build/logs/a", "a/b/logs"], ["logs.txt"]),
      ("a/**/b", ["a/b", "a/x/b", "a/x/y/b/c"], ["a/xb"]),
      ("/apps/git?ub", ["apps/github/a", "apps/gitlub"], ["apps/git/ub"]),
      ("my\\ file.c", ["my file.c", "a/my file.c"], ["my"]),
      ("\\#a", ["#a"], ["a"]),
      ("a\\*b", ["a*b"], ["axb"]),
      ("a[bc]*", ["a[bc]", "x/a[bc]d"], ["ab", "ac"]),
      ("/", [], ["a", "/"]),
    ] as [(String, [String], [String])])
  func aPatternMeansWhatItMeansOnGitHub(pattern: String, matching: [String], others: [String]) {
    var problems: [String] = []
    var owners = CodeOwners(Array("\(pattern) @a".utf8)) { problems.append($1) }
    for path in matching { #expect(owners.owner(of: path) == "@a", "\(pattern) \(path)") }
    for path in others { #expect(owners.owner(of: path) == nil, "\(pattern) \(path)") }
    #expect(problems.isEmpty == (pattern != "/"))
  }

  @Test func theLastPatternThatMatchesCounts() {
    let text = "* @all\n*.c @c\nsrc/ @src\n/src/a.c @a\n/src/b.c\n*.h @h # headers\n"
    let (found, mistakes) = owners(
      text, of: ["x", "x.c", "src/x.c", "src/a.c", "src/b.c", "src/x.h"])
    #expect(found == ["@all", "@c", "@src", "@a", nil, "@h"])
    #expect(mistakes.isEmpty)
  }

  @Test func severalOwnersAreJoinedAndCommentsLeftOut() {
    #expect(
      owner("# all\r\n\r\n *\t@a  @org/team a@example.org @a # b @c\r\n", "x")
        == "@a, @org/team, a@example.org")
    #expect(owner("\u{FEFF}* @a", "x") == "@a")
  }

  @Test func sectionsOfGitLabEachHaveALastPattern() {
    let text = """
      * @all
      [Code][2] @coders
      *.c
      secret.c @boss
      ^[Docs] @writers
      *.md
      README.c
      !old/*.md
      [CODE]
      *.h
      """
    let (found, mistakes) = owners(
      text, of: ["a.c", "secret.c", "README.c", "a.md", "old/a.md", "a.h", "x"])
    #expect(mistakes.isEmpty)
    #expect(
      found == [
        "@all, @coders", "@all, @boss", "@all, @coders, @writers", "@all, @writers", "@all",
        "@all, @coders", "@all",
      ])
  }

  @Test func aLineThatIsNotUnderstoodIsLeftOut() {
    let (found, mistakes) = owners(
      "* @a\n*.c nobody\n/ @b\n*.h @\n" + String(repeating: "x", count: 10_000) + " @c\n",
      of: ["a.c", "a.h"])
    #expect(found == ["@a", "@a"])
    #expect(mistakes.map { $0.prefix(2) } == ["2:", "3:", "4:", "5:"])
    #expect(mistakes[0] == "2: 'nobody' is no owner")
  }

  @Test func damagedFilesAreReadToTheirEnd() {
    let bytes = Array("[a][2] @x\n^[b\n!\\\n\\ \n*.c @y\n[]\n[][\n* ***/**/[!] @z\n".utf8)
    for end in bytes.indices {
      for byte: UInt8 in [0, 0xFF, 0x5C, 0x5B] {
        var damaged = Array(bytes[...end])
        damaged[end] = byte
        var owners = CodeOwners(damaged) { _, _ in }
        _ = owners.owner(of: "a/b.c")
      }
    }
  }

  @Test(.timeLimit(.minutes(20))) func manyPatternsAndFilesTakeBoundedTime() {
    let clock = CPUClock()
    let literal = (0..<40_000).map { "/src/part\($0)/ @team\($0)" }.joined(separator: "\n")
    var owners = CodeOwners(Array(literal.utf8)) { _, _ in }
    #expect(owners.owner(of: "src/part39999/a/b.c") == "@team39999")
    for number in 0..<20_000 {
      #expect(
        owners.owner(of: "src/part\(number * 2)/f\(number).c") == "@team\(number * 2)")
    }
    let globs = (0..<60_000).map { "\(String(repeating: "*a", count: 20))\($0) @a" }
    var count = 0
    var many = CodeOwners(Array(globs.joined(separator: "\n").utf8), room: 1_000_000) { _, _ in
      count += 1
    }
    #expect(count == 1)
    for number in 0..<1_000 {
      _ = many.owner(of: String(repeating: "a", count: 100) + "\(number)b")
    }
    #expect(many.isExhausted)
    #expect(many.owner(of: "aaaaaaaaaaaaaaaaaaaaaaaa1") == nil)
    #expect(clock.seconds < 200)
  }
}
