import ImportSupport
import Model
import Testing

/// What the details of a failure add to its text, and the line of its test.
@Suite("Texts and places of JUnit") struct JUnitTextTests {
  private func failing(_ failure: String, _ attributes: String) -> Import {
    Import(text: "<testsuite name='s'><testcase \(attributes)>\(failure)</testcase></testsuite>")
  }

  @Test func theFrameOfTheTestsClassIsTheLineOfTheTest() {
    let failure = """
      <error message='no claim'>java.lang.IllegalArgumentException: no claim
      at org.shop.dao.Store.get(Store.java:712)
      at org.shop.vendor.VendorTest.testFind(VendorTest.java:120)
      at org.shop.test.ejb.TestCaller.runTests(TestCaller.java:136)</error>
      """
    for attributes in [
      "classname='org.shop.vendor.VendorTest' name='testFind'",
      "name='org.shop.vendor.VendorTest.testFind'",
    ] {
      let found = failing(failure, attributes)
      #expect(found.place == "org/shop/dao/Store.java:712")
      #expect(found.testPlace == "org/shop/vendor/VendorTest.java:120")
    }
    #expect(failing(failure, "name='finds'").testPlace == "org/shop/test/ejb/TestCaller.java:136")
  }

  @Test func detailsShowADifferenceOnce() {
    let message = "AssertionError: assert 'a\\n' == 'b\\n'&#10;  &#10;  - b&#10;  ? ^&#10;  + a"
    let trace = """
      def test():
      &gt;       assert f() == 'b\\n'
      E       AssertionError: assert 'a\\n' == 'b\\n'
      E         
      E         - b
      E         ? ^
      E         + a

      test_a.py:4: AssertionError
      """
    let found = failing("<failure message=\"\(message)\">\(trace)</failure>", "name='t'")
    #expect(found.told == ["error t | AssertionError: assert 'a\\n' == 'b\\n'"])
    #expect(found.message?.details?.hasPrefix("    def test():\n>") == true)
    let other = failing(
      "<failure message=\"\(message)\">\(trace.replacing("+ a", with: "+ c"))</failure>",
      "name='t'")
    #expect(other.message?.details?.hasPrefix("  - b\n") == true)
  }

  @Test(arguments: [
    ("def test():\n        a = 1\n&gt;       f()\nE       no", "    def test():\n        a = 1\n"),
    ("@fixture\n    def db():\n&gt;       f()\nE       no", "    @fixture\n    def db():\n"),
    ("def test():\n  a = 1\n&gt;       f()", "def test():\n"),
    ("def test():\n        a = 1", "def test():\n"),
    ("value = 1\n\n    def test():\n&gt;       f()", "value = 1\n"),
  ])
  func theFirstLineOfSourceHasTheIndentOfTheOthers(trace: String, beginning: String) {
    let found = failing("<failure message='m'>\(trace)</failure>", "name='t'")
    #expect(found.message?.details?.hasPrefix(beginning) == true, "\(found.message?.details ?? "")")
  }
}
