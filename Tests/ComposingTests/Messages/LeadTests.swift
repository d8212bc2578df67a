import Composing
import Model
import Testing
import Text

@Suite("What to look at first") struct LeadTests {
  /// A failed test with a trace.
  private func failure(
    _ name: String, _ cause: String?, at place: (file: String, line: Int)? = nil,
    details: String? = nil, environment: String? = nil
  ) -> Message {
    var message = Message(
      urgency: .error, category: "tests", title: name, text: cause,
      details: details ?? place.map { "at f (\($0.file):\($0.line):7)" },
      location: place.map { Message.Location(file: $0.file, line: $0.line) },
      fingerprint: "test:\(name)")
    message.textFormat = .plain
    message.cause = cause
    message.environment = environment
    return message
  }

  /// Failures with nothing in common with others.
  private func others(_ count: Int) -> [Message] {
    "abcdefghijklmnopqrstuvwxyz".prefix(count).map { letter in
      failure("other\(letter)", "\(letter)\(letter)\(letter) broke today")
    }
  }

  private func leads(_ messages: [Message], baseline: [Message]? = nil) throws -> Report.Leads {
    try report(dataset(messages), settings(baseline: baseline.map { dataset($0) })).leads
  }

  /// "3 TypeError: … at sums.py:4" for each cause.
  private func outline(_ leads: Report.Leads) -> [String] {
    leads.causes.map { lead in
      "\(lead.items.count) \(lead.cause ?? "-")" + (lead.location.map { " at \($0.text)" } ?? "")
    }
  }

  @Test func failuresRaisedByOneLineHaveOneCause() throws {
    let failures = (1...4).map {
      failure("t\($0)", "TypeError: '\($0)' is no number", at: ("src/sums.py", 4))
    }
    let leads = try leads(failures + others(2))
    #expect(outline(leads) == ["4 TypeError: '…' is no number at src/sums.py:4"])
    #expect(leads.others == 2)
    #expect(leads.causes.map(\.otherTests) == [3])
  }

  @Test func aValueThatAllCausesHaveIsSaid() throws {
    let failures = (1...4).map { failure("t\($0)", "TypeError: '7' is \($0)", at: ("a/b.py", 4)) }
    #expect(try outline(leads(failures)) == ["4 TypeError: '7' is … at a/b.py:4"])
  }

  @Test(arguments: [
    ("parse() throws on foo(1)", "parse() accepts foo(2)"), ("works()", "fails()"),
    ("Vec[int] equals Vec[int]", "Vec[str] differs from x[str]"),
  ])
  func otherNamesAreOtherTests(_ one: String, _ other: String) throws {
    let failures = [failure(one, "alpha fell over"), failure(other, "beta stood up")]
    #expect(try leads(failures + others(3)).causes.isEmpty)
  }

  @Test func aTestOfTwoEnvironmentsCountsOnce() throws {
    let failures = ["one", "two"].flatMap { name in
      ["chrome", "firefox"].map { environment in
        var message = failure(name, "TypeError: x", at: ("a/b.py", 4), environment: environment)
        message.fingerprint = "test:s\u{1F}s\u{1F}\(name)"
        return message
      }
    }
    let causes = try leads(failures).causes
    #expect(causes.map(\.tests) == [2])
    #expect(causes.map(\.otherTests) == [1])
  }

  @Test func twoTypesOfExceptionsOfOneLineAreTwoCauses() throws {
    let types = ["TypeError", "KeyError"].flatMap { type in
      (1...2).map { failure("\(type)\($0)", "\(type): no item \($0)", at: ("a/b.py", 4)) }
    }
    #expect(try leads(types).causes.map(\.items.count) == [2, 2])
  }

  @Test func assertionsOfOneLineAreOneCauseWhateverTheyCompare() throws {
    let failures = [
      failure("a", "expected status 200, got 500", at: ("a/help.js", 4)),
      failure("b", "expected status to be known", at: ("a/help.js", 4)),
    ]
    #expect(try outline(leads(failures + others(2))) == ["2 expected status … at a/help.js:4"])
  }

  @Test(arguments: [(4, "6 TypeError: tuple has no item …"), (3, "5 TypeError: …")])
  func theCauseOfTwoThirdsIsSaid(frequent: Int, expected: String) throws {
    let failures = (1...frequent + 2).map { number in
      failure(
        "t\(number)",
        number > frequent
          ? "TypeError: a \(["list", "string"][number % 2]) has none"
          : "TypeError: tuple has no item \(number)", at: ("src/utils.py", 299))
    }
    #expect(try outline(leads(failures)) == [expected + " at src/utils.py:299"])
  }

  @Test func aPlaceThatNoTraceNamesIsThatOfTheTest() throws {
    let failures = (1...4).map {
      failure("t\($0)", "No browser is open", at: ("a/shop.robot", $0), details: "at x.py:\($0)")
    }
    #expect(try outline(leads(failures)) == ["4 No browser is open"])
  }

