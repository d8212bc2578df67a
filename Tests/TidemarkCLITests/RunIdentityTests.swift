import Foundation
import Testing

@testable import TidemarkCLI

/// The identity of runs, while the clock advances between commands.
@Suite struct RunIdentityTests {
  private let who = ["--from", "n@example.org", "--to", "team@example.org", "--text-only"]
  private static let undated = #"""
    {"version": 1, "title": "Night 17", "run": {"status": "completed"},
     "messages": [{"urgency": "error", "title": "Broken"}]}
    """#

  private func runs(_ session: Session) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: session.path("site/core/runs")).sorted()
  }

  private func site(_ session: Session) -> [String] {
    ["--site", session.path("site"), "--project", "core"]
  }

  /// The runs that a text links to.
  private func linked(_ text: String) -> Set<String> {
    Set(text.matches(of: /example\.org\/r\/core\/runs\/([^\/]+)\//).map { String($0.1) })
  }

  /// A minute, an hour, over midnight, and nearly a day.
  @Test(arguments: [60, 3_600, 10_800, 75_000])
  func aMailLinksToTheRunThatWasPublishedBefore(jump: Int64) throws {
    for inputs in [["--missing", "no disk"], ["night.json"]] {
      try Session.open { session in
        // 22:30 in UTC; an hour later no midnight has passed, three hours later one has.
        session.clock = 1_795_127_400
        try session.write(Self.undated, to: "night.json")
        let words = inputs.map { $0 == "night.json" ? session.path($0) : $0 }
        let published = try session.run(
          ["publish"] + words + site(session) + ["--base-url", "https://example.org/r"])
        #expect(published.status == 0)
        session.clock += jump
        let mail = try session.run(["mail"] + words + site(session) + who)
        #expect(mail.status == 0)
        #expect(try linked(mail.output) == Set(runs(session)))
        #expect(try runs(session).count == 1)
        #expect(mail.output.contains("22:30"))
      }
    }
  }

  @Test func aMailMadeBeforePublishingLinksToThePageOfTheProject() throws {
    try Session.open { session in
      let path = try session.write(Self.undated, to: "night.json")
      let missing = ["--missing", "no disk", "--base-url", "https://example.org/r"]
      let publish = ["publish"] + missing + site(session)
      #expect(try session.run(publish).status == 0)
      session.clock += 86_400
      let mail = try session.run(["mail", path] + site(session) + who)
      #expect(linked(mail.output).isEmpty)
      #expect(mail.output.contains("https://example.org/r/core/index.html"))
      #expect(mail.said.contains("[no-run]"))
      // `--now` gives every command the same time, so the name is known.
      let told = ["--now", "2026-11-25T03:12:00Z"]
      let certain = try session.run(["mail", path] + site(session) + who + told)
      #expect(linked(certain.output) == ["2026-11-25-0312"])
    }
  }

  @Test func aReportWithoutATimeIsANewRunOnTheNextDay() throws {
    try Session.open { session in
      let path = try session.write(Self.undated, to: "night.json")
      for jump: Int64 in [0, 600, 86_400, 86_400] {
        session.clock += jump
        #expect(try session.run(["publish", path] + site(session)).status == 0)
      }
      #expect(try runs(session).count == 3)
    }
  }

  @Test func aDatedReportIsFoundUnderTheNameOfItsRun() throws {
    try Session.open { session in
      let path = try session.write(smallDataset, to: "night.json")
      let base = ["--base-url", "https://example.org/r"]
      #expect(try session.run(["publish", path, "--run", "17"] + site(session) + base).status == 0)
      session.clock += 864_000
      let mail = try session.run(["mail", path] + site(session) + who)
      #expect(linked(mail.output) == ["17"])
      #expect(try session.run(["publish", path] + site(session)).said.contains("[run-exists]"))
      #expect(try runs(session) == ["17"])
    }
  }

  @Test func aMailOfAMissingRunHasTheListAndThreadOfItsProject() throws {
    try Session.open { session in
      let path = try session.write(Self.undated, to: "night.json")
      #expect(try session.run(["publish", path] + site(session)).status == 0)
      session.clock += 86_400
      let who = ["--from", "n@example.org", "--to", "team@example.org", "--attach", "none"]
      let report = try session.run(["mail", path] + site(session) + who)
      let missing = try session.run(["mail", "--missing", "no disk"] + site(session) + who)
      func field(_ name: String, _ mail: Session.Outcome) -> String? {
        mail.output.components(separatedBy: "\r\n").first { $0.hasPrefix(name + ": ") }
      }
      for name in ["List-Id", "In-Reply-To"] {
        #expect(field(name, missing) != nil && field(name, missing) == field(name, report))
      }
      #expect(
        field("Subject", missing) == "Subject: core: no report, the last had errors on 20 Nov")
      #expect(missing.output.contains("no disk") && missing.output.contains("Last report: 20 Nov"))
      #expect(!missing.said.contains("first-run"))
      session.clock += 60
      let first = try session.run(
        ["mail", "--missing", "x", "--site", session.path("site"), "--project", "docs"] + who)
      #expect(first.said.contains("[first-run]"))
    }
  }

  @Test func theProjectOptionOverridesTheDatasetsInEveryCommand() throws {
    try Session.open { session in
      let path = try session.write(
        #"{"version": 1, "project": "other", "messages": []}"#, to: "night.json")
      let who = [
        "--from", "n@example.org", "--to", "team@example.org", "--project", "core", "--thread",
        "project",
      ]
      let alone = try session.run(["mail", path] + who)
      let based = try session.run(["mail", path, "--base-url", "https://example.org/r"] + who)
      let missing = try session.run(["mail", "--missing", "x"] + who)
      let lines = [alone, based, missing].map { outcome in
        outcome.output.components(separatedBy: "\r\n")
          .filter { $0.hasPrefix("List-Id: ") || $0.hasPrefix("In-Reply-To: ") }
      }
      #expect(lines[0].contains("List-Id: core <core.example.org>"))
      #expect(lines[0].count == 2 && Set(lines).count == 1)
      let json = try session.run("render", path, "--to", "json", "--project", "core")
      #expect(json.output.contains(#""project": "core""#))
    }
  }

  @Test func theEndOfTheRunIsTheTimeOfAReportWithoutNow() throws {
    try Session.open { session in
      let path = try session.write(
        #"""
        {"version": 1, "messages": [],
         "run": {"status": "completed", "finished": "2026-11-20T03:09:00+01:00"}}
        """#, to: "night.json")
      func twice(_ words: [String]) throws -> Set<String> {
        var outputs: Set<String> = []
        for _ in 1...2 {
          let outcome = try session.run(words)
          #expect(outcome.status == 0)
          outputs.insert(outcome.output)
          session.clock += 3_600
        }
        return outputs
      }
      let page = try twice(["render", path])
      #expect(page.count == 1 && page.first?.contains("20 Nov 2026, 02:09") == true)
      #expect(try twice(["render", path, "--to", "text"]).count == 1)
      #expect(try twice(["mail", path] + who).count == 1)
    }
  }
  @Test func reportsWithoutAnEndAreRunsNamedByTheirStart() throws {
    try Session.open { session in
      let paths = try ["2026-11-19", "2026-11-20"].map { day in
        try session.write(
          "<testsuite name='s' timestamp='\(day)T03:12:00Z'><testcase name='a'/></testsuite>",
          to: "\(day).xml")
      }
      #expect(try session.run(["publish"] + paths + ["--each"] + site(session)).status == 0)
      #expect(try runs(session) == ["2026-11-19-0312", "2026-11-20-0312"])
      let text = try session.run(["render", paths[0], "--to", "text"]).output
      #expect(text.contains("19 Nov 2026, 03:12"))
      #expect(!text.contains("Duration"))
    }
  }

  @Test func theLastEndOfSeveralReportsIsUnknownIfOneThatBeganLaterHasNone() throws {
    try Session.open { session in
      func write(_ name: String, _ attributes: String) throws -> String {
        try session.write(
          "<testsuite name='s' \(attributes)><testcase name='a'/></testsuite>", to: name)
      }
      let first = try write("a.xml", "timestamp='2026-11-20T03:00:00Z' time='60'")
      let later = try write("b.xml", "timestamp='2026-11-20T03:20:00Z'")
      #expect(try session.run(["render", first, "--to", "text"]).output.contains("Duration"))
      #expect(
        try !session.run(["render", first, later, "--to", "text"]).output.contains("Duration"))
    }
  }
}
