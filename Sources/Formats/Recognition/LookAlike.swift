import Diagnostics
internal import Inputs
internal import Model

/// The probable kind of a file that no format recognizes, and help for the user.
struct LookAlike: Sendable {
  /// Completes "it looks like …".
  let title: String
  let help: String?
  /// The importance of the file for a report that does not include it.
  private(set) var standing = Standing.unclear

  enum Standing: Sendable {
    /// Findings of a tool. A report without them may look too good.
    case report
    /// Its contents may also be in a report of tests, or of coverage, next to it.
    case besideTests, besideCoverage
    /// A ZIP or tar archive, which may contain reports.
    case archive
    /// Output of a tool. It counts as a report if one of its lines reports a failure.
    case output
    /// Not a report.
    case other
    /// It may be a report.
    case unclear
  }

  func standing(_ standing: Standing) -> LookAlike {
    var seen = self
    seen.standing = standing
    return seen
  }

  private let matches: @Sendable (InputHead) -> Bool

  init(_ title: String, help: String? = nil, when matches: @escaping @Sendable (InputHead) -> Bool)
  {
    (self.title, self.help, self.matches) = (title, help, matches)
  }

  /// The first listed kind that matches, else XML or JSON described by its root or keys.
  init?(_ head: InputHead) {
    if let seen = Self.listed(head) {
      self = seen
    } else if let root = head.xmlRoot {
      self.init("XML whose root is \(VisibleText.quoted(root))", help: Self.unreadXML) { _ in true }
    } else if !head.jsonKeys.isEmpty {
      let keys = head.jsonKeys.sorted().prefix(3).map { VisibleText.quoted($0) }
      self.init("JSON with \(keys.joined(separator: ", "))", help: Self.unreadJSON) { _ in true }
    } else {
      return nil
    }
  }

  /// The first listed kind that matches.
  static func listed(_ head: InputHead) -> LookAlike? {
    let (reports, others): ([LookAlike], [LookAlike]) =
      switch head.shape {
      case .blank: ([], [])
      case .xml: (xmlReports, containers + xml)
      case .json: (jsonReports, containers + json)
      case .text: ([], containers + text)
      }
    return reports.first { $0.matches(head) }?.standing(.report)
      ?? others.first { $0.matches(head) }
  }

  // MARK: Archives, placeholders and binary files

  private static func bytes(
    _ start: [UInt8], _ title: String, _ help: String? = nil
  ) -> LookAlike {
    LookAlike(title, help: help) { $0.bytes.starts(with: start) }
  }

