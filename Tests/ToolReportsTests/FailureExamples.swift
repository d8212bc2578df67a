import Testing

/// A failure as an importer describes it, and its cause.
struct FailureExample: CustomTestStringConvertible {
  let testDescription: String
  var text: String?
  var details: String?
  var title = "shop.Cart adds"
  let cause: String?

  init(_ name: String, _ text: String?, _ details: String? = nil, is cause: String?) {
    (testDescription, self.text, self.details, self.cause) = (name, text, details, cause)
  }
}

extension FailureExample {
  static let all = python + javaScript + java + dotNet + compiled + scripts + outputs

  static let python = [
    FailureExample(
      "pytest", "assert 3 == 4",
      """
      def test_adds():
      >       assert add(1, 2) == 4
      E       assert 3 == 4
      E        +  where 3 = add(1, 2)

      tests/test_cart.py:3: AssertionError
      """, is: "assert 3 == 4"),
    FailureExample(
      "pytest, a fixture", "failed on setup with \"OSError: refused: db:5432\"",
      """
      @pytest.fixture
          def db():
      >       raise OSError("refused: db:5432")
      E       OSError: refused: db:5432
      """, is: "failed on setup with \"OSError: refused: db:5432\""),
    FailureExample(
      "pytest, a chain", nil,
      """
          def test_load():
      >           {}["k"]
      E           KeyError: 'k'

      test_a.py:20: KeyError

      The above exception was the direct cause of the following exception:

      >           raise RuntimeError("no settings") from e
      E           RuntimeError: no settings

      test_a.py:22: RuntimeError
      """, is: "RuntimeError: no settings"),
    FailureExample(
      "pytest, an assertion without values", "AssertionError",
      """
      def test_open():
      >       assert shop.open
      E       AssertionError
      """, is: "AssertionError"),
    FailureExample(
      "unittest", "401 != 200 : status",
      """
      Traceback (most recent call last):
        File "/w/test_a.py", line 40, in test_u
          self.assertEqual(401, 200, "status")
      AssertionError: 401 != 200 : status
      """, is: "401 != 200 : status"),
    FailureExample(
      "unittest without a message",
      """
      Traceback (most recent call last):
        File "/w/test_a.py", line 41, in test_e
          add(1, "a")
          ~~~^^^^^^^^
      TypeError: can only concatenate str
      """, is: "TypeError: can only concatenate str"),
    FailureExample(
      "behave, a bare assertion",
      """
      Traceback (most recent call last):
        File "/w/steps/cart.py", line 9, in step_paid
          assert cart.paid
      AssertionError
      """, is: "AssertionError: assert cart.paid"),
    FailureExample(
      "Robot, a traceback of the teardown", "Element 'cart' not visible",
      """
      Traceback (most recent call last):
        File "/w/keywords.py", line 3, in close
      AssertionError: Test Teardown
      """, is: "Element 'cart' not visible"),
    FailureExample(
      "Robot, a setup", "Parent suite setup failed:\nConnectionError: refused db:5432",
      is: "Parent suite setup failed: ConnectionError: refused db:5432"),
    FailureExample(
      "Robot, several failures", "Several failures occurred:\n1) 200 != 500", "2) a != b",
      is: "200 != 500"),
    FailureExample(
      "Robot, a traceback without an error",
      """
      Traceback (most recent call last):
        File "/w/importer.py", line 2, in load
          return load(name)
      PYTHONPATH:
        /usr/lib/python3
      """, is: nil),
  ]

