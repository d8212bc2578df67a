import Foundation
import Testing

@testable import TidemarkCLI

/// `templates` and `themes`.
@Suite struct CatalogTests {
  @Test func listsTheBuiltInTemplatesAndThemes() throws {
    try Session.open { session in
      let templates = try session.run("templates").output
      #expect(templates.hasPrefix("default (default)  The default: "))
      #expect(templates.split(separator: "\n").count == 1)
      let themes = try session.run("themes").output.split(separator: "\n")
      #expect(themes.map { $0.prefix { $0 != " " } } == ["contrast", "horizon", "plain"])
      #expect(themes[0].contains("WCAG AAA"))
      #expect(themes.filter { $0.contains("(default)") }.count == 1)
      #expect(themes[1].hasPrefix("horizon (default)  "))
    }
  }

  @Test func anExportedTemplateRendersTheSame() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      #expect(try session.run("templates", "export", "default", session.path("mine")).status == 0)
      let page = try session.run("render", dataset).output
      let mine = try session.run("render", dataset, "--template", session.path("mine") + "/")
      #expect(mine.status == 0)
      #expect(mine.output == page)
      #expect(mine.said.isEmpty)
    }
  }

  @Test func stringsOfAnExportedTemplateCanBeChanged() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      #expect(try session.run("templates", "export", "default", session.path("mine")).status == 0)
      let words = try #require(session.read("mine/strings/de.json"))
      let own = words.replacing("Fehler", with: "Schaden")
      #expect(own != words)
      try session.write(own, to: "mine/strings/de.json")
      let outcome = try session.run(
        "render", dataset, "--to", "text", "--locale", "de", "--template",
        session.path("mine") + "/")
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("Schaden"))
    }
  }

  @Test func aFolderOverridesATemplateFileByFile() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let folder = session.path("mine")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try session.write("# Only {{title}}\n", to: "mine/report.md")
      let outcome = try session.run(
        "render", dataset, "--to", "markdown", "--template", folder + "/")
      #expect(outcome.status == 0)
      #expect(outcome.output == "# Only Night\n")
    }
  }

  @Test func exportingOverwritesNoFile() throws {
    try Session.open { session in
      let folder = session.path("mine")
      #expect(try session.run("themes", "export", "plain", folder).status == 0)
      try session.write("mine", to: "mine/tokens.json")
      let again = try session.run("themes", "export", "plain", folder)
      #expect(again.status == 4)
      #expect(session.read("mine/tokens.json") == "mine")
    }
  }

  @Test(arguments: [
    ["themes", "exprot", "plain", "x"], ["themes", "export"], ["themes", "export", "plain"],
    ["themes", "export", "plian", "x"], ["themes", "export", "plain", "x", "y"],
  ])
  func refusesWrongOperands(words: [String]) throws {
    let outcome = try Session.open { session in try session.run(words) }
    #expect(outcome.status == 2)
    #expect(outcome.said.contains("error: "))
  }
}
