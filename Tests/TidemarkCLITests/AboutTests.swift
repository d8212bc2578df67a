import Testing

@testable import TidemarkCLI

struct AboutTests {
  @Test func printsItsVersion() throws {
    let outcome = try Session.open { session in try session.run("--version") }
    #expect(outcome.status == 0)
    #expect(outcome.output == "tidemark \(Program.version)\n")
    #expect(Program.version.split(separator: ".").count == 3)
  }

  @Test func saysCommitAndTheVersionsOfWhatIsLinkedIn() throws {
    try Session.open { session in
      let outcome = try session.run("--version", "--verbose")
      #expect(outcome.status == 0)
      let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(
        rows.map { $0.first ?? "" }
          == ["tidemark", "commit", "swift", "cmark", "expat", "zlib", "glibc"])
      #expect(rows.allSatisfy { $0.count == 2 })
      for row in rows where ["cmark", "expat", "zlib"].contains(row[0]) {
        #expect(row[1].first?.isNumber == true)
      }
      #expect(try session.run("-V", "-v").output == outcome.output)
    }
  }

  @Test func whatElseFollowsVersionIsRefused() throws {
    try Session.open { session in
      let misspelt = try session.run("--version", "--verbos")
      #expect(misspelt.status == 2)
      #expect(misspelt.said.contains("did you mean '--verbose'?"))
      #expect(try session.run("--version", "render").status == 2)
      #expect(try session.run("--version", "--verbose", "render").status == 2)
    }
  }

  @Test func printsNoticesAndTheLicencesThatTheyName() throws {
    let outcome = try Session.open { session in try session.run("--licenses") }
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("NOTICE.md\n"))
    for words in [
      "Copyright 2014–2016 John MacFarlane", "Apache License", "GNU LESSER GENERAL PUBLIC LICENSE",
    ] {
      #expect(outcome.output.contains(words), "\(words)")
    }
  }

  @Test func suggestsTheOptionsThatAreNoCommands() throws {
    try Session.open { session in
      let misspelt = try session.run("--licences")
      #expect(misspelt.said.contains("did you mean '--licenses'?"))
      #expect(try session.run("--licenses", "now").status == 2)
    }
  }
}