  static let javaScript = [
    FailureExample(
      "Jest", "Error: expect(received).toBe(expected) // Object.is equality",
      """
      Expected: 200
      Received: 500
          at Object.<anonymous> (/w/cart.test.js:5:20)
      """, is: "expect(received).toBe(expected): Expected: 200, Received: 500"),
    FailureExample(
      "Jest, a difference", "Error: expect(received).toEqual(expected) // deep equality",
      """
      - Expected  - 1
      + Received  + 1

        Object {
      -   "a": 1,
      +   "a": 2,
        }
      """, is: "expect(received).toEqual(expected): - \"a\": 1,, + \"a\": 2,"),
    FailureExample(
      "Vitest", "AssertionError: expected 500 to be 200 // Object.is equality",
      "- Expected\n+ Received\n\n- 200\n+ 500\n\n ❯ cart.test.ts:5:20",
      is: "AssertionError: expected 500 to be 200 // Object.is equality"),
    FailureExample(
      "Playwright", "Error: expect(locator).toHaveText(expected) failed",
      """
      Locator: locator('h1')
      Expected string: "Cart"
      Received string: "Login"
      Timeout: 5000ms
      """,
      is: """
        expect(locator).toHaveText(expected) failed: Expected string: "Cart", \
        Received string: "Login"
        """),
    FailureExample(
      "Mocha", "expected 200 to equal 500",
      "+ expected - actual\n\n-200\n+500\n\nat Context.<anonymous> (test/cart.js:5:20)",
      is: "expected 200 to equal 500"),
    FailureExample(
      "TAP of Node", "Expected values to be strictly equal:\n\n2 !== 3",
      "code: 'ERR_ASSERTION'", is: "Expected values to be strictly equal: 2 !== 3"),
    FailureExample(
      "TAP, values", "expected: '42', actual: '23'", "got: '23'", is: "expected: '42', actual: '23'"
    ),
    FailureExample(
      "Node, a cause", "Could not pay",
      """
      Error: Could not pay
          at pay (/w/cart.js:3:9) {
        [cause]: Error: connect ECONNREFUSED 127.0.0.1:5432
            at connect (node:net:1:2)
      }
      """, is: "Error: connect ECONNREFUSED 127.0.0.1:5432"),
    FailureExample(
      "Cucumber", "AssertionError [ERR_ASSERTION]: expected 200, got 500\n    + expected - actual",
      "    -500\n    +200", is: "AssertionError [ERR_ASSERTION]: expected 200, got 500"),
  ]

  static let java = [
    FailureExample(
      "JUnit", "expected: <200> but was: <500>",
      "at org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)",
      is: "expected: <200> but was: <500>"),
    FailureExample(
      "Java, a chain", "Could not pay (java.lang.RuntimeException)",
      """
      \tat shop.Cart.pay(Cart.java:30)
      Caused by: shop.GatewayException: no answer
      \tat shop.Gateway.send(Gateway.java:8)
      \t... 2 more
      Caused by: java.net.ConnectException: Connection refused
      \t... 3 more
      """, is: "java.net.ConnectException: Connection refused"),
    FailureExample(
      "Java, a cause without a message", "Could not pay (java.lang.RuntimeException)",
      "\tat shop.Cart.pay(Cart.java:30)\nCaused by: java.lang.NullPointerException\n\t... 2 more",
      is: "Could not pay (java.lang.RuntimeException)"),
    FailureExample(
      "Java, a suppressed error", "Could not pay (java.lang.RuntimeException)",
      """
      \tat shop.Cart.pay(Cart.java:30)
      \tSuppressed: java.io.IOException: close
      \tCaused by: java.io.IOException: disk
      Caused by: java.net.ConnectException: refused
      """, is: "java.net.ConnectException: refused"),
    FailureExample(
      "Java, the cause of a suppressed error", "Could not pay (java.lang.RuntimeException)",
      "\tat shop.Cart.pay(Cart.java:30)\n\tSuppressed: a.B: close\n\tCaused by: a.C: disk",
      is: "Could not pay (java.lang.RuntimeException)"),
    FailureExample(
      "Hamcrest", "status\nExpected: is <200>\n     but: was <500>",
      is: "status: Expected: is <200>, but: was <500>"),
    FailureExample(
      "AssertJ", "Expecting:\n <1>\nto be equal to:\n <2>\nbut was not.",
      is: "Expecting: <1> to be equal to: <2> but was not."),
    FailureExample(
      "ArchUnit", "java.lang.AssertionError:", "Architecture Violation: 'a' depends on 'b'",
      is: "java.lang.AssertionError: Architecture Violation: 'a' depends on 'b'"),
    FailureExample(
      "RMI", "RuntimeException; nested exception is:",
      "\tjava.lang.IllegalArgumentException: no id",
      is:
        "RuntimeException; nested exception is: java.lang.IllegalArgumentException: no id"),
  ]

