import ImportSupport
import Model
import Testing

@testable import ToolReports

/// The details of a failure that a library raised begin in the project's own code.
struct OwnFrameTests {
  /// A failure of a JUnit report, and the first line that its details show.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let content: String
    let first: String

    init(_ name: String, _ content: String, begins first: String) {
      (testDescription, self.content, self.first) = (name, content, first)
    }
  }

  private static let examples = [
    Example(
      "Java",
      """
      java.lang.IllegalStateException: closed
      \tat org.junit.Assert.fail(Assert.java:7)
      \tat shop.Cart.add(Cart.java:71)
      \tat shop.Cart.add(Cart.java:7)
      """, begins: "\tat shop.Cart.add(Cart.java:71)"),
    Example(
      "Java, a cause",
      """
      shop.Failed: outer
      \tat shop.Cart.add(Cart.java:9)
      Caused by: java.sql.SQLException: refused
      \tat com.mysql.Driver.open(Driver.java:1)
      \tat shop.Store.open(Store.java:3)
      \t... 2 more
      """, begins: "\tat shop.Store.open(Store.java:3)"),
    Example(
      "Java, a cause with the message of the outer error",
      """
      java.sql.SQLException: refused
      \tat com.mysql.Driver.open(Driver.java:1)
      \tat shop.Cart.add(Cart.java:9)
      Caused by: java.sql.SQLException: refused
      \tat com.mysql.Driver.open(Driver.java:1)
      \tat shop.Store.open(Store.java:3)
      """, begins: "\tat shop.Store.open(Store.java:3)"),
    Example(
      "Java, a cause in own code",
      """
      shop.Failed: outer
      \tat shop.Cart.add(Cart.java:9)
      Caused by: shop.Refused: inner
      \tat shop.Store.open(Store.java:3)
      """, begins: "Caused by: shop.Refused: inner"),
    Example(
      "Java, a cause without own code",
      """
      shop.Failed: outer
      \tat shop.Cart.add(Cart.java:9)
      Caused by: java.sql.SQLException: refused
      \tat com.mysql.Driver.open(Driver.java:1)
      """, begins: "Caused by: java.sql.SQLException: refused"),
    Example(
      "Node",
      """
      TypeError: no
          at read (/w/node_modules/x/y.js:3:9)
          at new Promise (<anonymous>)
          at inner (/w/src/b.js:3:9)
      """, begins: "    at inner (/w/src/b.js:3:9)"),
    Example(
      "Go",
      """
      panic: no

      goroutine 6 [running]:
      panic({0x1, 0x2})
      \t/usr/local/go/src/runtime/panic.go:914 +0x21f
      example.org/m/pay.Charge(...)
      \t/w/m/pay/pay.go:12
      """, begins: "\t/w/m/pay/pay.go:12"),
    Example(
      ".NET",
      """
      System.Exception: no
         at System.Text.Json.Parse(String s)
         at Shop.Cart.Add() in /w/Cart.cs:line 9
      """, begins: "   at Shop.Cart.Add() in /w/Cart.cs:line 9"),
    Example(
      "PHP", "RuntimeException: no\n/w/vendor/x/y.php:3\n/w/src/Cart.php:9",
      begins: "/w/src/Cart.php:9"),
    Example(
      "Ruby",
      """
      KeyError: no
      /usr/lib/ruby/3.4.0/socket.rb:61:in 'Socket.tcp'
      /w/lib/bank.rb:3:in 'Bank#open'
      """, begins: "/w/lib/bank.rb:3:in 'Bank#open'"),
    Example(
      "pytest",
      """
          def test_pay():
      >       pay(3)

      tests/test_pay.py:4:\u{20}
      _ _ _
      shop/pay.py:8: in pay
          get(url)
      _ _ _

          def get(url):
      >       raise Refused(url)
      E       lib.Refused: http://x

      /usr/lib/python3.11/site-packages/lib.py:9: Refused
      """, begins: "shop/pay.py:8: in pay"),
    Example(
      "pytest, from the test",
      """
          def test_pay():
              url = "http://x"
      >       get(url)

      tests/test_pay.py:5:\u{20}
      _ _ _

          def get(url):
      >       raise Refused(url)
      E       lib.Refused: http://x

      /usr/lib/python3.11/site-packages/lib.py:9: Refused
      """, begins: ">       get(url)"),
    Example(
      "pytest, own code",
      """
          def test_pay():
      >       pay(3)

      tests/test_pay.py:4:\u{20}
      _ _ _

          def pay(sum):
      >       raise Refused(sum)
      E       shop.Refused: 3

      shop/pay.py:9: Refused
      """, begins: ">       raise Refused(sum)"),
    Example(
      "Python",
      """
      Traceback (most recent call last):
        File "/w/tests/test_a.py", line 7, in test_a
          wrap()
        File "/w/shop/wrap.py", line 20, in wrap
          get()
        File "/usr/lib/python3.11/site-packages/x.py", line 3, in get
          found(None)
        File "/usr/lib/python3.11/site-packages/x.py", line 9, in found
          raise ValueError("no")
      ValueError: no
      """, begins: "  File \"/w/shop/wrap.py\", line 20, in wrap"),
    Example(
      "a message of several lines",
      """
      Error: no such element
      Looked for:
        #login
          at find (/w/node_modules/x/y.js:3:9)
          at inner (/w/src/b.js:3:9)
      """, begins: "Looked for:"),
  ]

  @Test(arguments: examples)
  func detailsBeginInTheProjectsOwnCode(_ example: Example) throws {
    let text = """
      <testsuite name="s"><testcase classname="shop.CartTest" name="adds"><failure>\
      \(example.content.replacing("<", with: "&lt;"))</failure></testcase></testsuite>
      """
    let message = try #require(Import(text: text).message)
    let details = try #require(message.details)
    let shown = Message.parts(of: details, atLine: message.detailsStart).rest
    let first = try #require(shown.split(separator: "\n").first)
    // The indent of all lines is removed.
    #expect(example.first.hasSuffix(first.drop { $0 == " " || $0 == "\t" }))
  }
}
