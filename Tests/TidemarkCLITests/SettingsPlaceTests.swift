import Foundation
import JSON
import Testing

@testable import TidemarkCLI

/// Which settings file counts, and what `tidemark settings` says of it.
@Suite struct SettingsPlaceTests {
  /// A repository with settings at its root, and a session in a folder of it.
  private func inRepository(
    _ body: (_ root: Session, _ below: inout Session) throws -> Void
  ) throws {
    try Session.open { session in
      for folder in ["repo/.git", "repo/a/b", "repo/Themes/mine", "bare/a"] {
        try FileManager.default.createDirectory(
          atPath: session.path(folder), withIntermediateDirectories: true)
      }
      try session.write("{}", to: "repo/Themes/mine/tokens.json")
      try session.write(#"{"timeZone": "Asia/Tokyo"}"#, to: "tidemark.json")
      let root = Session(folder: session.folder.appending(path: "repo"))
      try root.write(
        #"{"timeZone": "Europe/Paris", "output": "out.txt", "theme": "mine", "inputs": ["n.json"]}"#,
        to: "tidemark.json")
      try root.write(smallDataset, to: "n.json")
      var below = Session(folder: root.folder.appending(path: "a/b"))
      try body(root, &below)
    }
  }

  @Test func theFileAtTheRootOfTheRepositoryCountsInItsFolders() throws {
    try inRepository { root, below in
      let outcome = try below.run("render", "--to", "text")
      #expect(outcome.status == 0, "\(outcome.said)")
      #expect(outcome.said.contains("/../../tidemark.json: note: settings in force:"))
      // Its paths, and names of its own themes, are those beside it.
      #expect(root.read("out.txt")?.contains("CET") == true)
      let said = try below.run("settings").output
      #expect(said.contains("/../../Themes/mine"))
      #expect(said.contains("/../../n.json"))
    }
  }

  @Test func theNearestFileCountsAlone() throws {
    try inRepository { root, below in
      try below.write(#"{"locale": "de"}"#, to: "tidemark.json")
      let said = try below.run("settings").output
      #expect(said.contains("locale") && !said.contains("timeZone"))
    }
  }

  @Test func nothingAboveTheRepositoryOrOutsideOfOneIsRead() throws {
    try inRepository { root, below in
      try FileManager.default.removeItem(atPath: root.path("tidemark.json"))
      #expect(try below.run("settings").output.hasPrefix("Settings file: none"))
      let top = root.folder.deletingLastPathComponent()
      let bare = Session(folder: top.appending(path: "bare/a"))
      #expect(try bare.run("settings").output.hasPrefix("Settings file: none"))
    }
  }

  @Test func theHomeFolderIsNoRepository() throws {
    try inRepository { root, below in
      below.environment = ["HOME": root.folder.path]
      let outcome = try below.run("settings")
      #expect(outcome.output.hasPrefix("Settings file: none"))
    }
  }

  /// What lies above may be another user's doing: a link to a file of the user, or a folder or a
  /// file that anyone may write.
  @Test func nothingAboveCountsThatOthersCouldHaveMade() throws {
    let manager = FileManager.default
    func mode(_ mode: Int, _ path: String) throws {
      try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    try inRepository { root, below in
      let file = root.path("tidemark.json")
      for path in [root.folder.path, file] {
        try mode(0o777, path)
        let outcome = try below.run("settings")
        #expect(outcome.output.hasPrefix("Settings file: none"), "\(path)")
        #expect(outcome.said.contains("could have made or changed it [foreign-settings]"))
        try mode(0o755, path)
      }
      try mode(0o777, root.path("Themes/mine"))
      let themed = try below.run("render", "--to", "text", "-o", "-")
      #expect(themed.said.contains("--theme \(below.path("../../Themes/mine"))"), "\(themed.said)")
      try mode(0o755, root.path("Themes/mine"))
      try mode(0o775, root.folder.path)
      #expect(try below.run("settings").said.isEmpty)
      // Only the system can give a file away.
      if manager.isWritableFile(atPath: "/") {
        let own = root.folder.path
        for (path, key) in [
          (root.path(".git"), FileAttributeKey.ownerAccountID), (own, .groupOwnerAccountID),
        ] {
          try manager.setAttributes([key: 65_534], ofItemAtPath: path)
          #expect(try below.run("settings").output.hasPrefix("Settings file: none"), "\(path)")
          try manager.setAttributes([key: 0], ofItemAtPath: path)
        }
      }
      try mode(0o755, root.folder.path)
      try manager.moveItem(atPath: file, toPath: root.path("mine.json"))
      try manager.createSymbolicLink(atPath: file, withDestinationPath: root.path("mine.json"))
      #expect(try below.run("settings").output.hasPrefix("Settings file: none"))
      #expect(try below.run("settings", "--config", file).said.isEmpty)
    }
  }

  @Test func knownIssuesAboveCountUnlessOthersCouldHaveMadeThem() throws {
    try inRepository { root, below in
      let known = try root.write(
        #"{"version": 1, "known": [{"title": "Broken", "reason": "seen"}]}"#, to: "known.json")
      let words = ["render", "--to", "text", "-o", "-"]
      #expect(try below.run(words).said.contains("known.json"))
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: known)
      let outcome = try below.run(words)
      #expect(outcome.said.contains("--known \(below.path("../../known.json"))"), "\(outcome.said)")
      #expect(!outcome.output.contains("known"))
    }
  }

  @Test func linksOutOfTheCheckoutAreNotUsedUnlessTheyAreNamed() throws {
    let manager = FileManager.default
    try Session.open { session in
      for folder in ["repo/.git", "repo/a", "bare"] {
        try manager.createDirectory(
          atPath: session.path(folder), withIntermediateDirectories: true)
      }
      for (name, text) in [
        ("tidemark.json", #"{"secret": 1, "locale": "de"}"#),
        ("known.json", #"{"known": [{"rule": "Broken", "reason": "seen"}]}"#),
      ] {
        try session.write(text, to: name)
        try session.write(text, to: "repo/own-" + name)
        for folder in ["repo/a", "bare"] {
          let here = Session(folder: session.folder.appending(path: folder))
          try here.write(smallDataset, to: "n.json")
          try manager.createSymbolicLink(
            atPath: here.path(name), withDestinationPath: session.path(name))
          let outcome = try here.run("render", "n.json", "--to", "text", "-o", "-")
          #expect(outcome.said.contains("out of the checkout [linked-settings]"))
          #expect(!outcome.said.contains("secret") && !outcome.said.contains("in-force"))
          let option = name == "known.json" ? "--known" : "--config"
          let named = try here.run("render", "n.json", "--to", "text", "-o", "-", option, name)
          #expect(!named.said.contains("linked-settings"))
          if name == "known.json" {
            let added = try here.run("known", "add", "--accept-all", "n.json")
            #expect(added.status != 0 && added.said.contains("linked-settings"))
          }
          try manager.removeItem(atPath: here.path(name))
        }
        let inside = Session(folder: session.folder.appending(path: "repo/a"))
        try manager.createSymbolicLink(
          atPath: inside.path(name), withDestinationPath: session.path("repo/own-" + name))
        let outcome = try inside.run("render", "n.json", "--to", "text", "-o", "-")
        #expect(!outcome.said.contains("linked-settings") && outcome.said.contains("in force"))
        try manager.removeItem(atPath: inside.path(name))
      }
    }
  }

  @Test func aFileCanBeNamed() throws {
    try inRepository { root, below in
      let other = try root.write(#"{"locale": "fr"}"#, to: "other.json")
      let said = try below.run("settings", "--config", other).output
      #expect(said.contains("locale  fr  \(other):1:12"))
      #expect(!said.contains("timeZone"))
      below.environment = ["TIDEMARK_CONFIG": other]
      #expect(try below.run("settings").output.contains("locale  fr  \(other):1:12"))
      #expect(try below.run("settings", "--config", "").output.contains("Europe/Paris"))
      #expect(try below.run("settings", "--no-settings").output.contains("Settings file: none"))
      let none = try below.run("settings", "--config", root.path("no.json"))
      #expect(none.status == 2)
      #expect(none.said.contains("there is no settings file"))
      try root.write(#"{"config": "x.json"}"#, to: "other.json")
      #expect(try below.run("settings").said.contains("[setting-ignored]"))
    }
  }

  @Test func theSettingsInForceAreListedWithTheirPlaces() throws {
    try Session.open { session in
      session.environment = ["TIDEMARK_THEME": "plain", "TIDEMARK_FILTER": "owner=a;file=b"]
      try session.write(
        "{\n  \"locale\": \"de\", \"theme\": \"horizon\",\n  \"mailTo\": [\"a@x.org\", \"b@x.org\"]}",
        to: "tidemark.json")
      let outcome = try session.run("settings")
      #expect(outcome.status == 0 && outcome.said.isEmpty)
      let file = session.path("tidemark.json")
      #expect(
        outcome.output == """
          Settings file: \(file)

          filter  owner=a, file=b   TIDEMARK_FILTER
          locale  de                \(file):2:13
          mailTo  a@x.org, b@x.org  \(file):3:14
          theme   plain             TIDEMARK_THEME

          """)
      let (json, problems) = JSONValue.parse(try session.run("settings", "--json").output, file: "")
      #expect(problems.isEmpty)
      #expect(json?["settings"]?.elements.count == 4)
      #expect(json?["settings"]?.elements.last?["from"]?["variable"]?.string == "TIDEMARK_THEME")
    }
  }

  @Test func aWrongSettingIsSaidOnceAndIsWrongUsage() throws {
    try Session.open { session in
      try session.write(#"{"color": "pink", "nose": 1}"#, to: "tidemark.json")
      let outcome = try session.run("settings")
      #expect(outcome.status == 2)
      #expect(outcome.said.components(separatedBy: "[bad-value]").count == 2)
      #expect(outcome.said.components(separatedBy: "[unknown-key]").count == 2)
    }
  }

  @Test func aMisspelledSettingStopsACommandWithAGate() throws {
    try Session.open { session in
      let input = try session.write(smallDataset, to: "n.json")
      try session.write(#"{"failon": "error"}"#, to: "tidemark.json")
      let outcome = try session.run("render", input, "--to", "text")
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.said.contains("error: unknown setting 'failon'"))
      #expect(outcome.said.contains("did you mean 'failOn'?"))
      #expect(try session.run("render", input, "--to", "text", "--no-settings").status == 0)
    }
  }

  @Test(arguments: ["TIDEMARK_FAILON", "TIDEMARK_FAIL_NO", "TIDEMARK_STRICTT", "TIDEMARK_Theme"])
  func aMisspelledVariableIsAnError(name: String) throws {
    try Session.open { session in
      session.environment = [name: "error"]
      let outcome = try session.run(
        "render", try session.write(smallDataset, to: "n.json"), "--to", "text")
      #expect(outcome.status == 2)
      #expect(outcome.said.contains("error: unknown setting '\(name)' in the environment"))
    }
  }

  @Test(arguments: [
    "TIDEMARK_PORT", "TIDEMARK_SERVICE_HOST", "TIDEMARK_REVISION", "TIDEMARK_SWIFT",
    "TIDEMARK_SHOTS", "TIDEMARK_VERSION", "TIDEMARK_HOME", "TIDEMARK_COMMIT",
  ])
  func aVariableOfAnotherProgramIsAWarning(name: String) throws {
    try Session.open { session in
      session.environment = [name: "x"]
      let outcome = try session.run(
        "render", try session.write(smallDataset, to: "n.json"), "--to", "text")
      #expect(outcome.status == 0, "\(outcome.said)")
      #expect(outcome.said.contains("warning: unknown setting '\(name)' in the environment"))
    }
  }

  @Test func theSchemaKnowsEverySetting() throws {
    let text = try Session.open { try $0.run("settings", "--schema").output }
    let (schema, problems) = JSONValue.parse(text, file: "")
    #expect(problems.isEmpty)
    #expect(schema?["$id"]?.string == SettingsSchema.id)
    for option in Program.commands.flatMap(\.options) where option.isSetting {
      #expect((schema?["properties"]?[option.key] != nil) == !option.isKeptFromFiles)
    }
  }

  @Test func operandsAreRefused() throws {
    try Session.open { session in
      for words in [["list"], ["--json", "--schema"]] {
        let outcome = try session.run(["settings"] + words)
        #expect(outcome.status == 2)
      }
    }
  }
}
