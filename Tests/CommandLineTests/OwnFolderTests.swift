import Foundation
import Testing

@testable import CommandLine

/// A user's own templates and themes.
@Suite struct OwnFolderTests {
  private func folder(_ name: String, in session: Session) throws -> String {
    let path = session.path(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func whatAnExportedThemeNoLongerHasComesFromTheOneItWas() throws {
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

  @Test func aBaseThatThereIsNotIsSaidAtItsPlace() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let mine = try folder("mine", in: session)
      try session.write("contrst\n", to: "mine/base")
      let outcome = try session.run("render", dataset, "--theme", mine + "/")
      #expect(outcome.status == 2)
      #expect(outcome.said.contains("mine/base:1:1: error: there is no theme 'contrst'"))
      #expect(outcome.said.contains("did you mean 'contrast'?"))
    }
  }

  @Test func linksThatLeadBackAndFilesOfOthersDoNoHarm() throws {
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
      #expect(outcome.said.isEmpty)
      #expect(outcome.output == (try session.run("render", dataset).output))
    }
  }

  @Test func aFileThatIsNoTextIsAnErrorWhereItIsUsed() throws {
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

  @Test func wordsOfALanguageThatNobodyAsksForAreNotJudged() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let strings = try folder("mine/strings", in: session)
      try Data([0xFF]).write(to: URL(filePath: strings + "/de.json"))
      let words = ["render", dataset, "--to", "text", "--template", session.path("mine") + "/"]
      #expect(try session.run(words).status == 0)
      #expect(try session.run(words + ["--locale", "de-AT"]).said.contains("not UTF-8 text"))
    }
  }

  @Test func aFolderThatIsNotThereIsWrongUsage() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let outcome = try session.run("render", dataset, "--theme", session.path("none") + "/")
      #expect(outcome.status == 2)
      #expect(outcome.said.contains("there is no folder"))
    }
  }
}
