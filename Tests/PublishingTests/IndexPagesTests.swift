import Diagnostics
import Foundation
import Rendering
import Testing
import Text

@testable import Publishing

/// The pages of a site with many projects.
@Suite struct IndexPagesTests {
  private static func file(
    _ name: String, urgency: String = "success", new: Int = 0, title: String? = nil,
    text: String = "2 messages"
  ) throws -> LatestFile {
    let title = title.map { "\"title\": \"\($0)\", " } ?? ""
    return try #require(
      LatestFile(
        Array(
          """
          {"project": "\(name)", \(title)"recentUrgencies": "\(urgency)", "recentTotals": "1",
           "night": {"id": "1", "time": 1795140720, "offset": 0, "status": "completed",
           "urgency": "\(urgency)", "text": "\(text)", "counts": {"\(urgency)": 1},
           "new": \(new), "still": 0, "fixed": 0}}
          """.utf8)))
  }

  private static func labels() throws -> RunLabels {
    RunLabels(locale: try #require(Strings.locale("en", in: AssetStore()).0))
  }

  private static func fleet(_ count: Int, changed: Int = 0, failing: Int = 0) throws -> IndexPages {
    try IndexPages(
      (0..<count).map { number in
        try file(
          "team\(10_000 + number / 10)-part\(number % 10)",
          urgency: number < changed + failing ? "error" : "success", new: number < changed ? 1 : 0)
      }, labels())
  }

  private static func text(_ page: IndexPages.Page, of pages: IndexPages) throws -> String {
    var problems: [Diagnostic] = []
    let renderer = SiteRenderer(
      template: "default", theme: "horizon", in: AssetStore(),
      locale: try labels().locale, names: SiteRecord.names, hasIndex: true, problems: &problems)
    #expect(problems.isEmpty)
    let (part, value) = pages.content(of: page)
    return String(decoding: try #require(renderer).page(part, value), as: UTF8.self)
  }

  @Test func theFirstPageIsLast() throws {
    let files = try Self.fleet(2_000, changed: 600, failing: 9).pages.map(\.file)
    #expect(files.last == "index.html")
    #expect(Set(files).count == files.count)
    #expect(
      files.filter { $0.hasPrefix("index~changed") || $0.hasPrefix("index~failing") } == [
        "index~changed~3.html", "index~changed~2.html", "index~changed~1.html",
        "index~failing~1.html",
      ])
  }

  @Test func fewChangedProjectsNeedNoListOfTheirOwn() throws {
    let files = try Self.fleet(1_000, changed: 24, failing: 8).pages.map(\.file)
    #expect(!files.contains { $0.contains("changed") || $0.contains("failing") })
  }

  @Test func theFirstPageShowsWhatNeedsALookAndLeadsToTheRest() throws {
    let pages = try Self.fleet(1_000, changed: 30)
    let text = try Self.text(.first, of: pages)
    #expect(text.split(separator: "class=\"project\"").count - 1 == 24)
    #expect(text.contains("<a href=\"index~changed~1.html\">and 6 more</a>"))
    #expect(text.contains("<b>1,000 projects</b>"))
    for case .folder(let folder) in pages.pages {
      #expect(text.contains("href=\"\(IndexPages.Page.folder(folder).file)\""))
    }
  }

  @Test func everyPageHasALimit() throws {
    let long = String(repeating: "&amp;\u{1F600}w ", count: 60)
    let pages = try IndexPages(
      (0..<10_000).map { number in
        try Self.file(
          "a-rather-long-name-of-a-team-\(number / 40)-and-its-part-\(number)", urgency: "error",
          new: number % 3, title: long, text: long)
      }, Self.labels())
    for page in [pages.pages.first, pages.pages.dropLast().last, .first].compactMap(\.self) {
      #expect(try Self.text(page, of: pages).utf8.count < IndexPages.longest, "\(page.file)")
    }
  }

  @Test func namesAreListedByWhatTheyDoNotShare() throws {
    let projects = [
      try Self.file("api-lint"), try Self.file("api-lint-2", urgency: "error", new: 1),
      try Self.file("api-unit", urgency: "error", title: "Unit tests"),
    ]
    let names = ProjectNames(projects[...])
    #expect(names.text(within: 1_000) == "p0 api-lint\nb8 -2\nh4 unit\tUnit tests\n")
    #expect(names.text(within: 30) == "p0 api-lint\nb8 -2\nh4 unit\n")
    #expect(names.text(within: 20) == nil)
    for (title, line) in [
      (" Unit\u{2028} \\ttests\\n", "Unit tests"), ("Two  spaces", "Two spaces"),
      ("Prüfung a", "Prüfung a"),
      ("End ", "End"),
    ] {
      let project = try Self.file("api", urgency: "error", title: title)
      #expect(ProjectNames([project]).text(within: 1_000) == "h0 api\t\(line)\n")
    }
  }

  @Test func onlyPagesWhoseProjectsChangedAreWrittenAgain() throws {
    let site = try TestSite()
    func stage(_ pages: IndexPages) throws -> [String: Date] {
      let staging = Staging(root: site.path)
      let names = staging.names(in: "")
      var problems: [Diagnostic] = []
      let renderer = SiteRenderer(
        template: "default", theme: "horizon", in: AssetStore(), locale: try Self.labels().locale,
        names: SiteRecord.names, hasIndex: true, problems: &problems)
      try pages.stage(try #require(renderer), in: staging, among: names)
      try staging.commit()
      var times: [String: Date] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: site.path) {
        let about = try FileManager.default.attributesOfItem(atPath: site.path + "/" + name)
        times[name] = about[.modificationDate] as? Date
      }
      return times
    }
    let before = try stage(Self.fleet(1_000))
    let lost = "index~team1001.html"
    try FileManager.default.removeItem(atPath: site.path + "/" + lost)
    let after = try stage(Self.fleet(1_000, changed: 1))
    #expect(after.keys.contains(lost), "a lost page is made again")
    let changed = Set(after.keys.filter { after[$0] != before[$0] })
    #expect(changed == ["index.html", lost, "index~team1000.html"])
    // With other names, pages that nothing leads to are removed.
    let files = try stage(Self.fleet(400)).keys.filter(IndexPages.Page.isFile)
    #expect(files.count < before.count)
    #expect(Set(files) == Set(try Self.fleet(400).pages.map(\.file)).subtracting(["index.html"]))
  }
}
