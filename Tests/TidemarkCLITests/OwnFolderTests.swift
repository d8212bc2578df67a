import Foundation
import Testing

@testable import TidemarkCLI

/// A user's own templates and themes.
@Suite struct OwnFolderTests {
  private func folder(_ name: String, in session: Session) throws -> String {
    let path = session.path(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func filesMissingFromAnExportedThemeComeFromItsBase() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let mine = session.path("mine")
      #expect(try session.run("themes", "export", "contrast", mine).status == 0)
      #expect(session.read("mine/base") == "contrast\n")
      try FileManager.default.removeItem(atPath: mine + "/tokens.json")
      let page = try session.run("render", dataset, "--theme", mine + "/")
      #expect(page.status == 0)
      #expect(page.output == (try session.run("render", dataset, "--theme", "contrast").output))
      #expect(page.output != (try session.run("render", dataset).output))
    }
  }

  /// The ten lines of docs/templates.md.
  private static let smallest = [
    "base": "none\n",
    "report.md": """
    # {{title}}
    {{#sections}}
    ## {{title}}
    {{#messages}}
    - {{urgencyWord}}: {{title}}
    {{/messages}}
    {{/sections}}

    """,
    "page/shell.html": """
    <!DOCTYPE html><html lang="{{language}}"><meta charset="utf-8"><title>{{title}}</title>
    <body>{{{content}}}</body></html>

    """,
  ]

