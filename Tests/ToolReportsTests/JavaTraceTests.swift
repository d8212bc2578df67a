import Foundation
import ImportSupport
import JSON
import Model
import Testing

@testable import Datasets
@testable import ToolReports

/// Where an error of Java, Kotlin or Scala was raised.
struct JavaTraceTests {
  private static let chain = """
    java.lang.RuntimeException: outer
    \tat com.x.Cart.add(Cart.java:30)
    \tat com.x.CartTest.adds(CartTest.java:15)
    \tat java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:103)
    \tat org.junit.platform.commons.util.ReflectionUtils.invokeMethod(ReflectionUtils.java:767)
    Caused by: java.io.UncheckedIOException: middle
    \tat com.x.Disk.open(Disk.java:4)
    \tat com.x.Cart.add(Cart.java:28)
    \t... 3 more
    Caused by: java.io.IOException: inner
    \tat java.base/java.nio.file.Files.read(Files.java:99)
    \tat app//com.x.Store.lambda$read$0(Store.java:8)
    \tat com.x.Disk.open(Disk.java:2)
    \t... 4 more
    """
  private static let suppressed = """
    java.lang.IllegalStateException: no
    \tat com.x.Cart.close(Cart.java:9)
    \tat com.x.CartTest.closes(CartTest.java:20)
    \tSuppressed: java.io.IOException: also
    \t\tat com.x.Disk.close(Disk.java:50)
    \t\t... 2 more
    \tCaused by: java.lang.Error: of what was suppressed
    \t\tat com.x.Disk.flush(Disk.java:60)
    Caused by: java.lang.Error: cause
    \tat com.x.Lock.free(Lock.java:3)
    \t... 2 more
    """
  private static let kotlin = """
    java.lang.AssertionError: expected 1
    \tat org.junit.Assert.fail(Assert.java:89)
    \tat com.x.cart.CartKt$total$1.invoke(Cart.kt:12)
    \tat com.x.cart.CartTest$adds two$1.invokeSuspend(CartTest.kt:5)
    \tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)
    """
  private static let scala = """
    org.scalatest.exceptions.TestFailedException: 1 was not 2
    \tat org.scalatest.Assertions$AssertionsHelper.macroAssert(Assertions.scala:472)
    \tat com.x.CartSpec$.$anonfun$new$2(CartSpec.scala:14)
    """
  private static let library = """
    java.sql.SQLException: no driver
    \tat com.x.Db.open(Db.java:7)
    Caused by: java.net.ConnectException: refused
    \tat java.base/sun.nio.ch.Net.pollConnect(Native Method)
    """

  @Test(
    arguments: [
      (chain, "com/x/Store.java:8", "com/x/CartTest.java:15"),
      (suppressed, "com/x/Lock.java:3", "com/x/CartTest.java:20"),
      (kotlin, "com/x/cart/Cart.kt:12", "com/x/cart/CartTest.kt:5"),
      (scala, "com/x/CartSpec.scala:14", nil), (library, "com/x/Db.java:7", nil),
      (
        "java.io.IOException\n\tat okhttp3.Call.run(Call.kt:1)\n\tat com.x.Shop.pay(Shop.java:3)",
        "com/x/Shop.java:3", nil
      ),
      ("java.lang.Error\n\tat AppTest.a(AppTest.java:3)", "AppTest.java:3", nil),
      ("java.lang.Error\n\tat org.junit.Assert.fail(Assert.java:89)", nil, nil),
      ("see Cart.java:3", nil, nil),
    ] as [(String, String?, String?)])
  func theInnermostOwnFrameOfTheLastCauseCounts(text: String, raised: String?, test: String?) {
    func shown(_ place: TraceInText.Place?) -> String? { place.map { "\($0.path):\($0.line)" } }
    let trace = TraceInText(text)
    #expect(shown(trace?.raised) == raised)
    #expect(shown(trace?.test) == test)
  }