  @Test(arguments: [
    "File \"/w/src/sums.py\", line 12, in add", "src/sums.py:12: TypeError",
    "   at A.B() in C:\\w\\src\\sums.py:line 12", "   bei A.B() in /w/sums.py:Zeile 12.",
    "sums.py(12): error", "sums.py:1, sums.py:12:3",
  ])
  func placesOfTracesAreRead(trace: String) throws {
    let failures = (1...4).map {
      failure("t\($0)", "Error\($0)", at: ("src/sums.py", 12), details: trace)
    }
    #expect(try leads(failures).causes.map(\.items.count) == [4])
    let other = (1...4).map {
      failure("t\($0)", "Error\($0)", at: ("src/sums.py", 1200), details: trace)
    }
    #expect(try leads(other).causes.isEmpty)
  }

  @Test(arguments: [
    ("ConnectError: connection to db1, port 5432 failed: Connection refused", "port 5432", 2),
    ("connect ECONNREFUSED 10.0.0.1:5432", "dial tcp 10.0.0.2:5432: connection refused", 2),
    ("no such table: users", "no such table: carts", 1),
    ("fixture 'db' not found", "fixture 'web' not found", 1),
    ("curl: (6) Could not resolve host: a.test", "curl: (6) Could not resolve host: b.test", 1),
  ])
  func missingThingsAreToldApartByTheirNames(first: String, second: String, count: Int) throws {
    let second = second == "port 5432" ? first.replacing("db1", with: "db2") : second
    let failures = [
      failure("a", first, at: ("t/a.py", 1)), failure("b", second, at: ("t/b.py", 2)),
      failure("c", "Something else failed"), failure("d", "One more thing failed"),
    ]
    #expect(try leads(failures).causes.map(\.items.count) == (count == 1 ? [] : [count]))
  }

  @Test func aRefusedConnectionHasAdvice() throws {
    let failures = (1...4).map { failure("t\($0)", "connect ECONNREFUSED 10.0.0.\($0):5432") }
    let lead = try #require(try leads(failures).causes.first)
    #expect(lead.cause == "Connection refused: port 5432")
    #expect(lead.advice == "See why no service answers on port 5432.")
  }

  @Test func theLinkLeadsToAFailureWithTheCauseOfMost() throws {
    let odd = failure("odd", "TypeError: no", at: ("src/a.py", 4))
    let failures = (1...3).map { failure("t\($0)", "TypeError: 'b'", at: ("src/a.py", 4)) }
    let lead = try #require(try leads([odd] + failures).causes.first)
    #expect(lead.cause == "TypeError: 'b'" && lead.name == "t1" && lead.items.count == 4)
  }

  @Test func parametersOfATestAreOneLineWithItsName() throws {
    let failures = (1...6).map { failure("test_tax[\($0)-de]", "wrong\($0)", at: ("a/t.py", $0)) }
    let lead = try #require(try leads(failures).causes.first)
    #expect(lead.name == "test_tax" && lead.items.count == 6 && lead.otherTests == 0)
    #expect(lead.cause == nil && lead.location?.text == "a/t.py")
  }

  @Test func oneTestInSeveralEnvironmentsIsNoCause() throws {
    let failures = ["linux", "mac", "win", "bsd"].map { (name: String) in
      failure("[\(name)] logs in", "No answer came", environment: name)
    }
    #expect(try leads(failures).causes.isEmpty)
  }

  @Test func threeFailuresAreSeenAtAGlance() throws {
    let failures = (1...4).map { failure("t\($0)", "No answer came") }
    #expect(try leads(failures).causes.count == 1)
    #expect(try leads(Array(failures.dropLast())).causes.isEmpty)
  }

  @Test func findingsAndWarningsDoNotCount() throws {
    let messages = (1...6).map { number in
      var message = failure("t\(number)", "No answer came")
      if number % 2 == 0 { message.urgency = .warning } else { message.fingerprint = "f:\(number)" }
      return message
    }
    #expect(try leads(messages).causes.isEmpty)
  }

  @Test func theLargestComesFirstThenTheNewest() throws {
    let all = ["red", "green", "blue"].enumerated().flatMap { index, color in
      (1...(index == 2 ? 3 : 2)).map { failure("\(color)\($0)", "The \(color) lamp is off") }
    }
    let old = Array(all.prefix(2))
    let made = try report(dataset(all), settings(baseline: dataset(old)))
    #expect(
      outline(made.leads) == [
        "3 The blue lamp is off", "2 The green lamp is off", "2 The red lamp is off",
      ])
    #expect(made.leads.causes.map { made.news(of: $0) } == ["New", "New", nil])
  }

  @Test func fiveCausesAreListedAndTheOtherFailuresCounted() throws {
    let all = (2...8).flatMap { size in
      (1...size).map { failure("t\(size)\($0)", "Lamp is off", at: ("a/lamp.c", size)) }
    }
    let leads = try leads(all)
    #expect(leads.causes.map(\.items.count) == [8, 7, 6, 5, 4] && leads.others == 5)
  }

  @Test func aSectionGroupsFailuresByTheSameCauses() throws {
    let failures = (1...9).map {
      failure("t\($0)", "TypeError: \($0) is odd", at: ("src/sums.py", 4))
    }
    let made = try report(dataset(failures + others(20)))
    #expect(made.sections.first?.groups.map(\.likeness) == [.lead])
    #expect(made.sections.first?.groups.map(\.title) == ["TypeError: … is odd"])
    #expect(made.sections.first?.items.count == 29)
  }
}
