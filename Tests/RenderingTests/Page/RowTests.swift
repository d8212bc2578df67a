import Composing
import Model
import Testing
import Text

@testable import Rendering

/// The rows of messages on a page (M9).
@Suite struct RowTests {
  private static func page(_ change: (inout Message) -> Void) throws -> String {
    var one = message(.error, "One")
    change(&one)
    let page = try render(
      try report(dataset([one, message(.warning, "Two")])), to: .page, in: withoutStyle)
    return String(page.split(separator: "<li id=\"m")[1])
  }

  @Test func aMessageThatSaysNoMoreThanItsRowIsNoDisclosure() throws {
    #expect(try !Self.page { _ in }.contains("<details data-row>"))
    #expect(
      try !Self.page { $0.location = Message.Location(file: "A.swift", line: 3) }
        .contains("<details data-row>"))
    let more: [(inout Message) -> Void] = [
      { $0.text = "Words" }, { $0.details = "Words" }, { $0.input = "junit.xml" },
      { $0.link = Message.Link(title: "rule") },
      { $0.actions = [Message.Action(title: "Retry", url: "https://a.example")] },
      { $0.location = Message.Location(file: "Sources/A.swift") },
      { $0.location = Message.Location(file: "A.swift", line: 3, column: 4) },
      { $0.time = hours(-24) },
    ]
    for change in more { #expect(try Self.page(change).contains("<details data-row>")) }
  }

  @Test func theOnlyMessageOfAPageHasItsOwner() throws {
    var one = message(.error, "One")
    one.owner = "@core"
    let page = try render(try report(dataset([one])), to: .page, in: withoutStyle)
    #expect(page.contains("Owner: <bdi>@core</bdi>"))
  }

  @Test(arguments: [
    ("Sources/Basics/A.swift", "A.swift"), ("A.swift", "A.swift"), (#"C:\src\A.cs"#, "A.cs"),
    ("src/", "src"), ("/", "/"),
  ])
  func aRowNamesTheLastPartOfAPath(file: String, name: String) throws {
    #expect(Message.Location(file: file).name == name)
    let page = try Self.page { $0.location = Message.Location(file: file, line: 12) }
    #expect(page.contains("<i data-place><bdi>\(name)</bdi>:12</i>"))
  }

  @Test func aTimeIsAClockTodayAndADateBefore() throws {
    func row(_ count: Int) throws -> String { try Self.page { $0.time = hours(count) } }
    #expect(try row(-1).contains(">01:12</time>"))
    #expect(try row(-24).contains(">19 Nov</time>"))
    #expect(try row(-24).contains("19 Nov 2026, 02:12</p>"))
    #expect(try row(-400 * 24).contains(">16 Oct 2025</time>"))
  }

  @Test func columnsAreThereForWhatAnyMessageHas() throws {
    func sections(_ change: (inout Message) -> Void) throws -> String {
      var one = message(.error, "One")
      change(&one)
      let page = try render(
        try report(dataset([one, message(.warning, "Two")])), to: .page, in: withoutStyle)
      return String(try #require(page.firstMatch(of: /<div class="messages"[^>]*>/)).0)
    }
    #expect(try !sections { _ in }.contains("data-places"))
    #expect(try sections { $0.location = Message.Location(file: "a") }.contains(" data-places>"))
    #expect(try sections { $0.owner = "@storage" }.contains(" data-owners>"))
    #expect(try sections { $0.time = hours(0) }.contains(" data-ages>"))
  }
}
