import ImportSupport
import Model
import Testing

/// Tests that a report holds in several environments are tests of their own.
struct TestEnvironmentsTests {
  private func ctrf(_ tests: String) -> Import {
    Import(text: #"{"results": {"summary": {}, "tests": [\#(tests)]}}"#)
  }

  private func login(_ status: String, _ browser: String) -> String {
    #"{"name": "login works", "status": "\#(status)", "browser": "\#(browser)"}"#
  }

  /// Whether a run has looked for the only message of another.
  private func looks(_ found: Import, for other: Import) throws -> Bool {
    let message = try #require(other.message)
    let digest = TestDigests.digest(of: try #require(message.fingerprintAnywhere))
    return found.dataset?.scope?.parts.contains {
      $0.environment == message.environment && $0.testsRun?.values.contains(digest) == true
    } ?? false
  }

  @Test func aBrowserStandsInTheTitleWhereSeveralAreThere() {
    let both = ctrf(login("failed", "chrome") + "," + login("failed", "firefox"))
    #expect(both.told == ["error [chrome] login works", "error [firefox] login works"])
    #expect(Set((both.dataset?.messages ?? []).map(\.fingerprint)).count == 2)
  }

  @Test func aTestOfOneEnvironmentIsKnownAsBefore() {
    let one = ctrf(login("failed", "chrome"))
    #expect(one.told == ["error login works"])
    #expect(
      one.message?.fingerprint
        == ctrf(#"{"name": "login works", "status": "failed"}"#).message?.fingerprint)
  }

  @Test func anotherEnvironmentDoesNotLookForTheTest() throws {
    let both = ctrf(login("failed", "chrome") + "," + login("passed", "firefox"))
    #expect(both.told == ["error [chrome] login works"])
    #expect(try !looks(ctrf(login("passed", "firefox")), for: both))
    #expect(try looks(ctrf(login("passed", "chrome")), for: both))
  }

  private func junit(_ machines: [(name: String, content: String)], property: String? = nil)
    -> Import
  {
    let suites = machines.map { machine in
      let place =
        property.map {
          "><properties><property name='\($0)' value='\(machine.name)'/></properties>"
        } ?? " hostname='\(machine.name)'>"
      return
        "<testsuite name='s'\(place)<testcase classname='C' name='t'>\(machine.content)</testcase></testsuite>"
    }
    return Import(text: "<testsuites>\(suites.joined())</testsuites>")
  }

  @Test(arguments: [nil, "browser", "os.name"])
  func machinesAndPropertiesOfJUnitCount(property: String?) throws {
    let both = junit([("mac", "<failure/>"), ("linux", "")], property: property)
    #expect(both.told == ["error [mac] C.t"])
    #expect(try !looks(junit([("linux", "")], property: property), for: both))
    #expect(try looks(junit([("mac", "")], property: property), for: both))
  }

  @Test func aFailureNamesTheEnvironmentOfItsReport() throws {
    let report = "<testsuite name='s'><testcase classname='C' name='t'>"
    let both = try Import(reports: [
      ("linux.xml", report + "</testcase></testsuite>"),
      ("windows.xml", report + "<failure/></testcase></testsuite>"),
    ])
    #expect(both.dataset?.messages.map(\.environment) == ["windows"])
    let digest = TestDigests.digest(of: "test:s\u{1F}C\u{1F}t")
    let parts = try #require(both.dataset?.scope?.parts)
    let names = parts.filter { $0.testsRun?.values.contains(digest) ?? false }.map(\.environment)
    #expect(names == ["linux", "windows"])
  }

  @Test func aMachineIsAnEnvironmentOnlyBesideOthers() throws {
    let (one, two) = ("<failure/>", "")
    let single = junit([("worker-a", one)])
    #expect(single.dataset?.messages.map(\.environment) == [nil])
    let both = try Import(reports: [
      ("a.xml", Self.suite(on: "worker-a", one)), ("b.xml", Self.suite(on: "worker-b", two)),
    ])
    #expect(both.dataset?.messages.map(\.environment) == ["worker-a"])
    let linux = junit([("linux", one)])
    #expect(linux.dataset?.messages.map(\.environment) == ["linux"])
  }

  private static func suite(on machine: String, _ content: String) -> String {
    "<testsuite name='s' hostname='\(machine)'><testcase classname='C' name='t'>\(content)</testcase></testsuite>"
  }

  /// A test counts once, in however many environments it ran.
  @Test func theScopeHasATestOfSeveralEnvironmentsUnderOneName() throws {
    for report in [junit([("mac", ""), ("linux", "")]), junit([("mac", "")])] {
      let lists = report.dataset?.scope?.parts.compactMap(\.testsRun) ?? []
      let tests = Set(lists.flatMap(\.values).filter { !TestDigests.isSuite($0) })
      #expect(tests == [TestDigests.digest(of: "test:s\u{1F}C\u{1F}t")])
    }
  }

  @Test func namesThatAreMadeForOneRunDoNotCount() {
    let runners = junit([("fv-az1234-567", "<failure/>"), ("runner-7f9d8-x2k4p", "<failure/>")])
    #expect(runners.told == ["error C.t", "error C.t"])
  }

  @Test func aSuiteThatNamesAnEnvironmentIsNotAnotherNameOfASuite() {
    #expect(TestDigests.name(of: "test:linux-arm64\u{1F}C\u{1F}t") == nil)
    #expect(TestDigests.name(of: "test:unit\u{1F}C\u{1F}t") != nil)
  }

  @Test func environmentsAreKnownByTheirWords() {
    for name in [
      "linux-arm64", "linux-amd64", "Pixel 5", "ubuntu-22.04", "win10x64", "py311", "Mobile Chrome",
      "macos-latest", "x86_64",
    ] {
      #expect(EnvironmentName.isOne(name), "\(name)")
    }
    for name in ["unit", "LoginTest", "shop-linux-client", "s", "2026", "Mac-1734567.local", ""] {
      #expect(!EnvironmentName.isOne(name), "\(name)")
    }
  }

  /// Whether the test that one report passed and the other skipped is also one that did not run.
  private func isInDoubt(_ passed: String, _ skipped: String, machines: [String] = ["", ""]) throws
    -> Bool
  {
    let contents = ["", "<skipped/>"]
    let reports = zip([passed, skipped], zip(machines, contents)).map { name, report in
      let host = report.0.isEmpty ? "" : " hostname='\(report.0)'"
      return (
        name,
        "<testsuite name='s'\(host)><testcase classname='C' name='t'>\(report.1)</testcase></testsuite>"
      )
    }
    let found = try Import(reports: reports)
    let digest = TestDigests.digest(of: "test:s\u{1F}C\u{1F}t")
    let parts = found.dataset?.scope?.parts ?? []
    #expect(parts.compactMap(\.testsRun).contains { $0.values.contains(digest) })
    return parts.compactMap(\.testsNotRun).contains { $0.values.contains(digest) }
  }

  @Test func aPassInTheReportOfAnotherEnvironmentIsNoneHere() throws {
    #expect(try isInDoubt("chrome.xml", "firefox.xml"))
    #expect(try isInDoubt("res/linux/junit.xml", "res/macos-latest/junit.xml"))
    #expect(try isInDoubt("test-results-linux.xml", "test-results-windows.xml"))
    #expect(try isInDoubt("a.xml", "b.xml", machines: ["linux", "macos"]))
  }

  @Test func shardsAndMachinesOfOneNightAreNoEnvironments() throws {
    #expect(try !isInDoubt("shard-1.xml", "shard-2.xml"))
    #expect(try !isInDoubt("linux/1.xml", "linux/2.xml"))
    #expect(try !isInDoubt("a.xml", "b.xml", machines: ["a81bc81b-dead", "fv-az123-456"]))
    #expect(try !isInDoubt("a.xml", "b.xml", machines: ["linux", "linux"]))
  }

  @Test(
    arguments: [
      ("chrome.xml", "chrome"), ("results-macos-latest/junit.xml", "macos-latest"),
      ("junit-py3.11.xml.gz", "py3.11"), ("TEST-com.x.CartTest.xml", nil), ("report.xml", nil),
      ("shop-server/report.xml", nil), ("shop-windows.xml", "windows"),
      ("junit.chrome.xml", "chrome"), ("api-macos-latest.xml", "macos-latest"),
      ("artifacts/shop-windows-latest/r.xml", "windows-latest"), ("Debug/r.xml", "debug"),
      ("pytest-3.11.xml", "python-3.11"), ("pytest-2.xml", nil),
      ("build-20261120-linux.xml", "linux"), ("node-api.xml", nil), ("release-notes.xml", nil),
      ("TEST-com.x.android.CartTest.xml", nil), ("ubuntu-22.04.xml", "ubuntu-22.04"),
    ] as [(String, String?)])
  func aReportIsNamedLikeAnEnvironment(path: String, environment: String?) {
    #expect(EnvironmentName.ofReport(at: path) == environment)
  }
}
