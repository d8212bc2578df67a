import Composing
import Model
import Testing
import Text

@Suite("Causes that lines of tests share") struct SharedCauseTests {
  /// Failures with one cause, each at another line of a file.
  private func failures(
    _ cause: String, in file: String = "tests/test_cli.py", lines: [Int] = [401, 411, 423],
    name: (Int) -> String = { "t\($0)" }
  ) -> [Message] {
    lines.map { line in
      var message = Message(
        urgency: .error, category: "tests", title: name(line), text: cause,
        details: "\(file):\(line): Error", location: Message.Location(file: file, line: line),
        fingerprint: "test:\(file) \(name(line))")
      message.textFormat = .plain
      message.cause = cause
      return message
    }
  }

  private func leads(_ messages: [Message]) throws -> [String] {
    let others = (1...3).map { number in
      Message(
        urgency: .error, category: "tests", title: "other\(number)",
        text: "\(["aa", "bb", "cc"][number - 1]) broke today", fingerprint: "test:other\(number)")
    }
    let leads = try report(dataset(messages + others)).leads
    return leads.causes.map { lead in
      "\(lead.items.count) \(lead.cause ?? "-")" + (lead.location.map { " at \($0.text)" } ?? "")
    }
  }

  @Test(arguments: [
    "TypeError: CliRunner.__init__() got an unexpected keyword argument 'mix_stderr'",
    "AttributeError: 'Cart' object has no attribute 'total'",
    "AssertionError: assert '/foo%40bar' == '/foo@bar'",
  ])
  func causesThatQuoteAnEqualNameAreOne(_ cause: String) throws {
    #expect(try leads(failures(cause)) == ["3 \(cause) at tests/test_cli.py"])
    let both = failures(cause) + failures(cause, in: "tests/test_app.py")
    #expect(try leads(both) == ["6 \(cause)"])
  }

  @Test(arguments: [
    "AssertionError: assert False", "assert 404 == 400", "expected true to be false",
    "AssertionError: assert 'a' == 'b'", "IndexError: list index out of range",
    "TypeError: 'NoneType' object is not subscriptable", "java.lang.NullPointerException",
    "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
  ])
  func otherEqualCausesMayHaveSeveralReasons(_ cause: String) throws {
    #expect(try leads(failures(cause)).isEmpty)
  }

  @Test func aLineOfOtherCodeTellsCausesApart() throws {
    let cause = "AttributeError: 'Cart' object has no attribute 'total'"
    #expect(try leads(failures(cause, in: "src/cart.py")).isEmpty)
  }

  @Test func otherValuesAreOtherCauses() throws {
    let one = failures("AssertionError: assert '/foo%40bar' == '/foo@bar'", lines: [1, 2])
    let other = failures("AssertionError: assert '/foo%40baz' == '/foo@baz'", lines: [3, 4])
    #expect(try leads(one + other).count == 2)
  }

  @Test func oneTestHasOneCauseAtAllOfItsLines() throws {
    let failures = failures("AssertionError: assert False", lines: [86, 87, 90]) {
      "test_uris[\($0)]"
    }
    #expect(try leads(failures) == ["3 AssertionError: assert False at tests/test_cli.py"])
  }
}
