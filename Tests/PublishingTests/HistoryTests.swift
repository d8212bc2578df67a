import Composing
import Diagnostics
import Files
import Foundation
import Model
import TestSupport
import Testing
import Text

@testable import Publishing

/// The history of a project.
@Suite struct HistoryTests {
  @Test func publishingTheSameRunAgainChangesNothing() throws {
    let site = try TestSite()
    try site.publish(1, ["a"])
    try site.publish(2, ["a", "b"])
    let before = try site.files()
    let outcome = try site.publish(2, ["a", "b"])
    #expect(!outcome.isNew)
    #expect(outcome.report?.comparison?.new == 1)
    #expect(try site.files() == before)
  }

  @Test func aLateRunIsInsertedByItsTime() throws {
    let late = try TestSite()
    let problems = try [1, 3, 2].map { day in
      try late.publish(day, day == 2 ? ["b"] : ["a"]).problems.map(\.id)
    }
    #expect(problems == [[], [], ["late-run"]])
    let history = try late.history()
    #expect(history.all.map(\.id) == (1...3).map { "2026-09-0\($0)-0300" })
    #expect(
      try late.text("runs/2026-09-02-0300/index.html").contains("../2026-09-03-0300/index.html"))
    #expect(
      try late.text("runs/2026-09-01-0300/index.html").contains("../2026-09-02-0300/index.html"))
    #expect(
      try late.text("runs/2026-09-03-0300/index.html").contains("../2026-09-02-0300/index.html"))
    let inOrder = try TestSite()
    for day in [1, 2, 3] { try inOrder.publish(day, day == 2 ? ["b"] : ["a"]) }
    #expect(history.tracker(at: history.latest).count == 3)
    #expect(
      history.tracker(at: history.latest).bytes
        == (try inOrder.history()).tracker(at: try inOrder.history().latest).bytes)
  }

  @Test func comparesWithTheRunBefore() throws {
    let site = try TestSite()
    #expect(try site.publish(1, ["a"]).report?.comparison == nil)
    let report = try #require(try site.publish(2, ["a", "b"]).report)
    #expect(report.comparison?.new == 1)
    #expect(report.comparison?.still == 1)
    #expect(try site.publish(3, ["b"]).report?.comparison?.fixed == 1)
  }

  @Test func comparesWithTheLastCompletedRun() throws {
    let site = try TestSite()
    try site.publish(1, ["a", "b"])
    try site.publish(2, [], status: .failed)
    let report = try #require(try site.publish(3, ["a", "b"]).report)
    #expect(report.comparison?.new == 0)
    #expect(report.comparison?.still == 2)
  }

  @Test func expiredRunsAreRemovedAndKeptOnesLinked() throws {
    let site = try TestSite()
    var options = PublishOptions()
    options.keep = 2
    for day in 1...4 { try site.publish(day, ["a"], options: options) }
    let history = try site.history()
    #expect(history.all.map(\.id) == ["2026-09-03-0300", "2026-09-04-0300"])
    for (name, data) in try site.files() where name.hasSuffix(".html") {
      #expect(!String(decoding: data, as: UTF8.self).contains("2026-09-02-0300"), "in \(name)")
    }
    #expect(try Folder.names(in: site.path + "/core/runs").count == 2)
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func pruningReadsOnlyTheMonthsOfExpiredRuns() throws {
    let site = try TestSite()
    var options = PublishOptions()
    options.keep = 110
    // In September those whose strips show the one that expires, two a month until November, then more
    // than the ninety that the trend reads.
    for day in Array(1...14) + [32, 46, 63, 76] + Array(92...183) {
      try site.publish(day, ["a"])
    }
    // If it were read, its damage would be found and it would be restored.
    let months = try site.history().index.months.map(\.name)
    let untouched = site.path + "/core/history/\(months[2]).json.gz"
    #expect(FileManager.default.createFile(atPath: untouched, contents: Data([1])))
    try site.publish(184, ["a"], options: options)
    #expect(FileManager.default.contents(atPath: untouched) == Data([1]))
    #expect(try Folder.names(in: site.path + "/core/runs").count == 110)
  }

  @Test func aLateRunKeepsTheProjectsTitle() throws {
    let site = try TestSite()
    try site.publish(2, ["a"], title: "Now")
    try site.publish(1, ["a"], title: "Then")
    #expect(try site.history().index.title == "Now")
    try site.publish(3, ["a"], title: "Later")
    #expect(try site.history().index.title == "Later")
  }

  @Test func aPartOfARunDoesNotRenameTheProject() throws {
    let site = try TestSite()
    func publish(_ day: Int, _ title: String?, tools: [String]) throws -> String {
      var dataset = Dataset()
      dataset.title = title
      dataset.run = Dataset.Run(status: .completed)
      dataset.scope = RunScope([RunScope.Part(kind: .finding, categories: tools)])
      _ = try site.publisher().publish(dataset, id: nil, context: try site.context(day))
      return try site.history().title
    }
    #expect(try publish(1, nil, tools: ["sarif:Ruff", "eslint:ESLint"]) == "core")
    #expect(try publish(2, "ESLint", tools: ["eslint:ESLint"]) == "core")
    #expect(try publish(3, "Checks", tools: ["sarif:Ruff", "eslint:ESLint"]) == "Checks")
    try site.publish(4, [], status: .failed, title: "Half of it")
    #expect(try site.history().title == "Checks")
    // Neither does a lost list of the project's months.
    try FileManager.default.removeItem(atPath: site.path + "/core/history/project.json")
    #expect(try site.history().title == "Checks")
  }

  @Test func anExpiredRunIsNotPublished() throws {
    let site = try TestSite()
    var options = PublishOptions()
    options.keepDays = 2
    try site.publish(9, ["a"], options: options)
    let before = try site.files()
    let outcome = try site.publish(1, ["a"], options: options)
    #expect(outcome.problems.map(\.id) == ["too-old"])
    #expect(try site.files() == before)
  }

  @Test func aMissingRunIsAnErrorAndAReportReplacesIt() throws {
    let site = try TestSite()
    try site.publish(1, [], status: .missing, id: "n1")
    #expect(try site.history().latest?.urgency == .error)
    try site.publish(1, ["a"], id: "n1")
    #expect(try site.history().latest?.status == .completed)
    let outcome = try site.publish(1, [], status: .missing, id: "n1")
    #expect(outcome.problems.map(\.id) == ["run-exists"])
    #expect(try site.history().latest?.status == .completed)
  }

  @Test func rebuildingRestoresTheHistoryFromTheRuns() throws {
    let site = try TestSite()
    for day in 1...5 { try site.publish(day, day % 2 == 0 ? ["a"] : ["a", "b"]) }
    let before = try site.files()
    for name in [
      "history/project.json", "history/2026-09.json.gz", "runs/2026-09-04-0300/seen.json.gz",
    ] {
      try FileManager.default.removeItem(atPath: site.path + "/core/" + name)
    }
    try site.publish(5, ["a", "b"])
    #expect(try site.files() == before)
  }

  @Test func anInterruptedRunCanBePublishedAgain() throws {
    let site = try TestSite()
    try site.publish(1, ["a"])
    let left = site.path + "/core/runs/2026-09-02-0300"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    for name in [left + "/.tidemark-1.tmp", site.path + "/core/history/unfinished"] {
      #expect(FileManager.default.createFile(atPath: name, contents: Data([1])))
    }
    try site.publish(2, ["a"])
    #expect(
      try Folder.names(in: left) == ["data.json.gz", "index.html", "run.json", "seen.json.gz"])
  }

  @Test func temporaryFilesAreRemoved() throws {
    let site = try TestSite()
    try site.publish(1, ["a"])
    let before = try site.files()
    let left = site.path + "/core/runs/2026-09-02-0300"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    for name in [left + "/data.json.gz", site.path + "/core/.tidemark-1.tmp"] {
      #expect(FileManager.default.createFile(atPath: name, contents: Data([1])))
    }
    #expect(
      FileManager.default.createFile(
        atPath: site.path + "/core/history/unfinished", contents: Data()))
    try site.publish(1, ["a"])
    #expect(try site.files() == before)
  }
}
