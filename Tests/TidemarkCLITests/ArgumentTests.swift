import Testing

@testable import TidemarkCLI

/// Parsing of command lines.
@Suite struct ArgumentTests {
  private let options = [
    OptionSpec(name: "output", short: "o", argument: .value("PATH"), help: ""),
    OptionSpec(name: "to", argument: .choices(["page", "markdown", "text"]), help: ""),
    OptionSpec(name: "format", argument: .choice(["text", "json"]), help: ""),
    OptionSpec(name: "sort", argument: .list("KEY"), help: ""),
    OptionSpec(name: "filter", argument: .value("KEY=VALUE"), isRepeatable: true, help: ""),
    OptionSpec(name: "quiet", short: "q", argument: .none, help: ""),
  ]

  private func parse(_ words: String...) throws(UsageError) -> Arguments {
    try Arguments(parsing: words, options: options)
  }

  @Test func readsSeparateAndAttachedValues() throws {
    for words in [["--output", "a"], ["--output=a"], ["-o", "a"], ["-oa"]] {
      let arguments = try Arguments(parsing: words, options: options)
      #expect(arguments.value("output") == "a")
      #expect(arguments.operands.isEmpty)
    }
  }

  @Test func keepsEqualsSignsInAValue() throws {
    #expect(try parse("--filter=urgency=error").value("filter") == "urgency=error")
  }

  @Test func anEmptyValueUnsetsAnOptionThatIsASetting() throws {
    let arguments = try parse("--output=a", "--output=")
    #expect(arguments.values("output").isEmpty && arguments.settings["output"] != nil)
  }

  @Test func readsOperandsBetweenOptions() throws {
    let arguments = try parse("a.json", "-q", "b.json", "--output", "c", "-")
    #expect(arguments.operands == ["a.json", "b.json", "-"])
    #expect(arguments.flag("quiet"))
  }

  @Test func everythingAfterTwoDashesIsAnOperand() throws {
    #expect(try parse("-q", "--", "--output", "-x").operands == ["--output", "-x"])
  }

  @Test func theLastOfTwoValuesCounts() throws {
    #expect(try parse("-o", "a", "-o", "b").value("output") == "b")
  }

  @Test func collectsTheValuesOfARepeatableOption() throws {
    let filters = try parse("--filter", "a=1,2", "--filter", "b=3").values("filter").map(\.value)
    #expect(filters == ["a=1,2", "b=3"])
  }

  @Test func splitsListsAtCommas() throws {
    #expect(try parse("--to", "page, text").values("to").map(\.value) == ["page", "text"])
    #expect(try parse("--to", "page ,text ").values("to").map(\.value) == ["page", "text"])
    #expect(try parse("--sort", "a:asc,b").values("sort").map(\.value) == ["a:asc", "b"])
  }

  @Test func suggestsTheNearestOption() {
    #expect(throws: UsageError.unknownOption("--outptu", nearest: "--output")) {
      try parse("--outptu", "a")
    }
    #expect(throws: UsageError.unknownOption("--hlep", nearest: "--help")) { try parse("--hlep") }
    #expect(throws: UsageError.unknownOption("--zzzz", nearest: nil)) { try parse("--zzzz") }
    #expect(throws: UsageError.unknownOption("-x", nearest: nil)) { try parse("-x") }
  }

  @Test func anOptionIsNotTakenAsAValue() {
    #expect(throws: UsageError.missingValue(option: "--output")) { try parse("--output", "-q") }
    #expect(throws: UsageError.missingValue(option: "-o")) { try parse("-o") }
  }

  @Test func aDashIsAValue() throws {
    #expect(try parse("-o", "-").value("output") == "-")
  }

  @Test func aFlagCanBeSetToFalse() throws {
    #expect(try parse("--quiet=true").flag("quiet"))
    #expect(try !parse("-q", "--quiet=false").flag("quiet"))
  }

  @Test func refusesOtherValuesOfAFlag() {
    #expect(
      throws: UsageError.badChoice(
        option: "--quiet", value: "yes", choices: ["true", "false"], nearest: nil)
    ) { try parse("--quiet=yes") }
    #expect(throws: UsageError.unexpectedValue(option: "-q")) { try parse("-qx") }
  }

  @Test func refusesInvalidChoices() {
    let choices = ["page", "markdown", "text"]
    #expect(
      throws: UsageError.badChoice(
        option: "--to", value: "makrdown", choices: choices, nearest: "markdown")
    ) { try parse("--to", "page,makrdown") }
  }

  @Test(arguments: ["-h", "--help"]) func recognizesTheHelpOption(word: String) throws {
    #expect(try parse("a", word).wantsHelp)
  }
}