  static let dotNet = [
    FailureExample(
      "xUnit.net", "Assert.Equal() Failure: Values differ\nExpected: 200\nActual:   500",
      "at Shop.CartTests.Adds() in /w/CartTests.cs:line 12",
      is: "Assert.Equal() Failure: Values differ: Expected: 200, Actual: 500"),
    FailureExample(
      "xUnit.net, a chain",
      """
      System.InvalidOperationException : Could not pay
      ---- System.Net.Sockets.SocketException : Connection refused
      """, is: "System.Net.Sockets.SocketException : Connection refused"),
    FailureExample(
      "NUnit", "  Expected: 200\n  But was:  500", is: "Expected: 200, But was: 500"),
    FailureExample(
      "MSTest",
      "Test method Shop.CartTests.Adds threw exception:\nSystem.ArgumentException: no item",
      is: "System.ArgumentException: no item"),
    FailureExample(
      "MSTest, inner errors in a line",
      """
      Test method Shop.CartTests.Adds threw exception:
      System.InvalidOperationException: Bad document. ---> System.FormatException: no root
      """, is: "System.FormatException: no root"),
  ]

  static let compiled = [
    FailureExample(
      "Go", "connecting to db\ngot 500, want 200",
      "cart_test.go:8: connecting to db\n    cart_test.go:9: got 500, want 200",
      is: "got 500, want 200"),
    FailureExample(
      "go-junit-report", "cart_test.go:8: connecting to db",
      """
      === RUN   TestAdds
          cart_test.go:8: connecting to db
          cart_test.go:9: status: got 500, want 200
      --- FAIL: TestAdds (0.00s)
      """, is: "status: got 500, want 200"),
    FailureExample(
      "Go, a panic", "Did not finish",
      "panic: runtime error: index out of range [3] [recovered]\n\ngoroutine 7 [running]:",
      is: "panic: runtime error: index out of range [3]"),
    FailureExample(
      "testify", "Not equal:\nexpected: 200\nactual  : 500",
      """
      cart_test.go:20:\u{20}
          \tError Trace:\t/w/cart_test.go:20
          \tError:      \tNot equal:\u{20}
          \t            \texpected: 200
          \t            \tactual  : 500
          \tTest:       \tTestAdds
          \tMessages:   \tstatus
      """, is: "Not equal: expected: 200, actual : 500, status"),
    FailureExample(
      "nextest", "thread 't::eq' panicked at src/lib.rs:3:5 (test failure with exit code 101)",
      """
      thread 't::eq' panicked at src/lib.rs:3:5:
      assertion `left == right` failed: status
        left: 200
       right: 500
      """, is: "assertion `left == right` failed: status left: 200, right: 500"),
    FailureExample(
      "Rust before 1.73", "thread 'main' panicked at 'no route', src/lib.rs:9:5", is: "no route"),
    FailureExample(
      "Rust, causes", "Error: could not load",
      "\nCaused by:\n    0: reading a.toml\n    1: No such file", is: "No such file"),
    FailureExample(
      "XCTest", "XCTAssertEqual failed: (\"200\") is not equal to (\"500\") - status",
      is: "XCTAssertEqual failed: (\"200\") is not equal to (\"500\") - status"),
    FailureExample(
      "Swift Testing", "Expectation failed: (status → 200) == 500",
      is: "Expectation failed: (status → 200) == 500"),
    FailureExample(
      "Catch2", "status == 500 (REQUIRE)",
      "FAILED:\n  REQUIRE( status == 500 )\nwith expansion:\n  200 == 500\nat cart_test.cpp:12",
      is: "status == 500: 200 == 500"),
    FailureExample(
      "Catch2, an exception", "cart.pay() (REQUIRE_NOTHROW)",
      """
      FAILED:
        REQUIRE_NOTHROW( cart.pay() )
      due to unexpected exception with message:
        connection refused
      at cart_test.cpp:22
      """, is: "connection refused"),
    FailureExample(
      "GoogleTest",
      "Expected equality of these values:\n  cart.status()\n    Which is: 500\n  200\nstatus",
      is: "Expected equality of these values: cart.status() Which is: 500 200 status"),
    FailureExample(
      "GoogleTest, an exception",
      "unknown file\nC++ exception with description \"refused\" thrown.",
      is: "C++ exception with description \"refused\" thrown."),
    FailureExample(
      "UBSan", "Failed", "cart.c:3:9: runtime error: signed integer overflow: 7 + 1",
      is: "runtime error: signed integer overflow: 7 + 1"),
  ]

