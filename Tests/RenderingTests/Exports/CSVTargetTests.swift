import Composing
import Diagnostics
import Model
import Testing
import Text

@testable import Rendering

@Suite struct CSVTargetTests {
  private func lines(_ messages: [Message]) throws -> [String] {
    let text = rendered(try report(completed(messages)), to: .csv).text
    return text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func aMessageIsARow() throws {
    let lines = try lines([finding()])
    #expect(
      lines == [
        "change,urgency,category,rule,title,text,path,line,column,test,time,owner,count,link,"
          + "fingerprint,environment,duration,flaky,details,cause",
        ",error,asan,L1 (leak),Leak,\"in\n  main\",src/a b.c,3,7,,2026-11-20T02:00:00+00:00,'@core,2,"
          + "https://lint.example/L1,\(Fingerprint(of: finding()).short),,,,#0 main,",
        "",
      ])
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-Wunused", "'-Wunused"), ("@SUM(A1)", "'@SUM(A1)"),
    (" \t=1", "'  =1"), ("'=1", "''=1"), ("＝1", "'＝1"), ("a=1", "a=1"), ("'a'", "'a'"),
    ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""), ("=\"a\"", "\"'=\"\"a\"\"\""),
  ])
  func noCellIsAFormula(value: String, cell: String) throws {
    let row = try lines([message(.error, value)])[1]
    #expect(row.contains(",\(cell),"))
  }

  @Test func aFailureHasThePlaceOfItsTest() throws {
    var given = finding()
    given.testLocation = Message.Location(file: "tests/test_a.py", line: 5)
    let row = try lines([given]).dropFirst().joined()
    #expect(row.contains(",src/a b.c,3,7,tests/test_a.py:5,2026"))
  }

  @Test(arguments: ["-Wunused", "'=1", "''+x", "=1+1", "'quoted'", "a, \"b\"\nc"])
  func rowsAreReadBack(title: String) throws {
    var given = finding(.warning, "Title")
    given.text = title
    given.link = Message.Link(title: title.replacing("\n", with: " "), url: "https://a.example/")
    let read = try readBack(rendered(try report(completed([given])), to: .csv).text)
    let message = try #require(read.messages.first)
    #expect(message.text == title && message.title == "Title")
    #expect(message.link == given.link)
    #expect(message.urgency == .warning && message.location?.text == "src/a b.c:3:7")
    #expect(message.time == given.time)
    #expect(message.details?.contains("owner: @core") == true)
    #expect(read.categories.map(\.title) == ["asan"])
    #expect(read.run?.status == nil)
  }

  @Test func hiddenCharactersBecomeSigns() throws {
    let row = try lines([message(.error, "a\u{0}\u{1B}[31m\u{202E}b", text: "##[error]x")])[1]
    #expect(row.contains("a␀␛[31m⟨U+202E⟩b"))
    #expect(!row.contains("##[error]"))
  }

  @Test func changesAndOmittedMessagesAreNamed() throws {
    let before = completed([message(.error, "Gone"), message(.error, "Still")])
    let report = try report(
      completed([message(.error, "Still"), message(.error, "New")]), baseline: before)
    let (text, problems) = rendered(report, to: .csv)
    #expect(text.contains("\r\nnew,error,"))
    #expect(text.contains("\r\nstill,error,"))
    #expect(problems.map(\.summary) == ["CSV does not contain 1 fixed message"])
  }
}
