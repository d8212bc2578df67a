import Composing
import Model
import Testing
import Text
import Time

@Suite("Commits beside failures") struct SuspectTests {
  /// Commits that each touched one file, which is also its subject; the first is the newest.
  private func commits(_ files: [String]) -> [Commit] {
    files.enumerated().map { number, file in
      Commit(
        id: "\(number + 1)" + String(repeating: "0", count: 39), parents: ["f"],
        time: Instant(seconds: 0), author: "Ann", subject: file, files: [file])
    }
  }

  private func failure(
    _ cause: String, at file: String?, test: String? = nil, trace: String = ""
  ) -> Message {
    var message = Message(
      urgency: .error, category: "tests", title: "t", text: cause, details: trace,
      location: file.map { Message.Location(file: $0, line: 7) }, fingerprint: "test:t")
    message.textFormat = .plain
    message.cause = cause
    message.testLocation = test.map { Message.Location(file: $0, line: 3) }
    return message
  }

  /// The touched files beside a new failure, the most likely commit first.
  private func suspects(_ message: Message, _ touched: String...) throws -> [String] {
    var context = try settings(baseline: dataset([]))
    context.commits = commits(touched)
    let report = try report(dataset([message]), context)
    return report.commits.suspects[0]?.commits.map { report.commits.items[$0].subject } ?? []
  }

  @Test func theRaisingLineIsLikelierThanTheTraceAndTheTest() throws {
    let message = failure(
      "TypeError: no", at: "src/utils.py", test: "tests/test_schema.py",
      trace: "tests/test_schema.py:3: in test\nsrc/schema.py:40: in load\nsrc/utils.py:7: TypeError"
    )
    let found = try suspects(
      message, "tests/test_schema.py", "src/schema.py", "src/utils.py", "docs/a.md", "go.sum")
    #expect(found == ["src/utils.py", "src/schema.py", "tests/test_schema.py"])
  }

  @Test(arguments: [
    "  File \"/ci/app/pay.py\", line 12, in pay", "app/pay.py:12: in pay",
    "\tat pay (file:///ci/app/pay.py:12:4)", "   at Pay() in C:\\ci\\app\\pay.py:line 12",
    "#0 /ci/app/pay.py(12): pay()",
  ])
  func aTraceNamesFilesInTheWayOfItsTool(_ line: String) throws {
    let message = failure("KeyError: 'a'", at: "app/total.py", trace: line)
    #expect(try suspects(message, "app/pay.py", "app/play.py") == ["app/pay.py"])
  }

  /// Traces begin or end at the line that raised the error.
  @Test(arguments: [false, true])
  func theFrameNextToTheRaisingLineIsLikelier(isReversed: Bool) throws {
    let frames = ["at dao.load(Dao.java:7)", "at cart.add(Cart.java:4)", "at web.log(Log.java:2)"]
    let trace = (isReversed ? frames.reversed() : frames).joined(separator: "\n")
    let message = failure("IllegalStateException: no id", at: "src/Dao.java", trace: trace)
    #expect(
      try suspects(message, "src/Log.java", "src/Cart.java") == ["src/Cart.java", "src/Log.java"])
  }

  @Test func aFileThatDetailsNameWithoutALineIsNotOfTheTrace() throws {
    let message = failure(
      "KeyError: 'a'", at: "app/total.py", trace: "Please read app/pay.py first.")
    #expect(try suspects(message, "app/pay.py") == [])
  }

  @Test(arguments: [
    ("tests/test_urls.py", "src/urls.py"), ("urls_test.go", "urls.go"),
    ("src/cart.spec.ts", "src/cart.ts"), ("spec/cart_spec.rb", "lib/cart.rb"),
    ("CartTest.java", "Cart.java"), ("Tests/CartTests.swift", "Sources/Cart.swift"),
  ])
  func theTestedFileIsLikelierThanTheTest(_ test: String, _ tested: String) throws {
    let message = failure("assert 1 == 2", at: test)
    #expect(try suspects(message, test, tested, "Cart.md") == [tested, test])
  }

  @Test func aTestedFileMustBeTheOnlyOneOfItsName() throws {
    let message = failure("assert 1 == 2", at: "tests/test_urls.py")
    #expect(try suspects(message, "a/urls.py", "b/urls.py") == [])
  }

  @Test func versionsOfDependenciesCountIfNothingIsCloser() throws {
    let files = ["requirements/nightly.txt", "web/package.json", "notes/other.txt"]
    let test = failure("assert 404 == 400", at: "tests/test_app.py")
    #expect(try suspects(test, files[0], files[1], files[2]) == [files[0], files[1]])
    #expect(try suspects(test, files[0], "src/app.py") == ["src/app.py", files[0]])
    let code = failure("assert 404 == 400", at: "src/app.py", test: "tests/test_app.py")
    #expect(try suspects(code, files[0], "src/app.py") == ["src/app.py"])
  }

  @Test func versionsAreLikelyIfCodeAndLibraryDoNotFit() throws {
    func found(_ cause: String) throws -> [String] {
      try suspects(failure(cause, at: "tests/test_cli.py"), "src/cli.py", "go.mod")
    }
    #expect(
      try found("TypeError: f() got an unexpected keyword argument 'a'") == [
        "go.mod", "src/cli.py",
      ])
    #expect(
      try found("AttributeError: 'NoneType' object has no attribute 'a'") == [
        "src/cli.py", "go.mod",
      ])
  }

  @Test func aFindingHasOnlyItsOwnFile() throws {
    let finding = try message(.error, "unused", file: "tests/test_urls.py", line: 3)
    let found = try suspects(finding, "src/urls.py", "tests/test_urls.py", "go.mod")
    #expect(found == ["tests/test_urls.py"])
  }
}