  static let scripts = [
    FailureExample(
      "PHPUnit", "CartTest::testAdds (PHPUnit\\Framework\\ExpectationFailedException)",
      "Failed asserting that 500 matches expected 200.\n\n/w/tests/CartTest.php:12",
      is: "Failed asserting that 500 matches expected 200."),
    FailureExample(
      "PHPUnit, without the name",
      "Failed asserting that 500 is 200. (PHPUnit\\Framework\\ExpectationFailedException)",
      "/w/tests/CartTest.php:12", is: "Failed asserting that 500 is 200."),
    FailureExample(
      "PHPUnit, a difference", "CartTest::testAdds with data set #0 (1)",
      """
      Failed asserting that two strings are equal.
      --- Expected
      +++ Actual
      @@ @@
      -'a'
      +'b'
      """, is: "Failed asserting that two strings are equal. -'a', +'b'"),
    FailureExample(
      "PHPUnit, a cause", "CartTest::testPay (RuntimeException)",
      "RuntimeException: Could not pay\n\nCaused by\nPDOException: refused\n\n/w/Db.php:3",
      is: "PDOException: refused"),
    FailureExample(
      "a C++ error that looks like PHPUnit's name", "std::bad_alloc", "at cart_test.cpp:3",
      is: "std::bad_alloc"),
    FailureExample(
      "RSpec", "expected: 200\n     got: 500 (RSpec::Expectations::ExpectationNotMetError)",
      "Failure/Error: expect(cart.status).to eq 200", is: "expected: 200, got: 500"),
    FailureExample(
      "RSpec, a cause", "could not pay (Shop::Error)",
      "./lib/cart.rb:9:in 'pay'\n# --- Caused by: ---\n# PG::ConnectionBad:\n#   refused",
      is: "PG::ConnectionBad: refused"),
  ]

  static let outputs = [
    FailureExample(
      "CTest, a sanitizer", "    #1 0x7f in __libc_start_main\n==7==ABORTING",
      """
      Output:
      start
      ==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55
          #1 0x7f in __libc_start_main
      ==7==ABORTING
      """, is: "AddressSanitizer: heap-use-after-free"),
    FailureExample(
      "CTest", "start\ncart_test.cc:9: check failed: 200 != 500\ndone",
      "Output:\nstart\ncart_test.cc:9: check failed: 200 != 500\ndone",
      is: "cart_test.cc:9: check failed: 200 != 500"),
    FailureExample(
      "CTest, a signal", "SEGFAULT", "Output:\nerror: map not found", is: "SEGFAULT"),
    FailureExample(
      "the end of a process", "exited with error code 1",
      "Output:\nTraceback (most recent call last):\n  File \"a\", line 3\nKeyError: 'k'",
      is: "KeyError: 'k'"),
    FailureExample(
      "output only", nil, "Output:\nplan\n0 failed\nfatal: no map", is: "fatal: no map"),
    FailureExample("output that tells nothing", nil, "Output:\nplan\nDUMMY", is: nil),
    FailureExample("no text", nil, nil, is: nil),
    FailureExample("a blank text", " \n\t\n", " \n", is: nil),
    FailureExample(
      "a text that is only a frame", "cart.js:3:4",
      "at Object.<anonymous> (/w/cart.test.js:5:20)", is: nil),
    FailureExample("the name only", "shop.Cart adds", "no money", is: "no money"),
  ]
}