  static let containers: [LookAlike] = [
    bytes(
      Array("PK\u{3}\u{4}".utf8), "a ZIP archive",
      "unpack it first, and name the files or the folder"
    ).standing(.archive),
    bytes(Array("PK\u{5}\u{6}".utf8), "a ZIP archive without files").standing(.archive),
    bytes([0x28, 0xB5, 0x2F, 0xFD], "a file compressed by zstd", "unpack it first: zstd -d FILE"),
    bytes([0xFD] + Array("7zXZ".utf8), "a file compressed by xz", "unpack it first: xz -d FILE"),
    bytes(Array("BZh".utf8), "a file compressed by bzip2", "unpack it first: bzip2 -d FILE"),
    bytes(
      [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a file compressed by 7-Zip",
      "unpack it first: 7z x FILE"),
    bytes([0x04, 0x22, 0x4D, 0x18], "a file compressed by LZ4", "unpack it first: lz4 -d FILE"),
    bytes([0x1F, 0x9D], "a file compressed by compress", "unpack it first: uncompress FILE"),
    LookAlike("a file compressed by LZMA", help: "unpack it first: lzma -d FILE") { head in
      // The usual properties and size of the dictionary, then the length: unknown or below 1 TiB.
      let length = head.bytes.dropFirst(5).prefix(8)
      return head.bytes.starts(with: [0x5D, 0, 0])
        && (length.allSatisfy { $0 == 0xFF } || length.suffix(3).allSatisfy { $0 == 0 })
        && length.count == 8
    },
    bytes(
      Array("MSCF\0\0\0\0".utf8), "a file compressed as a cabinet",
      "unpack it first: cabextract FILE"),
    bytes(
      Array("Rar!\u{1A}\u{7}".utf8), "a file compressed by RAR", "unpack it first: unrar x FILE"),
    LookAlike("a tar archive", help: "unpack it first, and name the files or the folder") {
      $0.bytes.dropFirst(257).starts(with: "ustar".utf8)
    }.standing(.archive),
    bytes([0x89] + Array("PNG".utf8), "a picture").standing(.other),
    bytes([0xFF, 0xD8, 0xFF], "a picture").standing(.other),
    bytes(Array("GIF8".utf8), "a picture").standing(.other),
    bytes(Array("RIFF".utf8), "a picture or a film").standing(.other),
    bytes(
      Array("%PDF".utf8), "a PDF", "give the report that the tool writes as XML, JSON or SARIF"
    ).standing(.other),
    bytes([0x7F] + Array("ELF".utf8), "a program").standing(.other),
    bytes([0xCA, 0xFE, 0xBA, 0xBE], "a program").standing(.other),
    bytes(Array("MZ".utf8), "a program").standing(.other),
    bytes(Array("SQLite format 3".utf8), "a database").standing(.other),
    LookAlike("a file of zeros, as a loss of power leaves it", help: "write it again") { head in
      !head.bytes.isEmpty && head.bytes.allSatisfy { $0 == 0 }
    }.standing(.report),
    bytes(
      Array("version https://git-lfs".utf8), "a Git LFS pointer",
      "fetch the file first: git lfs pull"),
    bytes(
      Array("<<<<<<< ".utf8), "a file with a merge conflict", "resolve the conflict first"),
    // The journal's export format may have binary fields.
    LookAlike("a binary file") {
      $0.bytes.prefix(1_024).contains(0) && !$0.bytes.starts(with: "__CURSOR=".utf8)
    }.standing(.other),
  ]

  // MARK: XML

  private static func root(_ names: String..., is title: String, help: String? = nil) -> LookAlike {
    LookAlike(title, help: help) { head in head.xmlRoot.map(names.contains) ?? false }
  }

  /// The help for every report of an unknown tool.
  static let proposal = "'tidemark init --format FILE' proposes a format file for reports like it"
  static let unread = "it is not read; " + proposal
  static let unreadXML =
    "if its tool also writes JUnit XML, Checkstyle XML or SARIF, name that; otherwise " + proposal

  static let xmlReports: [LookAlike] = [
    root("CUNIT_TEST_LIST_REPORT", is: "CUnit XML", help: unread),
    root(
      "testcase", "failure", "system-out", is: "a piece of a JUnit report without its root",
      help: "put it between <testsuite> and </testsuite>"),
  ]

  static let xml: [LookAlike] = [
    LookAlike(
      "a web page",
      help: "perhaps the server has sent an error page; name a report for other programs, not for "
        + "people"
    ) { $0.xmlRoot?.lowercased() == "html" },
    root("testng-results", is: "TestNG XML", help: "name the files in junitreports/ instead")
      .standing(.besideTests),
    root(
      "failsafe-summary", is: "the summary of Maven Failsafe, which is no report",
      help: "name the files TEST-*.xml beside it"
    ).standing(.besideTests),
    root("coverage", is: "coverage XML of Clover or another tool", help: coverage)
      .standing(.besideCoverage),
    LookAlike("XML of a build or of settings, which is no report") { head in
      head.xmlRoot.map(settingsRoots.contains) ?? false
    }.standing(.other),
  ]

  // MARK: JSON

  private static func keys(
    _ keys: String..., is title: String, help: String? = nil
  ) -> LookAlike {
    LookAlike(title, help: help) { head in keys.allSatisfy { head.json($0) != nil } }
  }

  static let jsonReports: [LookAlike] = [
    keys(
      "[].results.tests", is: "a list of CTRF reports",
      help: "name each report as a file of its own")
  ]

  static let json: [LookAlike] = [
    LookAlike(
      "an empty list, as a tool without findings writes it",
      help: "say which tool's it is: --from eslint or --from codequality"
    ) { $0.json("") == .array && $0.json("[]") == nil && !$0.isCut },
    keys("bomFormat", "vulnerabilities", is: "CycloneDX with vulnerabilities", help: unreadJSON)
      .standing(.report),
    keys("bomFormat", is: "a bill of materials (CycloneDX)", help: unreadJSON).standing(.other),
    keys("spdxVersion", is: "a bill of materials (SPDX)", help: unreadJSON).standing(.other),
    LookAlike(
      "a report of this program", help: "name the inputs that it was made of", when: \.isOwnReport
    ).standing(.other),
    keys("totals", "files", is: "coverage JSON", help: coverage).standing(.besideCoverage),
    keys("total.lines.pct", is: "coverage JSON", help: coverage).standing(.besideCoverage),
    LookAlike("a file of known issues", help: "name it by --known") { head in
      head.json("known") == .array
        && head.jsonKeys.allSatisfy { KnownFileKey(rawValue: $0) != nil }
    }.standing(.other),
    LookAlike("the settings of a package or a program, which are no report") { head in
      settingsKeys.contains { $0.allSatisfy { head.json($0) != nil } }
    }.standing(.other),
    LookAlike(
      "JSON with one value a line",
      help: "it is not read; jq can make lines with 'urgency' and 'title' of it"
    ) {
      $0.json("") == .object && $0.json("+") != nil
    },
    LookAlike("text that begins with a bracket, such as a log") { head in
      head.json("") == .array && ![.object, .array, .string].contains(head.json("[]"))
        && !head.isJSON
    },
    LookAlike("a list of a kind that is not read", help: unreadJSON) { $0.json("") == .array },
  ]

  /// The roots of project files, settings, schemas and documents.
  private static let settingsRoots: Set<String> = [
    "project", "Project", "module", "configuration", "Configuration", "beans", "web-app",
    "manifest", "resources", "plist", "settings", "suppressions", "FindBugsFilter", "ruleset",
    "svg", "schema", "stylesheet", "component", "phpunit", "psalm", "package", "rss", "feed",
    "urlset", "persistence", "log4j:configuration", "toolchains", "extensions",
  ]

  /// The keys of package files, lock files, compiler settings, source maps and schemas.
  private static let settingsKeys: [[String]] = [
    ["name", "version", "dependencies"], ["name", "version", "devDependencies"],
    ["name", "version", "scripts"], ["name", "scripts"], ["private", "scripts"],
    ["lockfileVersion"], ["compilerOptions"], ["version", "sources", "mappings"],
    ["$schema", "properties"], ["$schema", "definitions"], ["$schema", "$defs"],
    ["content-hash", "packages"], ["name", "require"], ["imports", "scopes"],
  ]

  static let unreadJSON = "if its tool also writes SARIF, name that; otherwise " + proposal
  private static let coverage = "it is not read; write Cobertura XML or LCOV instead"
}