  @Test func aTestsOwnLineIsThatOfItsClass() throws {
    let text = """
      java.lang.Error: no
      \tat com.x.Cart.add(Cart.java:30)
      \tat com.x.CheckoutIT.pays(CheckoutIT.java:15)
      \tat com.x.TestRunner.run(TestRunner.java:2)
      """
    let trace = try #require(TraceInText(text, className: "com.x.CheckoutIT"))
    #expect(trace.test?.path == "com/x/CheckoutIT.java")
  }

  @Test func aFrameworkIsTheOwnCodeOfItsTests() {
    let text = "java.lang.Error\n\tat org.springframework.core.Env.get(Env.java:3)"
    #expect(TraceInText(text, className: "com.x.CartTest") == nil)
    #expect(TraceInText(text, className: "org.springframework.core.EnvTests")?.raised.line == 3)
  }

  private static let report = """
    <testsuite name="s"><testcase classname="com.x.CartTest" name="adds">
    <error message="outer">\(chain)</error></testcase></testsuite>
    """

  @Test func aPackageIsNoFolderOfTheSources() throws {
    let found = Import(text: Self.report) {
      $0.links.links = try? SourceLinks("https://git.example/{{file}}")
    }
    #expect(found.place == "com/x/Store.java:8")
    #expect(found.message?.location?.url == nil)
    #expect(found.testPlace == "com/x/CartTest.java:15")
    #expect(found.message?.testLocation?.url == nil)
  }

  @Test func aTestThatRaisesTheErrorItselfHasOnePlace() {
    let trace = """
      java.lang.Error: no
      \tat com.x.CartTest.adds(CartTest.java:15)
      \tat com.x.test.Runner.run(Runner.java:3)
      """
    #expect(TraceInText(trace, className: "com.x.CartTest")?.test == nil)
  }

  @Test func theOnlyFileOfAPackageBelowARootIsMeant() throws {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("tidemark-java-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: root) }
    func write(_ path: String, _ text: String = "") throws {
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    func place() -> (String?, owner: String?, url: String?) {
      var merger = InputMerger()
      var options = ImportOptions()
      options.paths.setRoots([root.path])
      options.readsOwners = true
      options.links.links = try? SourceLinks("https://git.example/{{file}}")
      merger.read(file: "r.xml", from: .init(bytes: Array(Self.report.utf8)), options: options)
      merger.readOwners()
      let message = merger.salvage().dataset.messages.first
      let location = message?.location
      return (
        location.map { "\($0.file):\($0.line ?? 0)" }, message?.owner, message?.location?.url
      )
    }
    try write("CODEOWNERS", "* @all\n/shop/ @shop\n")
    #expect(place() == ("com/x/Store.java:8", nil, nil))
    try write("shop/src/main/java/com/x/Store.java")
    try write("shop/build/tmp/com/x/Store.java")
    try write("shop/src/main/java/org/x/Store.java")
    let found = "shop/src/main/java/com/x/Store.java"
    #expect(place() == (found + ":8", "@shop", "https://git.example/" + found))
    try write("old/src/com/x/Store.java")
    #expect(place() == ("com/x/Store.java:8", nil, nil))
    try write("CODEOWNERS", "/shop/src/test/ @tests\n")
    try write("shop/src/test/java/com/x/CartTest.java")
    #expect(place() == ("com/x/Store.java:8", "@tests", nil), "The owner of the test is missing.")
  }

  @Test func aFileThatTheReportGivesIsTheTestsOwn() {
    let file = "shop/src/test/java/com/x/CartTest.java"
    let text = """
      <testsuite name="s"><testcase classname="com.x.CartTest" name="adds" file="\(file)" line="9">
      <error message="no">java.lang.Error\n\tat com.x.CartTest.adds(CartTest.java:15)</error></testcase></testsuite>
      """
    #expect(Import(text: text).place == file + ":15")
  }
}
