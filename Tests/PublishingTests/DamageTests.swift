import Composing
import Diagnostics
import Files
import Foundation
import Model
import Testing
import Text

@testable import Publishing

/// Publishing to a site with damaged files.
@Suite struct DamageTests {
  private func site() throws -> TestSite {
    let site = try TestSite()
    for day in 1...4 { try site.publish(day, day % 2 == 0 ? ["a"] : ["a", "b"]) }
    return site
  }

  private func spoil(_ file: String, of site: TestSite) {
    #expect(
      FileManager.default.createFile(
        atPath: site.path + "/core/" + file, contents: Data([0x1F, 0x8B, 7])))
  }

  @Test(arguments: ["history/2026-09.json.gz", "history/project.json"])
  func publishingRestoresDerivedFiles(file: String) throws {
    let whole = try site()
    try whole.publish(5, ["c"])
    let spoiled = try site()
    spoil(file, of: spoiled)
    try spoiled.publish(5, ["c"])
    #expect(try spoiled.files() == whole.files())
  }

  @Test func aDamagedRunIsSkippedReportedAndKept() throws {
    let site = try site()
    spoil("runs/2026-09-02-0300/run.json", of: site)
    spoil("history/2026-09.json.gz", of: site)
    let outcome = try site.publish(5, ["c"])
    #expect(outcome.problems.map(\.id) == ["damaged-run"])
    #expect(outcome.problems.first?.summary.contains("2026-09-02-0300") == true)
    #expect(try site.history().all.count == 4)
    #expect(try Folder.names(in: site.path + "/core/runs/2026-09-02-0300").count == 4)
  }

  @Test func publishingADamagedRunAgainRepairsIt() throws {
    let whole = try site()
    let spoiled = try site()
    spoil("runs/2026-09-04-0300/data.json.gz", of: spoiled)
    let outcome = try spoiled.publish(4, ["a"])
    #expect(outcome.isNew)
    #expect(try spoiled.files() == whole.files())
  }

  @Test func aDamagedBaselineIsSkipped() throws {
    let site = try site()
    spoil("runs/2026-09-04-0300/data.json.gz", of: site)
    let outcome = try site.publish(5, ["a", "b", "c"])
    #expect(outcome.problems.map(\.id) == ["damaged-run"])
    #expect(outcome.report?.comparison?.new == 1)
  }
}

/// The memory of a site, for mails and summaries.
@Suite struct SiteMemoryTests {
  private static let dataset = {
    var dataset = Dataset()
    dataset.messages = ["a", "b"].map { Message(urgency: .warning, title: $0) }
    return dataset
  }()

  private func memory(
    _ site: TestSite, day: Int, folder: String? = nil, baseURL: String? = nil
  ) throws -> SiteMemory {
    try SiteMemory(
      of: Self.dataset, site: folder ?? site.path, project: "core", run: nil, baseURL: baseURL,
      context: try site.context(day))
  }

  @Test func memoryIsTheSameBeforeAndAfterPublishing() throws {
    let site = try TestSite()
    try site.publish(1, ["a"])
    let before = try memory(site, day: 2)
    try site.publish(2, ["a", "b"])
    let after = try memory(site, day: 2)
    for memory in [before, after] {
      #expect(memory.baseline?.messages.map(\.title) == ["a"])
      #expect(memory.recall?.histories.map(\.runs).sorted() == [1, 2])
      #expect(memory.problems.isEmpty)
    }
  }

  @Test func addressIsThatOfTheRunOnceTheSitesIsKnown() throws {
    let site = try TestSite()
    var options = PublishOptions()
    options.baseURL = "https://example.org/r/"
    try site.publish(1, ["a"])
    #expect(try memory(site, day: 2).address == nil)
    try site.publish(2, ["a"], options: options)
    try site.publish(3, ["a"])
    let address = "/core/runs/2026-09-04-0300/index.html"
    #expect(try memory(site, day: 4).address == "https://example.org/r" + address)
    let elsewhere = try memory(site, day: 4, baseURL: "https://x.example/")
    #expect(elsewhere.address == "https://x.example" + address)
  }

  @Test func aMissingBaselineIsReported() throws {
    let site = try TestSite()
    #expect(try memory(site, day: 1).problems.map(\.id) == ["first-run"])
    let nowhere = try memory(site, day: 1, folder: site.path + "/nowhere")
    #expect(nowhere.problems.map(\.id) == ["no-site"])
  }

  @Test func changesNothing() throws {
    let site = try TestSite()
    try site.publish(1, ["a"])
    #expect(
      FileManager.default.createFile(
        atPath: site.path + "/core/history/unfinished", contents: Data()))
    let before = try site.files()
    _ = try memory(site, day: 2)
    #expect(try site.files() == before)
  }

  @Test func sortingByChangeTakesAFirstRunAsNew() throws {
    var context = try TestSite().context(1)
    context.settings.sort = ["change:desc"]
    context.compare(Self.dataset, with: nil)
    #expect(Composer().compose(Self.dataset, in: context).0?.comparison?.new == 2)
    context.settings.sort = nil
    context.compare(Self.dataset, with: nil)
    #expect(Composer().compose(Self.dataset, in: context).0?.comparison == nil)
  }
}
