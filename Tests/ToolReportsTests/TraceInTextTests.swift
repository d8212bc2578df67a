import ImportSupport
import Model
import Testing

@testable import ToolReports

/// Where an error was raised, and which line of the test led there.
struct TraceInTextTests {
  private static let python = """
    src/shop/types.py:57: FileNotFoundError

    During handling of the above exception, another exception occurred:

        def test_path():
    >       convert(path)

    tests/test_types.py:14: \n\
    src/shop/types.py:63: in convert
        name = shown(path)
    E       TypeError: at src/shop/other.py:9

    src/shop/utils.py:72: TypeError
    """
  private static let traceback = """
    Traceback (most recent call last):
      File "/w/shop/load.py", line 9, in load
    KeyError: 'a'

    The above exception was the direct cause of the following exception:

    Traceback (most recent call last):
      File "/usr/lib/python3.11/unittest/case.py", line 57, in run
      File "/w/tests/test_a.py", line 7, in test_a
      File "/w/shop/wrap.py", line 20, in wrap
      File "/w/.venv/lib/python3.11/site-packages/x.py", line 3, in x
    ValueError: wrapped
    """
  private static let node = """
    Error: outer
        at run (/w/test/a.test.js:10:9) {
      [cause]: Error: inner
          at read (/w/node_modules/x/y.js:3:9)
          at inner (/w/src/b.js:3:9)
          at run (/w/test/a.test.js:9:9)
    }
    """
  private static let go = """
    panic: boom [recovered]

    goroutine 6 [running]:
    testing.tRunner.func1.2({0x1, 0x2})
    \t/usr/local/go/src/testing/testing.go:1545 +0x238
    panic({0x1, 0x2})
    \t/usr/local/go/src/runtime/panic.go:914 +0x21f
    example.org/m/pay.Charge(...)
    \t/w/m/pay/pay.go:12
    example.org/m/pay.TestCharge(0xc)
    \t/w/m/pay/pay_test.go:8 +0x1d
    """
  private static let rust = """
    thread 'tests::it' panicked at src/lib.rs:12:5:
    stack backtrace:
       0: at ./src/tests.rs:40:9
    """
  private static let php = """
    RuntimeException: outer
    /w/src/Cart.php:30
    /w/tests/CartTest.php:15
    Caused by
    PDOException: inner
    /w/src/Store.php:8
    /w/tests/CartTest.php:15
    """

  private static let ruby = """
    lib/shop.rb:9:in 'Shop#rescue in pay': see config/a.rb:3 (Shop::Error)
    \tfrom lib/shop.rb:5:in 'Shop#pay'
    \tfrom test/shop_test.rb:4:in 'ShopTest#test_pay'
    /usr/lib/ruby/3.4.0/socket.rb:61:in 'Socket.tcp': refused (Errno::ECONNREFUSED)
    \tfrom lib/bank.rb:3:in 'Bank#open'
    \tfrom lib/shop.rb:7:in 'Shop#pay'
    \tfrom test/shop_test.rb:4:in 'ShopTest#test_pay'
    """
  private static let script = """
    a.rb:9:in `rescue in pay': outer (RuntimeError)
    \tfrom a.rb:1:in `<main>'
    b.rb:3:in `open': inner (KeyError)
    \tfrom a.rb:7:in `pay'
    """
  private static let rspec = """
    Failure/Error: raise Outer, 'outer'

    Outer:
      outer
    # ./lib/shop.rb:9:in 'Shop#rescue in pay'
    # ./lib/shop.rb:5:in 'Shop#pay'
    # ./spec/shop_spec.rb:6:in 'block (2 levels) in <top (required)>'
    # ------------------
    # --- Caused by: ---
    # KeyError:
    #   key not found: :bank
    #   ./lib/bank.rb:3:in 'Hash#fetch'
    """
  private static let rake = """
    Outer: outer
        /w/lib/shop.rb:9:in `rescue in pay'
        /w/test/shop_test.rb:4:in `test_pay'

    Caused by:
    KeyError: inner
        /w/vendor/bundle/ruby/3.2.0/gems/pg-1.5/lib/pg.rb:3:in `open'
        /w/lib/bank.rb:3:in `open'
        /w/test/shop_test.rb:4:in `test_pay'
    """

