import Diagnostics
import Foundation
import Model
import Rendering
import Testing

@testable import Publishing

/// The style and the script that the pages of a project share.
@Suite struct AssetLinksTests {
  private static let digest = String(repeating: "0123456789abcdef", count: 2)

  private func publish(
    _ day: Int, theme: String = "horizon", titles: [String] = ["a"], keep: Int? = nil,
    id: String? = nil, in site: TestSite
  ) throws {
    var options = PublishOptions()
    options.keep = keep
    var publisher = site.publisher("core", options)
    publisher.theme = theme
    var dataset = Dataset()
    dataset.run = Dataset.Run(status: .completed)
    dataset.messages = titles.map { Message(urgency: .warning, title: $0) }
    _ = try publisher.publish(dataset, id: id, context: try site.context(day))
  }

  /// The names of the files in the folder.
  private func assets(_ site: TestSite) -> Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: site.path + "/core/assets")) ?? [])
  }

  private func names(in page: String, of site: TestSite) throws -> Set<String> {
    AssetLinks.names(in: Array(try site.text(page).utf8))
  }

  private func run(_ day: Int) -> String { "runs/2026-09-0\(day)-0300/index.html" }

  // MARK: Links

  @Test func onlyAddressesInTagsAreLinks() {
    let name = Self.digest + ".css"
    let link = "<link rel=\"stylesheet\" href=\"../../assets/\(name)\">"
    for other in [
      "<p>\"../../assets/\(name)\"</p>", "<p title=\"assets/\(name)\">",
      "<p>a > \"assets/\(name)\"",
      "<link href=\"https://example.org/assets/\(name)\">", "<link href=\"assets/x\(name)\">",
      "<link href=\"assets/\(name.uppercased())\">", "<link href=\"assets/\(Self.digest).txt\">",
      "<link href=\"assets/",
    ] {
      let isLink = other.hasPrefix("<p title")
      #expect(AssetLinks.names(in: Array(other.utf8)) == (isLink ? [name] : []), "\(other)")
      let page = Array((other + link).utf8)
      let inner = String(decoding: AssetLinks.inProjectFolder(page), as: UTF8.self)
      #expect(inner == other + "<link rel=\"stylesheet\" href=\"assets/\(name)\">")
    }
  }

  // MARK: Publishing

  @Test func allRunsLinkTheSameFiles() throws {
    let site = try TestSite()
    for day in 1...3 { try publish(day, titles: (0...day).map { "title \($0)" }, in: site) }
    let assets = assets(site)
    #expect(assets.map { $0.suffix(3) }.sorted() == [".js", "css"])
    for page in [run(1), run(2), run(3), "index.html"] {
      #expect(try names(in: page, of: site) == assets)
      let text = try site.text(page)
      #expect(!text.contains("<style") && !text.contains("<script>"))
      let folder = page == "index.html" ? "assets/" : "../../assets/"
      for name in assets { #expect(text.contains("\"\(folder)\(name)\"")) }
    }
  }

  /// A policy in a page applies to what follows it.
  @Test func theLinksAreBeforeThePolicy() throws {
    let site = try TestSite()
    try publish(1, in: site)
    let text = try site.text(run(1))
    let policy = try #require(text.range(of: "Content-Security-Policy"))
    for name in assets(site) {
      #expect(try #require(text.range(of: name)).upperBound < policy.lowerBound)
    }
    #expect(!text.contains("'self'") && !text.contains("integrity"))
  }

  @Test func filesStayUntilTheLastPageThatLinksThemGoes() throws {
    let site = try TestSite()
    for day in 1...2 { try publish(day, theme: "plain", in: site) }
    let old = assets(site)
    for day in 3...4 {
      try publish(day, keep: 3, in: site)
      let present = assets(site)
      #expect(present.isSuperset(of: try names(in: run(day), of: site)))
      // The pages of two themes have the same script.
      #expect(present.isSuperset(of: old) && present.count == 3)
    }
    try publish(5, keep: 3, in: site)
    #expect(assets(site) == (try names(in: run(5), of: site)))
  }

  @Test func aReplacedRunReleasesItsFiles() throws {
    let site = try TestSite()
    try publish(1, theme: "plain", in: site)
    try publish(1, titles: ["b"], id: "2026-09-01-0300", in: site)
    #expect(assets(site) == (try names(in: "index.html", of: site)))
    #expect(assets(site).count == 2)
  }

  @Test func aComparisonKeepsItsFiles() throws {
    let site = try TestSite()
    for day in 1...3 { try publish(day, in: site) }
    var publisher = site.publisher()
    publisher.theme = "plain"
    _ = try publisher.compare("2026-09-02-0300", with: "2026-09-03-0300", try site.context(3))
    let page = "compare/2026-09-02-0300~2026-09-03-0300.html"
    #expect(assets(site).count == 3)
    #expect(try site.text(page).contains("\"../assets/"))
    for day in 4...5 {
      try publish(day, keep: 3, in: site)
      let isKept = day == 4
      #expect(assets(site).count == (isKept ? 3 : 2))
      if isKept { #expect(assets(site).isSuperset(of: try names(in: page, of: site))) }
    }
  }

  @Test func pagesOfOwnShellsContainStyleAndScript() throws {
    let site = try TestSite()
    try publish(1, in: site)
    let before = assets(site)
    let path = "Templates/default/page/shell.html"
    let shell = try #require(AssetStore().file(path)).text
    let own = shell.split(separator: "\n").filter { !$0.contains("Address") }
      .joined(separator: "\n")
    let layer = AssetStore.Layer(["page/shell.html": own], inTemplate: "default")
    var publisher = site.publisher()
    publisher.store = AssetStore(over: [layer])
    var dataset = Dataset()
    dataset.messages = [Message(urgency: .error, title: "b")]
    _ = try publisher.publish(dataset, id: nil, context: try site.context(2))
    #expect(try site.text(run(2)).contains("<style>"))
    #expect(try names(in: run(2), of: site).isEmpty)
    #expect(assets(site) == before)
  }

  // MARK: Damage

  @Test func aRebuildRemovesUnusedFilesAndLeavesOthers() throws {
    let site = try TestSite()
    for day in 1...2 { try publish(day, in: site) }
    let before = try site.files()
    for name in [Self.digest + ".css", Self.digest + ".js", "notes.txt"] {
      try Data("a".utf8).write(to: URL(filePath: site.path + "/core/assets/" + name))
    }
    _ = try site.publisher().rebuild(try site.context(2))
    var after = try site.files()
    #expect(after.removeValue(forKey: "core/assets/notes.txt") != nil)
    #expect(after == before)
  }

  @Test func aRunWithALostFileIsRenderedAgain() throws {
    let site = try TestSite()
    for day in 1...2 { try publish(day, in: site) }
    let before = try site.files()
    let style = try #require(assets(site).first { $0.hasSuffix(".css") })
    try FileManager.default.removeItem(atPath: site.path + "/core/assets/" + style)
    let problems = try site.publisher().rebuild(try site.context(2))
    #expect(Set(problems.map(\.id)) == ["mended-run"])
    #expect(try site.files() == before)
  }

  @Test func aDamagedFileIsWrittenAgainByTheNextRun() throws {
    let (site, whole) = (try TestSite(), try TestSite())
    for site in [site, whole] { try publish(1, in: site) }
    let style = try #require(assets(site).first)
    try Data("a".utf8).write(to: URL(filePath: site.path + "/core/assets/" + style))
    for site in [site, whole] { try publish(2, in: site) }
    #expect(try site.files() == whole.files())
  }
}
