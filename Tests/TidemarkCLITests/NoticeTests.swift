import Foundation
import Testing

@testable import TidemarkCLI

/// What a call says of options that change nothing, or something else than is meant.
@Suite struct NoticeTests {
  private static let report =
    "<testsuite name=\"s\"><testcase name=\"t\"><failure message=\"pw hunter22\"/></testcase></testsuite>"

  private func render(
    _ options: String..., environment: [String: String] = [:]
  ) throws -> Session.Outcome {
    try Session.open { session in
      session.environment = environment
      try session.write(Self.report, to: "t.xml")
      return try session.run(
        ["render", session.path("t.xml"), "--to", "text", "--now", "2026-11-20T03:12:00Z"] + options
      )
    }
  }

  @Test func aBuildServiceThatIsNotThereIsSaid() throws {
    for options in ["--ci", "--source-url=auto"] {
      let outside = try render(options)
      #expect(outside.status == 0)
      #expect(outside.said.contains("[no-build-service]"), "\(options)")
      let job = [
        "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_REPOSITORY": "o/r", "GITHUB_SHA": "abc",
      ]
      #expect(!(try render(options, environment: job)).said.contains("no-build-service"))
    }
    #expect(!(try render()).said.contains("no-build-service"))
  }

  @Test func aVariableThatIsNotSetHidesNothingAndThatIsSaid() throws {
    let found = try render("--redact-env=DB_PASWORD", environment: ["DB_PASSWORD": "hunter22"])
    #expect(found.status == 0)
    #expect(found.said.contains("note: '--redact-env DB_PASWORD' hides nothing"))
    #expect(found.said.contains("did you mean 'DB_PASSWORD'?"))
    #expect(!found.said.contains("hunter22"))
    let right = try render("--redact-env=DB_PASSWORD", environment: ["DB_PASSWORD": "hunter22"])
    #expect(right.output.contains("pw ‹redacted›") && !right.said.contains("unset-variable"))
  }

  @Test(arguments: [
    ("r.doc", true), ("r", false), ("r.html", false), ("r.md", false), ("r/", false),
  ])
  func aFileThatIsNamedAsNoTargetIsAWarning(name: String, isWarned: Bool) throws {
    try Session.open { session in
      try session.write(Self.report, to: "t.xml")
      let found = try session.run("render", session.path("t.xml"), "-o", session.path(name))
      #expect(found.status == 0)
      #expect(found.said.contains("[unknown-ending]") == isWarned)
      let named = try session.run(
        "render", session.path("t.xml"), "--to", "page", "-o", session.path(name))
      #expect(!named.said.contains("unknown-ending"))
    }
  }
}