  @Test func aTemplateFromNothingHasOnlyItsOwnParts() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      _ = try folder("mine/page", in: session)
      for (path, text) in Self.smallest { try session.write(text, to: "mine/" + path) }
      let page = try session.run("render", dataset, "--template", session.path("mine/"))
      #expect(page.status == 0 && page.said.isEmpty, "\(page.said)")
      #expect(page.output.hasPrefix("<!DOCTYPE html><html lang=\"en\">"))
      #expect(page.output.utf8.count < 1_000, "\(page.output)")
      let text = try session.run(
        "render", dataset, "--template", session.path("mine/"), "--to", "text")
      #expect(text.status == 0 && !text.output.isEmpty)
      // The built-in styles are a choice.
      let shell = try #require(Self.smallest["page/shell.html"])
      try session.write(
        shell.replacing("<body>", with: "<style>{{{styles}}}</style><body>"),
        to: "mine/page/shell.html")
      let styled = try session.run("render", dataset, "--template", session.path("mine/"))
      #expect(styled.status == 0 && styled.output.contains("--color-canvas"))
      #expect(styled.output.contains("main"))
      // A mail has a shell of its own.
      let mail = try session.run(
        "render", dataset, "--template", session.path("mine/"), "--to", "mail")
      #expect(mail.status != 0)
      #expect(mail.said.contains("has no mail/shell.html"))
    }
  }

  @Test func fontsOfAThemeAreRead() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let fonts = try folder("mine/fonts", in: session)
      let font = Data("wOF2".utf8) + Data([0, 255])
      try font.write(to: URL(filePath: fonts + "/Acme-400.woff2"))
      let page = try session.run("render", dataset, "--theme", session.path("mine/"))
      #expect(page.status == 0 && page.said.isEmpty, "\(page.said)")
      #expect(page.output.contains("font-family:\"Acme\""))
      #expect(page.output.contains(font.base64EncodedString()))
    }
  }

  @Test func noneIsNoNameOfATemplate() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let outcome = try session.run("render", dataset, "--template", "none")
      #expect(outcome.status == 2 && outcome.said.contains("unknown template 'none'"))
    }
  }

  @Test func anUnknownBaseIsReportedAtItsLocation() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let mine = try folder("mine", in: session)
      try session.write("contrst\n", to: "mine/base")
      let outcome = try session.run("render", dataset, "--theme", mine + "/")
      #expect(outcome.status == 2)
      #expect(outcome.said.contains("mine/base:1:1: error: unknown theme 'contrst'"))
      #expect(outcome.said.contains("did you mean 'contrast'?"))
    }
  }

  @Test func cyclicLinksAndUnrelatedFilesAreIgnored() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let mine = try folder("mine", in: session)
      for place in ["a", "b", "components"] {
        try FileManager.default.createSymbolicLink(
          atPath: mine + "/" + place, withDestinationPath: mine)
      }
      try Data([0xFF, 0xFE]).write(to: URL(filePath: mine + "/index.html"))
      try Data([0xFF, 0xFE]).write(to: URL(filePath: mine + "/other.md"))
      let outcome = try session.run("render", dataset, "--template", mine + "/")
      #expect(outcome.status == 0)
      #expect(outcome.said.hasPrefix("warning: "))
      #expect(outcome.said.contains("holds no part of a template [unused-folder]"))
      #expect(outcome.output == (try session.run("render", dataset).output))
    }
  }

  @Test func aFileThatIsNotTextIsAnErrorWhereItIsUsed() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let mine = try folder("mine/components", in: session)
      try Data([0xFF]).write(to: URL(filePath: mine + "/message.page"))
      let template = session.path("mine") + "/"
      let page = try session.run("render", dataset, "--template", template)
      #expect(page.status == 2)
      #expect(
        page.said.contains("message.page:1:1: error: the file is not UTF-8 text: byte 1 is 0xFF"))
      let text = try session.run("render", dataset, "--to", "text", "--template", template)
      #expect(text.status == 0)
    }
  }

  @Test func stringsOfUnusedLanguagesAreNotChecked() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let strings = try folder("mine/strings", in: session)
      try Data([0xFF]).write(to: URL(filePath: strings + "/de.json"))
      let words = ["render", dataset, "--to", "text", "--template", session.path("mine") + "/"]
      #expect(try session.run(words).status == 0)
      #expect(try session.run(words + ["--locale", "de-AT"]).said.contains("not UTF-8 text"))
    }
  }

  @Test func aLogoOfTheThemeIsWrittenIntoThePageAndAllowedByItsPolicy() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let mine = try folder("mine", in: session)
      let plain = try session.run("render", dataset).output
      #expect(plain.contains("; img-src data:;"))
      #expect(plain.contains("<link rel=\"icon\" href=\"data:image/svg+xml;base64,PHN2"))
      #expect(!plain.contains("class=\"logo\""))
      try session.write("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", to: "mine/logo.svg")
      let page = try session.run("render", dataset, "--theme", mine + "/")
      #expect(page.status == 0)
      #expect(page.said.isEmpty)
      #expect(page.output.contains("; img-src data:;"))
      #expect(page.output.contains("<img class=\"logo\" src=\"data:image/svg+xml;base64,PHN2"))
      let mail = try session.run("render", dataset, "--to", "mail", "--theme", mine + "/")
      #expect(mail.status == 0)
      #expect(!mail.output.contains("data:image"))
      try session.write("no image", to: "mine/logo.svg")
      let broken = try session.run("render", dataset, "--theme", mine + "/")
      #expect(broken.status == 3)
      #expect(
        broken.said.contains("mine/logo.svg: error: the file is not a valid image/svg+xml image"))
    }
  }

  @Test func aMisspelledFileNameIsReported() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      _ = try folder("mine/components", in: session)
      _ = try folder("mine/compnents", in: session)
      try session.write("# {{title}}\n", to: "mine/reprot.md")
      try session.write("x", to: "mine/components/mesage.page")
      try session.write("my own", to: "mine/components/mesages.page")
      try session.write("[{{> mesages}}]", to: "mine/components/banner.page")
      try session.write("words", to: "mine/NOTES.txt")
      let outcome = try session.run(
        "render", dataset, "--to", "text", "--template", session.path("mine") + "/")
      #expect(outcome.status == 0)
      let names = outcome.said.matches(of: /is called '([^']*)'/).map { String($0.output.1) }
      #expect(names == ["compnents/", "reprot.md", "components/mesage.page"])
      #expect(outcome.said.contains("did you mean 'report.md'?"))
    }
  }

  @Test func aFolderWithoutAnyPartIsReported() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      for (option, noun) in [("--template", "template"), ("--theme", "theme")] {
        let path = try folder("photos-\(noun)", in: session)
        try session.write("x", to: "photos-\(noun)/holiday.txt")
        let outcome = try session.run("render", dataset, "--to", "text", option, path + "/")
        #expect(outcome.status == 0)
        #expect(outcome.said.contains("holds no part of a \(noun) [unused-folder]"))
      }
    }
  }

  @Test func anAbsentFolderIsWrongUsage() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let outcome = try session.run("render", dataset, "--theme", session.path("none") + "/")
      #expect(outcome.status == 2)
      #expect(outcome.said.contains("there is no folder"))
    }
  }
}
