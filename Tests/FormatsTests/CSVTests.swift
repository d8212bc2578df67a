import Datasets
import Diagnostics
import ImportSupport
import JSON
import Model
import Testing
import Text
import Time
import ToolReports

struct CSVTests {
  private func read(
    _ text: String, piece: Int = .max, _ change: (inout ImportOptions) -> Void = { _ in }
  ) -> Import {
    Import(bytes: Array(text.utf8), piece: piece, change)
  }

  @Test func aRowIsAFindingWithItsParts() {
    let found = read(
      "Severity,Title,Description,File,Line,Column,Category,Date,URL,ID,Owner\n"
        + "High,Weak key,why,src/a.c,3,4,Crypto,2026-11-20,https://a.example/,V-1,ann\n")
    #expect(found.told == ["error Weak key | why"])
    #expect(found.place == "src/a.c:3:4")
    #expect(found.dataset?.categories.map(\.title) == ["Crypto"])
    #expect(found.message?.time == .init(parsing: "2026-11-20"))
    #expect(found.message?.link == .init(title: "V-1", url: "https://a.example/"))
    #expect(found.message?.fingerprint == "csv:V-1")
    #expect(found.message?.details == "Owner: ann")
    #expect(found.diagnostics.isEmpty)
    #expect(found.status == nil)
  }

  @Test func aRuleHasAColumnUnlessItIsTheTitle() {
    let found = read("severity,title,rule,id\nhigh,Weak key,K1,V-1\n")
    #expect(found.message?.link == .init(title: "K1"))
    #expect(found.message?.fingerprint == "csv:V-1")
    let alone = read("severity,rule,id\nhigh,K1,V-1\n")
    #expect(alone.told == ["error K1"])
    #expect(alone.message?.link == .init(title: "V-1"))
  }

  @Test func apostrophesInFrontOfFormulasAreRemoved() {
    let found = read("severity,title,text,owner\nhigh,'-Wunused,'quoted',''=x\n")
    #expect(found.told == ["error -Wunused | 'quoted'"])
    #expect(found.message?.details == "owner: '=x")
  }

  @Test(arguments: [
    ("critical", "error"), ("HIGH", "error"), ("Fatal", "error"), ("fail", "error"),
    ("medium", "warning"), ("Moderate", "warning"), ("warning", "warning"),
    ("low", "information"), ("info", "information"), ("none", "information"),
    ("style", "information"), ("neutral", "neutral"),
  ])
  func severitiesAreKnown(word: String, urgency: String) {
    #expect(read("level;name\n\(word);a\n").message?.urgency.rawValue == urgency)
  }

  @Test func whatPassesIsCounted() {
    let found = read("status,check\npass,a\nfail,b\nPassed,c\n")
    #expect(found.told == ["error b"])
    #expect(found.facts == "Tests 2, Passed 2")
    let all = read("status,check\npass,a\n") { $0.included = [.passed] }
    #expect(all.told == ["success a"])
  }

  @Test func aTableOfStatesIsRead() {
    let found = read("Service,State,Since\nweb,OK,\ndb,CRIT,02:14\nmq,Degraded,\n")
    #expect(found.told == ["error db", "warning mq"])
    #expect(found.facts == "Tests 1, Passed 1")
    // Words of states count in such a column only.
    #expect(read("level,title\ncrit,a\nok,b\n").dataset == nil)
    #expect(read("Service,State\nweb,moved\ndb,CRIT\n").diagnostics.first?.severity == .error)
  }

  @Test func unknownWordsAreAnErrorThatListsThemAll() throws {
    let text = "risk,title\nP1,a\nlow,b\nP2,c\nP1,d\n,e\n"
    let found = read(text)
    #expect(found.dataset == nil)
    let problem = try #require(found.diagnostics.first)
    #expect(problem.id == "unknown-severity" && problem.severity == .error)
    #expect(problem.location?.line == 2)
    #expect(problem.summary.hasSuffix("known severity: 'P1' (2 rows), 'P2', ''"))
    #expect(problem.help.first?.contains("--map-value 'P1=URGENCY,P2=URGENCY,=URGENCY'") == true)
    let known = read(text) { options in
      for rule in ["P1=error", "p2=warning", "=neutral"] { _ = options.table.addWord(rule) }
    }
    #expect(known.told == ["error a", "information b", "warning c", "error d", "neutral e"])
    #expect(known.diagnostics.isEmpty)
  }

  @Test func columnsCanBeNamed() {
    var options = ImportOptions()
    for rule in ["title=Host", "urgency=STATE", "text=days_left"] {
      _ = options.table.addColumn(rule)
    }
    _ = options.table.addWord("expiring=warning")
    var merger = InputMerger()
    let text = "Host;State;title;Days left\na.example;expiring;other;9\n"
    merger.read(file: "certs.csv", from: ByteSource(bytes: Array(text.utf8)), options: options)
    let message = merger.finish().dataset?.messages.first
    #expect(message?.title == "a.example")
    #expect(message?.text == "9")
    #expect(message?.urgency == .warning)
    #expect(message?.details == "title: other")
  }

