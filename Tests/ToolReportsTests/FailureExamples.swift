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
      "lines of another program that look like pytest's", "Element 'cart' not visible",
      "E   could not read the cache\n\tat shop.Cart.open(Cart.java:3)",
      is: "Element 'cart' not visible"),
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
      """, is: "expect(received).toEqual(expected): Expected: \"a\": 1, Received: \"a\": 2"),
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
      "TAP of Node, deep values", "Expected values to be strictly deep-equal:\n+ actual - expected",
      """
      error: |-
        Expected values to be strictly deep-equal:
        + actual - expected

          {
        +   a: 1,
        -   a: 2,
          }
      code: 'ERR_ASSERTION'
      expected:
        a: 2
      actual:
        a: 1
      """, is: "Expected values to be strictly deep-equal: expected: a: 2, actual: a: 1"),
    FailureExample(
      "TAP of Node, long texts", "Expected values to be strictly equal:",
      """
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be strictly equal:

        'abc' !== 'abd'

      code: 'ERR_ASSERTION'
      """, is: "Expected values to be strictly equal: 'abc' !== 'abd'"),
    FailureExample(
      "TAP, values in blocks", "should be deeply equivalent",
      """
      operator: deepEqual
      expected: |-
        { a: 1 }
      actual: |-
        { a: 2 }
      """, is: "should be deeply equivalent: expected: { a: 1 }, actual: { a: 2 }"),
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
      "JUnit, values of several lines", "expected: <{\n  1\n}> but was: <{\n  2\n}>",
      "\tat shop.Cart.add(Cart.java:7)", is: "expected: <{ 1 }> but was: <{ 2 }>"),
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
      "Java, a message of two lines", "RuntimeException (java.rmi.ServerException)",
      """
      \tat shop.Cart.pay(Cart.java:30)
      Caused by: shop.StoreException: could not update cart [null] :
      \tid = 7. The cart has no identifier
      \tat shop.Store.update(Store.java:443)
      """,
      is: "shop.StoreException: could not update cart [null] : id = 7. The cart has no identifier"),
    FailureExample(
      "Java, a colon before a cause", "Could not pay (java.lang.RuntimeException)",
      "Caused by: shop.StoreException: could not update:\nCaused by: java.io.IOException: full",
      is: "java.io.IOException: full"),
    FailureExample(
      "Java, a colon before a frame", "Could not pay (java.lang.RuntimeException)",
      "Caused by: shop.StoreException: could not update:\n\tat shop.Store.update(Store.java:443)",
      is: "shop.StoreException: could not update:"),
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
}
