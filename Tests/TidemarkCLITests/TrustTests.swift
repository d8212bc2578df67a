import Foundation
import Testing

@testable import TidemarkCLI

/// Limits of what the files of a checked-out repository can do.
@Suite struct TrustTests {
  private func link(_ path: String, to destination: String, in session: Session) throws {
    try FileManager.default.createSymbolicLink(
      atPath: session.path(path), withDestinationPath: destination)
  }

  @Test(arguments: [
    "/tmp/tidemark-never.html", "../never.html", "a/../../never.html", "away/never.html", "nowhere",
  ])
  func aSettingsFileNamesNoPathOutsideItsFolder(path: String) throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      try link("away", to: "/tmp", in: session)
      try link("nowhere", to: "/tmp/tidemark-not-there", in: session)
      for key in ["output", "theme", "template", "baseline", "site"] where path.contains("/") {
        try session.write(#"{"\#(key)": "\#(path)"}"#, to: "tidemark.json")
        let outcome = try session.run("render", dataset)
        #expect(outcome.status == 2)
        #expect(outcome.said.contains("tidemark.json:1:"))
        #expect(outcome.said.contains("[path-outside]"), "\(key): \(outcome.said)")
      }
      try session.write(#"{"output": "\#(path)"}"#, to: "tidemark.json")
      #expect(try session.run("render", dataset).said.contains("[path-outside]"))
      #expect(!FileManager.default.fileExists(atPath: "/tmp/tidemark-never.html"))
    }
  }

  @Test func settingsInForceAreNamedOnce() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      try session.write(
        #"{"locale": "de", "theme": "plain", "timeZone": "UTC"}"#, to: "tidemark.json")
      let words = ["render", dataset, "--to", "text", "--locale", "fr"]
      let outcome = try session.run(words)
      #expect(outcome.said.contains("settings in force: theme 'plain', timeZone"))
      #expect(!outcome.said.contains("locale"))
      #expect(try session.run(words + ["--quiet"]).said.isEmpty)
    }
  }

  @Test func aSettingsFileNeitherSilencesARunNorShowsSecrets() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      try session.write(
        #"{"quiet": true, "redact": false, "timeZone": "UTC"}"#, to: "tidemark.json")
      let words = ["render", dataset, "--to", "text"]
      let said = try session.run(words).said
      #expect(said.contains("'quiet' is not taken from a file"))
      #expect(said.contains("'redact' is not turned off by a file"))
      #expect(said.contains("settings in force: timeZone"))
      for value in ["true", "1"] {
        session.environment = ["TIDEMARK_QUIET": value]
        #expect(try session.run(words).said.isEmpty)
        #expect(try session.run(words + ["-v"]).said.contains("[input-read]"))
        #expect(try session.run(words + ["-v", "-q"]).said.isEmpty)
      }
    }
  }

  /// Each setting that a file may have is named in SECURITY.md, or is harmless.
  @Test func everySettingOfAFileIsWeighed() throws {
    let harmless: Set = [
      "ascii", "baselineOptional", "budget", "calendarWindow", "category", "color", "columns",
      "detailsLimit", "everythingInline", "goModule", "groupBeyond", "inputFormat", "locale",
      "mailInputFormat",
      "mailSendLimit", "mailStableSubject", "milestones", "now", "project", "sort", "staleAfter",
      "timeZone", "to", "verbose", "width",
    ]
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "SECURITY.md"), encoding: .utf8)
    let part = try #require(page.components(separatedBy: "## What a settings file can do").last)
    let table = part.components(separatedBy: "\n## ")[0]
    for option in Program.commands.flatMap(\.options) where option.isSetting {
      #expect(
        harmless.contains(option.key) != table.contains("`\(option.key)`"), "\(option.key)")
    }
  }

  @Test func noSettingsReadsNoSettingsFile() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      try session.write("{ broken", to: "tidemark.json")
      let outcome = try session.run("render", dataset, "--to", "text", "--no-settings")
      #expect(outcome.status == 0)
      #expect(outcome.said.isEmpty)
    }
  }

  @Test func aSettingsFileAddsNoRecipientToThoseOfTheCommandLine() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      try session.write(
        #"{"mailTo": "all@example.org", "mailCc": "spy@example.org", "mailReplyTo": "spy@example.org"}"#,
        to: "tidemark.json")
      let words = ["mail", dataset, "--from", "n@example.org", "--text-only"]
      let message = ["mail", dataset, "--from", "n@example.org"]
      #expect(try session.run(words).status == 0)
      #expect(try session.run(message).output.contains("Cc: spy@example.org"))
      let given = try session.run(message + ["--to", "team@example.org"])
      #expect(given.status == 0)
      #expect(given.output.contains("To: team@example.org"))
      #expect(!given.output.contains("spy@example.org"))
      #expect(given.said.contains("'mailCc' is not used, because '--to' is given"))
    }
  }

  @Test func aLinkOutOfATemplateOrThemeIsRefused() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      try session.write("secret words\n", to: "secret.txt")
      for (folder, file, option) in [
        ("mine", "report.md", "--template"), ("look", "page.css", "--theme"),
      ] {
        try FileManager.default.createDirectory(
          atPath: session.path(folder), withIntermediateDirectories: true)
        try link(folder + "/" + file, to: session.path("secret.txt"), in: session)
        let outcome = try session.run("render", dataset, option, session.path(folder) + "/")
        #expect(outcome.status == 2)
        #expect(outcome.said.contains("[link-outside]"))
        #expect(!outcome.output.contains("secret words"))
      }
    }
  }

  @Test func anUnknownSettingNamedLikeAnOptionGetsItsKey() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      try session.write(#"{"from": "n@example.org", "timzone": "UTC"}"#, to: "tidemark.json")
      let outcome = try session.run("render", dataset, "--to", "text")
      #expect(outcome.said.contains("did you mean 'inputFormat' or 'mailFrom'?"))
      #expect(outcome.said.contains("did you mean 'timeZone'?"))
    }
  }
}