  @Test(
    arguments: [
      (ruby, "lib/bank.rb:3", "test/shop_test.rb:4"), (script, "b.rb:3", nil),
      (rspec, "./lib/bank.rb:3", "./spec/shop_spec.rb:6"),
      (rspec.replacing("\n# ", with: "\n"), "./lib/bank.rb:3", "./spec/shop_spec.rb:6"),
      (rake, "/w/lib/bank.rb:3", "/w/test/shop_test.rb:4"),
      (python, "src/shop/utils.py:72", "tests/test_types.py:14"),
      (traceback, "/w/shop/wrap.py:20", "/w/tests/test_a.py:7"),
      (node, "/w/src/b.js:3", "/w/test/a.test.js:9"),
      (go, "/w/m/pay/pay.go:12", "/w/m/pay/pay_test.go:8"),
      (rust, "src/lib.rs:12", nil), (php, "/w/src/Store.php:8", "/w/tests/CartTest.php:15"),
      ("at f (src/a.js:1:2)\nCaused by: no file", "src/a.js:1", nil), ("no place", nil, nil),
      ("see http://localhost:8080/x.html", nil, nil),
    ] as [(String, String?, String?)])
  func theLastErrorOfAChainSaysWhereItWasRaised(text: String, raised: String?, test: String?) {
    func shown(_ place: TraceInText.Place?) -> String? { place.map { "\($0.path):\($0.line)" } }
    let trace = TraceInText(text)
    #expect(shown(trace?.raised) == raised)
    #expect(shown(trace?.test) == test)
  }

  @Test(arguments: [
    (
      "   at Shop.Outer() in /w/a/Outer.cs:line 3\n--InnerException\n   at Shop.In() in /w/a/In.cs:line 9",
      9
    ),
    (
      "   at A.B() in /w/B.cs:line 3\n----- Inner Stack Trace -----\n   at System.X() in /x/X.cs:line 1",
      3
    ),
    (
      "   at A.In() in /w/In.cs:line 9\n   --- End of inner exception stack trace ---\n   at A.B() in /w/B.cs:line 3",
      9
    ),
  ])
  func theInnermostExceptionOfDotNetCounts(trace: String, line: Int) {
    #expect(DotNetTrace.place(in: trace)?.line == line)
  }

  @Test func aTestWhoseFileIsGivenHasThePlaceThatItLedTo() {
    let text = """
      <testsuite name="s"><testcase classname="tests.test_a" name="t" file="tests/test_a.py" line="3">
      <failure message="m">/w/tests/test_a.py:5: in t
      /w/shop/x.py:8: in f
      E   ValueError</failure></testcase></testsuite>
      """
    let found = Import(text: text)
    #expect(found.place == "shop/x.py:8")
    #expect(found.testPlace == "tests/test_a.py:5")
    #expect(found.message?.details?.contains("Also") == false)
  }

  @Test func aTestThatRaisesTheErrorItselfHasOnePlace() {
    let text = """
      <testsuite name="s"><testcase classname="tests.test_a" name="t" file="tests/test_a.py" line="3">
      <failure message="m">tests/test_a.py:5: in t
      E   ValueError</failure></testcase></testsuite>
      """
    let found = Import(text: text)
    #expect(found.place == "tests/test_a.py:5")
    #expect(found.message?.testLocation == nil)
  }

  @Test func theRunnerOfGoIsNoTest() throws {
    let text = """
      Read by goroutine 8:
        name/race.Work()
            /src/name/race/work.go:7 +0x3c
        testing.tRunner()
            /sdk/go1.18/src/testing/testing.go:1719 +0x2d
      """
    let trace = try #require(TraceInText(text))
    #expect(trace.raised.path == "/src/name/race/work.go")
    #expect(trace.test == nil)
  }

  @Test func aPlaceThatTheTestsFileDidNotLeadToIsNotTaken() {
    let text = """
      <testsuite name="s"><testcase name="t" file="a/b.rb" line="3"><failure message="m">see docs/x.md:3</failure>
      </testcase></testsuite>
      """
    #expect(Import(text: text).place == "a/b.rb:3")
  }

  @Test func aTraceOfDotNetHasAPlaceInAnyReport() throws {
    let text = "   at Shop.CartTests.Adds() in /w/tests/CartTests.cs:line 12"
    let trace = try #require(TraceInText(text))
    #expect(trace.raised.path == "/w/tests/CartTests.cs" && trace.raised.line == 12)
  }
}