  @Test(arguments: ["titel=x", "title=", "title", "=x", ""])
  func aRuleForColumnsHasAForm(rule: String) {
    var options = ImportOptions()
    let isColumn = options.table.addColumn(rule)
    let isWord = options.table.addWord(rule)
    #expect(!isColumn && !isWord)
  }

  @Test func aColumnThatTheTableDoesNotHaveIsAnError() {
    let found = read("risk,title\nlow,a\n") { _ = $0.table.addColumn("text=Why") }
    #expect(found.problems == ["1:1 error unknown-column"])
    #expect(found.diagnostics.first?.help == ["its columns are 'risk', 'title'"])
    let bare = TextReport("a,b,c\n1,2,3\n", as: "csv")
    #expect(bare.problems == ["1 error unknown-column", "1 error unknown-column"])
  }

  @Test(arguments: [",", ";", "\t", "|"], ["\n", "\r\n", "\r"])
  func tablesHaveSeveralSeparatorsAndLineEnds(separator: String, end: String) {
    let rows = [
      ["Severity", "Title", "text"], ["high", "\"a \"\"b\"\"\(separator) c\"", "\"x\(end)y\""],
      ["low", " d ", ""],
    ]
    let text = rows.map { $0.joined(separator: separator) }.joined(separator: end)
    for piece in [1, 2, 3, 7, Int.max] {
      let found = read(text, piece: piece)
      // White space in a title is shown as a blank or kept.
      #expect(found.told.count == 2)
      #expect(found.message?.title.hasPrefix("a \"b\"") == true)
      #expect(found.dataset?.messages.last?.title == "d")
      #expect(found.dataset?.messages.map { Int($0.source.line) } == [2, 4])
      #expect(found.diagnostics.isEmpty)
    }
  }

  @Test func aMarkForExcelNamesTheSeparator() {
    #expect(read("sep=|\r\nrisk|title\r\nlow|a,b;c\r\n").told == ["information a,b;c"])
  }

  @Test func raggedRowsAreReportedWithTheirLines() {
    let found = read("risk,title,file\nlow,a\n\nlow,\"b\nc\",f,more\nlow,d,g\n")
    #expect(found.problems == ["2:1 warning ragged-row", "4:1 warning ragged-row"])
    #expect(
      found.diagnostics.map(\.summary) == [
        "the row has 2 cells, the header 3", "the row has 4 cells, the header 3",
      ])
    #expect(found.dataset?.messages.count == 3)
  }

  @Test func aQuotationMarkThatIsNotClosedIsAnError() {
    let found = read("risk,title\nlow,\"a\nlow,b\n")
    #expect(found.problems == ["2:1 error unclosed-quote"])
    #expect(found.dataset == nil)
  }

  @Test func aFormulaIsText() {
    let found = read("risk,title\nlow,=HYPERLINK(1)\n")
    #expect(found.told == ["information =HYPERLINK(1)"])
    #expect(found.message?.textFormat == .plain)
  }

  @Test func whatCannotBeReadAsATimeOrAddressStaysText() {
    let found = read(
      "risk,title,date,url\nlow,a,28/02/2021,javascript:alert(1)\nlow,b,30/02/2021,\n")
    #expect(found.message?.time == nil)
    #expect(found.message?.link == nil)
    #expect(found.message?.details == "date: 28/02/2021\nurl: javascript:alert(1)")
    #expect(found.diagnostics.map(\.id) == ["unreadable-time"])
  }

  @Test func aTableWithoutRowsIsClean() {
    let found = read("Severity,Title\n")
    #expect(found.told.isEmpty && found.diagnostics.isEmpty)
    #expect(found.status == nil)
    #expect(found.dataset?.scope?.parts.map(\.categories) == [["csv:f"]])
  }

  @Test func cellsAndRowsAreBounded() {
    let cell = String(repeating: "x", count: 3 << 20)
    let found = read("risk,title,text\nlow,a,\(cell)\n") { $0.detailsLimit = 0 }
    #expect(found.message?.text?.utf8.count == 1 << 20)
    let commas = String(repeating: ",", count: 200_000)
    #expect(read("risk,title\nlow,a\(commas)\n").problems == ["2:1 warning ragged-row"])
  }

  @Test func quotationMarksTakeLinearTime() {
    let factor = growth { count in
      let marks = String(repeating: "\"", count: count)
      let blanks = String(repeating: " ", count: count)
      _ = read("risk,title\nlow,\(blanks)\"\(blanks)\"x\(marks)\n")
    }
    #expect(factor < 40)
  }
}
