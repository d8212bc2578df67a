import Basics
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    ("Sources/A.swift", "Sources/A.swift"), ("*.swift", "A.swift"),
    ("*.swift", "Sources/x/A.swift"),
    ("Sources/*.swift", "Sources/A.swift"), ("Sources/**", "Sources/x/A.swift"),
    ("**/A.swift", "A.swift"), ("**/A.swift", "Sources/x/A.swift"),
    ("Sources/**/A.swift", "Sources/A.swift"),
    ("Sources/**/A.swift", "Sources/x/y/A.swift"), ("S?urces/A.*", "Sources/A.swift"),
    ("file[0-9].txt", "file7.txt"), ("file[!0-9].txt", "filex.txt"), ("[]]", "]"), ("[a-]", "-"),
    ("a[", "a["), ("日?.txt", "日本.txt"), ("**", "anything/at/all"), ("*", "x"), ("a**b", "a/x/b"),
    ("", ""), ("/abs/*", "/abs/x"), ("A.swift", "Sources/A.swift"),
  ])
  func matches(pattern: String, path: String) {
    #expect(Glob(pattern).matches(path))
  }

  @Test(arguments: [
    ("Sources/*.swift", "Sources/x/A.swift"), ("Sources/*.swift", "sources/A.swift"),
    ("*.swift", "A.swift.orig"), ("?", "/"), ("a?b", "a/b"), ("a*b", "a/b"), ("a/[!x]b", "a//b"),
    ("**/A.swift", "xA.swift"), ("Sources/**/A.swift", "Sources/xA.swift"),
    ("file[0-9].txt", "file.txt"),
    ("Sources", "Sources/A.swift"), ("A.swift", "BA.swift"), ("x", ""), ("[z-a]", "m"),
  ])
  func doesNotMatch(pattern: String, path: String) {
    #expect(!Glob(pattern).matches(path))
  }

  @Test(.timeLimit(.minutes(1))) func staysQuickOnPatternsMadeToBeSlow() {
    let stars = Glob(String(repeating: "*a", count: 60) + "b")
    #expect(!stars.matches(String(repeating: "a", count: 3_000)))
    let folders = Glob(String(repeating: "**/a*/", count: 40) + "x")
    #expect(!folders.matches(String(repeating: "aa/", count: 500)))
    #expect(!Glob(String(repeating: "[", count: 500_000)).matches("x"))
  }
}
