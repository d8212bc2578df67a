/// Failures of compiled programs and of scripts, and outputs of programs.
extension FailureExample {
  static let compiled = [
    FailureExample(
      "dbt", "Database Error in model orders (models/orders.sql)\n  Query error: No such column",
      is: "Query error: No such column"),
    FailureExample(
      "dbt, without more", "Database Error in model orders (models/orders.sql)",
      is: "Database Error in model orders (models/orders.sql)"),
    FailureExample(
      "Playwright, pictures", "Error: expect(page).toHaveScreenshot(expected)",
      """
        61267 pixels (ratio 0.07 of all image pixels) are different.

      Expected: /w/tests/cart-1-linux.png
      Received: /w/test-results/cart-1-actual.png
      """,
      is: "expect(page).toHaveScreenshot(expected): 61267 pixels (ratio 0.07 of all image pixels) "
        + "are different."),
    FailureExample(
      "Java, a cause in two lines", "outer: nested exception is:",
      "java.rmi.ServerException: outer\n\tat a.B.c(B.java:1)\n"
        + "Caused by: org.x.DAOException: [S2001] could not update :\n\tid = 7. No identifier\n"
        + "\tat a.B.c(B.java:2)",
      is: "org.x.DAOException: [S2001] could not update : id = 7. No identifier"),
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
      "a warning of a sanitizer in the trace", "expected: <200> but was: <500>",
      "WARNING: ThreadSanitizer: data race (pid=7)\n  #0 0x55 in pay",
      is: "expected: <200> but was: <500>"),
    FailureExample(
      "an error of a sanitizer in the trace", "could not pay",
      "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x60\n  #0 0x55 in pay",
      is: "AddressSanitizer: heap-use-after-free"),
    FailureExample(
      "UBSan", "Failed", "cart.c:3:9: runtime error: signed integer overflow: 7 + 1",
      is: "runtime error: signed integer overflow: 7 + 1"),
  ]

  static let scripts = [
    FailureExample(
      "Minitest, a difference", "--- expected... (Minitest::Assertion)",
      """
      Failure:
      test_adds(CartTest) [/w/test/cart_test.rb:9]:
      --- expected
      +++ actual
      @@ -1 +1 @@
      -"a"
      +"b"
      """, is: "expected: \"a\", actual: \"b\""),
    FailureExample(
      "Minitest, a message and a difference",
      "status.\n--- expected\n+++ actual\n@@ -1 +1 @@\n-200\n+500",
      is: "status. expected: 200, actual: 500"),
    FailureExample(
      "Minitest, values", "Expected: 200... (Minitest::Assertion)",
      "Failure:\ntest_adds(CartTest) [/w/test/cart_test.rb:9]:\nExpected: 200\n  Actual: 500",
      is: "Expected: 200, Actual: 500"),
    FailureExample(
      "Test::More", "Failed test 'status'",
      "at t/cart.t line 17.\n         got: '500'\n    expected: '200'",
      is: "Failed test 'status': expected: '200', got: '500'"),
    FailureExample(
      "Test::More in JUnit", "not ok 2 - status (TestFailed)",
      """
      not ok 2 - status
      #   Failed test 'status'
      #   at t/cart.t line 17.
      #          got: '500'
      #     expected: '200'
      """, is: "expected: '200', got: '500'"),
    FailureExample(
      "Test::More, structures", "Failed test 'items'",
      """
      at t/cart.t line 18.
          Structures begin differing at:
               $got->[1] = '2'
          $expected->[1] = '3'
      """, is: "Failed test 'items': $expected->[1] = '3', $got->[1] = '2'"),
    FailureExample(
      "ExUnit", "Assertion with == failed",
      """
        1) test adds (CartTest)
           test/cart_test.exs:9
           Assertion with == failed
           code:  assert add(1, 2) == 4
           left:  3
           right: 4
      """, is: "Assertion with == failed: left: 3, right: 4"),
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
      """, is: "Failed asserting that two strings are equal. Expected: 'a', Actual: 'b'"),
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
      "a telling line of a process", "exited with 3",
      "Output:\nplan\nfatal: no map\ndone", is: "fatal: no map"),
    FailureExample(
      "a process that tells nothing", "exited with 3", "Output:\nplan\ndone", is: "exited with 3"),
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
