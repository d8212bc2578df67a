import ImportSupport
import TestSupport
import Testing

@testable import ToolReports

/// Paths as reports write them and as readers look for them.
@Suite struct SourcePathsTests {
  private func path(
    _ given: String, roots: [String] = [], mappings: [String] = []
  ) -> String {
    var paths = SourcePaths()
    for root in roots { paths.addRoot(root) }
    for mapping in mappings where !paths.addMapping(mapping) { Issue.record("\(mapping)") }
    return paths.path(given)
  }

  @Test(arguments: [
    ("src/a.c", "src/a.c"), ("./src//a.c", "src/a.c"), ("src/../lib/./a.c", "lib/a.c"),
    ("src/", "src"), (".", "."), ("", ""), ("../a.c", "../a.c"), ("a/../../b", "../b"),
    ("/usr/include/stdio.h", "/usr/include/stdio.h"), ("/../etc/passwd", "/etc/passwd"),
    ("file:///usr/a%20b.c", "/usr/a b.c"), ("FILE:/usr/a.c", "/usr/a.c"),
    ("file://localhost/usr/a.c", "/usr/a.c"), ("file:///C:/src/a.c", "C:/src/a.c"),
    ("file://host/share/a.c", "//host/share/a.c"), ("file:src/a.c", "src/a.c"),
    ("file:///a%00%2g%+1.c", "/a%00%2g%+1.c"), ("a%20b.c", "a%20b.c"),
    (#"C:\src\..\a.c"#, "C:/a.c"), (#"C:\..\..\a.c"#, "C:/a.c"), (#"src\main\a.c"#, "src/main/a.c"),
    (#"src/a\b.c"#, #"src/a\b.c"#), (#"\\server\share\..\..\a.c"#, "//server/a.c"),
    ("https://host/a//b/../c.js", "https://host/a//b/../c.js"),
    ("webpack://app/./a.js", "webpack://app/./a.js"), ("a\nb.c", "a\nb.c"), ("a\0b.c", "a\0b.c"),
  ])
  func spellingsBecomeOne(given: String, expected: String) {
    #expect(path(given) == expected)
  }

  @Test(arguments: [
    ("/home/runner/work/app/app/src/a.c", "src/a.c"),
    ("/home/runner/work/_temp/x/a.c", "/home/runner/work/_temp/x/a.c"),
    ("/Users/runner/work/app/app/a.c", "a.c"), ("/github/workspace/src/a.c", "src/a.c"),
    ("/__w/app/app/a.c", "a.c"), (#"D:\a\app\app\src\a.c"#, "src/a.c"), ("D:/a/1/s/a.c", "a.c"),
    ("/builds/group/app/a.c", "a.c"), ("/home/vsts/work/1/s/a.c", "a.c"),
    ("/workspace/src/a.c", "src/a.c"), ("/drone/src/a.c", "a.c"), ("/bitrise/src/a.c", "a.c"),
    ("/root/project/src/a.c", "src/a.c"), ("/var/lib/jenkins/workspace/my-job/src/a.c", "src/a.c"),
    ("/home/jenkins/agent/workspace/job@2/a.c", "a.c"),
    (#"C:\Jenkins\workspace\job\a.c"#, "a.c"),
    ("/srv/workspace/jenkins/a.c", "/srv/workspace/jenkins/a.c"),
    ("/home/u/.cache/bazel/_bazel_u/1f/execroot/_main/src/a.c", "src/a.c"),
    ("file:///github/workspace/src/a.c", "src/a.c"), ("/workspace", "/workspace"),
    ("/workspaces/app/a.c", "/workspaces/app/a.c"), ("src/workspace/a.c", "src/workspace/a.c"),
    ("/home/runner/work/app/app/../../../../etc/x", "/home/etc/x"),
  ])
  func rootsOfBuildServicesAreCutOff(given: String, expected: String) {
    #expect(path(given) == expected)
  }

  @Test(arguments: [
    ("/home/me/app/src/a.c", "src/a.c"), ("/home/me/app2/a.c", "/home/me/app2/a.c"),
    ("/home/me/app", "/home/me/app"), ("/home/me/app/sub/a.c", "a.c"), (#"c:\app\a.c"#, "a.c"),
    ("services/api/a.c", "a.c"), ("/home/me/app/../x.c", "/home/me/x.c"),
  ])
  func rootsThatAreGivenAreCutOff(given: String, expected: String) {
    let roots = ["/home/me/app/", "/home/me/app/sub", #"C:\app"#, "./services/api"]
    #expect(path(given, roots: roots) == expected)
  }

  @Test(arguments: [
    ("com/acme/A.java", "src/main/java/com/acme/A.java"), ("com/acme2/A.java", "com/acme2/A.java"),
    ("/app/x/a.js", "services/x/a.js"),
    ("/github/workspace/com/acme/A.java", "src/main/java/com/acme/A.java"),
    ("gone/a.c", "a.c"), ("one", "two"), ("twice/a.c", "twice/twice/a.c"),
  ])
  func mappingsReplaceWholeFolders(given: String, expected: String) {
    let mappings = [
      "com/acme=src/main/java/com/acme", "/app/=services/", "gone=", "one=two", "twice=twice/twice",
    ]
    #expect(path(given, mappings: mappings) == expected)
  }

  @Test func mappingsNeedBothSides() {
    var paths = SourcePaths()
    do {
      let isRule = paths.addMapping("src")
      #expect(!isRule)
    }
    do {
      let isRule = paths.addMapping("=src")
      #expect(!isRule)
    }
  }

  // MARK: Links

  @Test(arguments: ["src/a.c", "a b#?.c", "ä.c", ".hidden/x", "a..b"])
  func pathsFromTheRootAreInside(path: String) {
    #expect(SourcePaths.isInside(path))
  }

  @Test(arguments: [
    "", "/etc/passwd", "../a", "a/../b", "//host/x", "C:/a", #"a\b"#, "a\nb", "a\0b", "~/x",
    "https://h/x", "<stdin>", "src/‹redacted›", String(repeating: "a", count: 5_000),
  ])
  func otherPathsAreNot(path: String) {
    #expect(!SourcePaths.isInside(path))
  }

  @Test(
    .enabled(if: FuzzScale.isThorough),
    arguments: ["a/", "../", "./", "/", "\\", "%2e", "a/../", "file:", "execroot/"])
  func takesLinearTime(part: String) {
    let ratio = growth { count in
      var paths = SourcePaths()
      paths.addRoot("/a")
      for start in ["", "/", "file:///", #"C:\"#] {
        _ = paths.path(start + String(repeating: part, count: count / 4))
      }
    }
    #expect(ratio < 40, "\(part)")
  }
}
