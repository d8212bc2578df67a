import Composing
import Datasets
import JSON
import Model
import Rendering
import Testing
import Time
import ToolReports

@testable import Publishing

/// Two runs of reports whose tests ran in several environments, or whose scans had several subjects.
struct EnvironmentRunsTests {
  private static let english = Strings.locale("en", in: AssetStore()).0

  private func read(_ reports: [(name: String, text: String)]) throws -> Dataset {
    let words = try #require(Self.english)
    var merger = InputMerger(locale: { _ in words })
    for (name, text) in reports {
      merger.read(file: name, from: ByteSource(bytes: Array(text.utf8)), options: ImportOptions())
    }
    return try #require(merger.finish().0)
  }

  private func read(_ text: String) throws -> Dataset { try read([("f", text)]) }

  /// What became of the messages that the later run does not have.
  private func absences(_ now: Dataset, after before: Dataset) -> [Absence] {
    let lost = MessageMatches(before, now).lost.map { before.messages[$0] }
    return now.absences(of: lost, after: before)
  }

  // MARK: Playwright

  /// Tests of a file in projects; those of `failing` failed.
  private func playwright(
    _ projects: [String], failing: [String] = [], tests: [String] = ["ta", "tb", "tc"]
  ) throws -> Dataset {
    let specs = tests.map { name in
      let results = projects.map { project in
        let hasFailed = failing.contains(project)
        let error = hasFailed ? #"[{"message": "boom"}]"# : "[]"
        return
          #"{"projectName": "\#(project)", "expectedStatus": "passed", "status": "\#(hasFailed ? "unexpected" : "expected")", "results": [{"status": "\#(hasFailed ? "failed" : "passed")", "duration": 5, "errors": \#(error)}]}"#
      }
      return
        #"{"title": "\#(name)", "ok": \#(failing.isEmpty), "file": "a.spec.ts", "line": 1, "tests": [\#(results.joined(separator: ","))]}"#
    }
    let failures = tests.count * projects.count { failing.contains($0) }
    let passed = tests.count * projects.count - failures
    return try read(
      #"{"config": {"rootDir": "/w"}, "errors": [], "suites": [{"title": "a.spec.ts", "file": "a.spec.ts", "specs": [\#(specs.joined(separator: ","))]}], "stats": {"expected": \#(passed), "unexpected": \#(failures), "flaky": 0, "skipped": 0, "duration": 5}}"#
    )
  }

  @Test func anAbsentProjectOfABrowserIsNotRemoved() throws {
    let before = try playwright(["chromium", "webkit"], failing: ["webkit"])
    #expect(before.messages.map(\.title) == ["[webkit] ta", "[webkit] tb", "[webkit] tc"])
    #expect(before.messages.map(\.environment) == ["webkit", "webkit", "webkit"])
    let now = try playwright(["chromium"])
    #expect(absences(now, after: before) == [.unchecked, .unchecked, .unchecked])
    #expect(
      absences(try playwright(["chromium", "webkit"]), after: before)
        == [.checked, .checked, .checked])
    // Another project is another test.
    let other = try playwright(["chromium", "api"], failing: ["api"])
    #expect(absences(now, after: other) == [.removed, .removed, .removed])
  }

  @Test func testsThatOnlyAnAbsentBrowserHadAreNotRemoved() throws {
    var before = try playwright(["chromium"])
    let webkit = try playwright(["webkit"], failing: ["webkit"], tests: ["only"])
    before.messages += webkit.messages
    before.scope?.parts += webkit.scope?.parts ?? []
    let now = try playwright(["chromium"])
    #expect(absences(now, after: before) == [.unchecked])
    #expect(
      absences(try playwright(["chromium", "webkit"]), after: before) == [.removed])
  }

  /// Whether a run in which nothing failed still covers less than an earlier one.
  private func coversLess(_ runs: [Dataset]) -> Bool {
    var tracker = MessageTracker()
    for (day, run) in runs.enumerated() {
      tracker.add(run, on: CivilDate(dayNumber: Int32(20_700 + day)))
    }
    return tracker.reference != nil
  }

  @Test func theRunsAfterAnAbsentBrowserCoverLess() throws {
    let (both, one) = (
      try playwright(["chromium", "webkit"]), try playwright(["chromium"])
    )
    #expect(coversLess([both, one]))
    #expect(coversLess([both, one, one]))
    #expect(!coversLess([both, one, both]))
  }

  @Test func testsThatWereDeletedInAllBrowsersAreNoLossLater() throws {
    let projects = ["chromium", "firefox", "webkit"]
    let before = try playwright(projects, tests: ["ta", "tb", "tc", "td"])
    let later = try playwright(projects, tests: ["ta", "tb"])
    #expect(!coversLess([before, later, later]))
  }

  @Test func aProjectOfPlaywrightsJUnitIsAnEnvironment() throws {
    func junit(_ projects: [String], failing: String = "") throws -> Dataset {
      let suites = projects.map { project in
        let content = project == failing ? "<failure message='boom'/>" : ""
        return
          "<testsuite name='a.spec.ts' hostname='\(project)'><testcase name='t' classname='a.spec.ts'>\(content)</testcase></testsuite>"
      }
      return try read("<testsuites id='' name=''>\(suites.joined())</testsuites>")
    }
    let before = try junit(["chromium", "webkit"], failing: "webkit")
    #expect(before.messages.map(\.title) == ["[webkit] t"])
    #expect(absences(try junit(["chromium"]), after: before) == [.unchecked])
    #expect(absences(try junit(["chromium", "webkit"]), after: before) == [.checked])
  }

  // MARK: Other tests

  private func junit(
    _ properties: [(name: String, value: String)], failing: Bool = false, suite: String = "s"
  ) -> String {
    let list = properties.map { "<property name='\($0.name)' value='\($0.value)'/>" }.joined()
    let failure = failing ? "<failure message='boom'/>" : ""
    return
      "<testsuite name='\(suite)'><properties>\(list)</properties><testcase classname='C' name='t'>\(failure)</testcase></testsuite>"
  }

  @Test(arguments: [
    ("python", "3.11.4", "3.12.1"), ("java.version", "17.0.2+8", "21.0.1"),
    ("node.version", "v18.19.0", "v20.11.1"), ("go.version", "go1.21.3 linux/amd64", "go1.22.0"),
    ("os", "linux", "windows"), ("browser", "chrome", "firefox"),
  ])
  func aPassWithAnotherRuntimeFixesNothing(property: String, one: String, other: String) throws {
    let before = try read([
      ("a.xml", junit([(property, one)], failing: true)), ("b.xml", junit([(property, other)])),
    ])
    #expect(before.messages.count == 1)
    #expect(absences(try read(junit([(property, other)])), after: before) == [.unchecked])
    #expect(absences(try read(junit([(property, one)])), after: before) == [.checked])
    // Its fingerprint does not name the environment.
    let alone = try read(junit([], failing: true))
    #expect(before.messages[0].fingerprint == alone.messages[0].fingerprint)
    #expect(absences(try read(junit([(property, one)])), after: alone) == [.checked])
  }

  @Test(
    arguments: [
      ([("python", "3.11.4")], [("python", "3.11.9")]),
      ([("python", "3.11.4")], [("python", "3.12.0")]),
      ([("java.version", "21")], [("java.version", "21.0.1")]),
      ([("os.name", "Linux")], [("os.name", "Linux"), ("java.version", "17.0.2")]),
      ([], [("java.version", "17.0.2")]),
    ] as [([(String, String)], [(String, String)])])
  func aSingleEnvironmentMayChange(before: [(String, String)], now: [(String, String)]) throws {
    let failed = try read(junit(before.map { (name: $0.0, value: $0.1) }, failing: true))
    let later = now.map { (name: $0.0, value: $0.1) }
    #expect(absences(try read(junit(later)), after: failed) == [.checked])
    let failsAgain = try read(junit(later, failing: true))
    #expect(MessageMatches(failed, failsAgain).origins == [0])
  }

  @Test func theNameOfAReportCountsBesideItsContent() throws {
    let properties = [(name: "python", value: "3.11")]
    let before = try read([
      ("chrome.xml", junit(properties, failing: true)), ("firefox.xml", junit(properties)),
    ])
    #expect(before.messages.map(\.environment) == ["chrome python 3.11"])
    #expect(
      absences(try read([("firefox.xml", junit(properties))]), after: before) == [.unchecked])
  }

  @Test func theMachineOfANamedReportMayChange() throws {
    func report(_ name: String, on machine: String, failing: Bool = false) -> (String, String) {
      let failure = failing ? "<failure message='boom'/>" : ""
      return (
        name,
        "<testsuite name='s' hostname='\(machine)'><testcase classname='C' name='t'>\(failure)</testcase></testsuite>"
      )
    }
    let before = try read([
      report("chrome.xml", on: "worker-a", failing: true), report("firefox.xml", on: "worker-a"),
    ])
    #expect(before.messages.map(\.environment) == ["chrome"])
    let now = try read([
      report("chrome.xml", on: "worker-b"), report("firefox.xml", on: "worker-a"),
    ])
    #expect(absences(now, after: before) == [.checked])
    #expect(
      absences(try read([report("firefox.xml", on: "worker-a")]), after: before) == [.unchecked])
  }

  @Test func theEnvironmentOfACTRFReportCounts() throws {
    func ctrf(_ system: String, _ status: String, browsers: [String] = []) -> String {
      let tests = (browsers.isEmpty ? [""] : browsers).map {
        #"{"name": "t", "status": "\#(status)", "browser": "\#($0)"}"#
      }
      return
        #"{"results": {"summary": {}, "tests": [\#(tests.joined(separator: ","))], "environment": {\#(system)}}}"#
    }
    let (linux, windows) = (#""osPlatform": "linux""#, #""osPlatform": "win32""#)
    let before = try read([("a", ctrf(linux, "failed")), ("b", ctrf(windows, "passed"))])
    #expect(absences(try read(ctrf(windows, "passed")), after: before) == [.unchecked])
    #expect(absences(try read(ctrf(linux, "passed")), after: before) == [.checked])
    // A test of several browsers keeps its name.
    let browsers = ["chrome", "firefox"]
    let both = try read([
      ("a", ctrf(linux, "failed", browsers: browsers)),
      ("b", ctrf(windows, "passed", browsers: browsers)),
    ])
    #expect(both.messages.map(\.title) == ["[chrome] t", "[firefox] t"])
    #expect(both.messages.map(\.environment) == ["chrome linux", "firefox linux"])
    #expect(both.messages.map(\.fingerprintAnywhere) == ["test:t", "test:t"])
    #expect(
      absences(try read(ctrf(windows, "passed", browsers: browsers)), after: both)
        == [.unchecked, .unchecked])
    #expect(
      absences(try read(ctrf(linux, "passed", browsers: browsers)), after: both)
        == [.checked, .checked])
    let releases = ["22.04", "24.04"].map {
      #""osPlatform": "linux", "osRelease": "Ubuntu \#($0).3 LTS""#
    }
    let old = try read([("a", ctrf(releases[0], "failed")), ("b", ctrf(releases[1], "passed"))])
    #expect(old.messages.map(\.environment) == ["linux Ubuntu 22.04 LTS"])
    #expect(absences(try read(ctrf(releases[1], "passed")), after: old) == [.unchecked])
  }

  /// Two parts of a run, on machines with other versions of a system, swap them in each run.
  @Test func aTestOfOneVersionIsFixedOnAnother() throws {
    func part(_ name: String, _ release: String, _ status: String) -> (String, String) {
      (
        name,
        #"{"results": {"summary": {}, "tests": [{"name": "\#(name)", "status": "\#(status)"}], "environment": {"osPlatform": "linux", "osRelease": "\#(release)"}}}"#
      )
    }
    let before = try read([part("a", "5.15.0-1", "failed"), part("b", "6.5.0-2", "passed")])
    let now = try read([part("a", "6.5.0-2", "passed"), part("b", "5.15.0-1", "passed")])
    #expect(absences(now, after: before) == [.checked])
  }

  @Test func versionsWithACommonTestAreAMatrix() throws {
    func suite(_ t: String) -> String {
      "<testsuite name='s'><testcase classname='C' name='t'>\(t)</testcase>"
        + "<testcase classname='C' name='u'/></testsuite>"
    }
    let before = try read([
      ("py311.xml", suite("<failure message='boom'/>")), ("py312.xml", suite("<skipped/>")),
    ])
    #expect(before.messages.map(\.environment) == ["py311"])
    #expect(absences(try read([("py312.xml", suite(""))]), after: before) == [.unchecked])
  }

  @Test func aPropertyOfATestIsItsEnvironment() throws {
    func test(_ browser: String, _ content: String) -> String {
      "<testcase classname='C' name='t'><properties><property name='browser' value='\(browser)'/>"
        + "</properties>\(content)</testcase>"
    }
    let before = try read(
      "<testsuite name='s'>\(test("chrome", "<failure message='boom'/>"))\(test("firefox", ""))</testsuite>"
    )
    #expect(before.messages.map(\.environment) == ["chrome"])
    let now = "<testsuite name='s'>\(test("firefox", ""))</testsuite>"
    #expect(absences(try read(now), after: before) == [.unchecked])
  }

  @Test func theKernelOfNUnitIsNoEnvironment() throws {
    func nunit(_ kernel: String, _ result: String) -> String {
      "<test-run><test-suite type='Assembly' name='a.dll'>"
        + "<environment os-version='\(kernel)' clr-version='8.0.1'/>"
        + "<test-case name='t' fullname='C.t' classname='C' result='\(result)'/></test-suite></test-run>"
    }
    let old = "Linux 6.5.0-1025-azure #26~22.04.1-Ubuntu SMP Thu Jul 11 22:33:04 UTC 2024"
    let new = "Linux 6.8.0-1014-azure #27~22.04.1-Ubuntu SMP Mon Aug 12 10:33:04 UTC 2024"
    let before = try read(nunit(old, "Failed"))
    #expect(before.messages.map(\.environment) == ["Linux clr 8.0"])
    #expect(absences(try read(nunit(new, "Passed")), after: before) == [.checked])
  }

  @Test func theEnvironmentOfNUnitCounts() throws {
    func nunit(_ environment: String, _ result: String) -> String {
      "<test-run><test-suite type='Assembly' name='a.dll'><environment \(environment)/>"
        + "<test-case name='t' fullname='C.t' classname='C' result='\(result)'/></test-suite></test-run>"
    }
    let old = "os-version='Microsoft Windows NT 10.0.18363.0' clr-version='4.0.30319.42000'"
    let new = "os-version='Microsoft Windows NT 10.0.18363.0' clr-version='6.0.25'"
    let before = try read([("a", nunit(old, "Failed")), ("b", nunit(new, "Passed"))])
    #expect(before.messages.map(\.environment) == ["Microsoft Windows NT 10.0 clr 4.0"])
    #expect(absences(try read(nunit(new, "Passed")), after: before) == [.unchecked])
    #expect(absences(try read(nunit(old, "Passed")), after: before) == [.checked])
  }

  @Test func anEnvironmentOfNUnitIsThatOfItsAssemblyAlone() throws {
    let one = "<test-case name='t' fullname='C.t' result='Failed'/>"
    let two = "<test-case name='u' fullname='D.u' result='Failed'/>"
    let found = try read(
      "<test-run><test-suite type='Assembly' name='a.dll'><environment platform='Win32NT'/>\(one)"
        + "</test-suite><test-suite type='Assembly' name='b.dll'>\(two)</test-suite></test-run>")
    #expect(Set(found.messages.map(\.environment)) == ["Win32NT", nil])
  }

  @Test func theMetadataOfCucumberCounts() throws {
    func cucumber(_ metadata: String, _ status: String) -> String {
      #"[{"keyword": "Feature", "name": "F", "uri": "a.feature", "elements": [{"type": "scenario", "keyword": "Scenario", "name": "t", "steps": [{"keyword": "Given ", "name": "s", "result": {"status": "\#(status)"}}]}], "metadata": \#(metadata)}]"#
    }
    func object(_ name: String) -> String {
      #"{"browser": {"name": "\#(name)", "version": "120.0.1"}, "device": "Local", "platform": {"name": "linux", "version": "22"}}"#
    }
    func list(_ name: String) -> String {
      #"[{"name": "Browser", "value": "\#(name)"}, {"name": "Platform", "value": "linux"}]"#
    }
    for metadata in [object, list] {
      let (chrome, firefox) = (metadata("chrome"), metadata("firefox"))
      let before = try read([
        ("a", cucumber(chrome, "failed")), ("b", cucumber(firefox, "passed")),
      ])
      #expect(absences(try read(cucumber(firefox, "passed")), after: before) == [.unchecked])
      #expect(absences(try read(cucumber(chrome, "passed")), after: before) == [.checked])
    }
  }

  // MARK: Scans

  private func trivy(
    _ artifact: String, type: String = "container_image", _ results: [String]
  ) throws -> Dataset {
    try read(
      #"{"SchemaVersion": 2, "ArtifactName": "\#(artifact)", "ArtifactType": "\#(type)", "Results": [\#(results.joined(separator: ","))]}"#
    )
  }

  private let vulnerable =
    #"{"Target": "x (debian 12)", "Class": "os-pkgs", "Vulnerabilities": [{"VulnerabilityID": "CVE-1", "PkgName": "tin", "InstalledVersion": "1", "Severity": "HIGH"}]}"#
  private let clean = #"{"Target": "x (debian 12)", "Class": "os-pkgs"}"#
  private let misconfigured =
    #"{"Target": "Dockerfile", "Class": "config", "Misconfigurations": [{"ID": "DS1", "Title": "bad", "Severity": "HIGH", "Status": "FAIL"}]}"#
  private let configured = #"{"Target": "Dockerfile", "Class": "config"}"#

  @Test func theScanOfAnotherImageFixesNothing() throws {
    let before = try trivy("a.io:5000/web:1.25@sha256:aa", [vulnerable])
    #expect(before.messages.map(\.environment) == ["a.io:5000/web"])
    #expect(absences(try trivy("redis:7", [clean]), after: before) == [.unchecked])
    #expect(absences(try trivy("a.io:5000/web:1.26", [clean]), after: before) == [.checked])
    // The same vulnerability of an image that was scanned before is not that of the other one.
    let both = try read([
      (
        "a",
        #"{"SchemaVersion": 2, "ArtifactName": "web:1", "ArtifactType": "container_image", "Results": [\#(vulnerable)]}"#
      ),
      (
        "b",
        #"{"SchemaVersion": 2, "ArtifactName": "redis:1", "ArtifactType": "container_image", "Results": [\#(clean)]}"#
      ),
    ])
    let now = try trivy("redis:1", [vulnerable])
    #expect(MessageMatches(both, now).origins == [nil])
    #expect(absences(now, after: both) == [.unchecked])
  }

  @Test func aScanFixesOnlyWhatItLooksFor() throws {
    let before = try trivy(".", type: "filesystem", [vulnerable, misconfigured])
    #expect(
      absences(try trivy(".", type: "filesystem", [clean]), after: before)
        == [.checked, .unchecked])
    #expect(
      absences(try trivy(".", type: "filesystem", [configured]), after: before)
        == [.unchecked, .checked])
    #expect(
      absences(try trivy(".", type: "filesystem", [clean, configured]), after: before)
        == [.checked, .checked])
    #expect(
      absences(try trivy("app", type: "filesystem", [clean, configured]), after: before)
        == [.unchecked, .unchecked])
  }

  private func grype(_ source: String, _ count: Int) throws -> Dataset {
    let matches = (0..<count).map {
      #"{"vulnerability": {"id": "CVE-\#($0)", "severity": "High"}, "matchDetails": [], "artifact": {"name": "tin", "version": "1"}}"#
    }
    return try read(
      #"{"matches": [\#(matches.joined(separator: ","))], "source": \#(source), "descriptor": {"name": "grype"}}"#
    )
  }

  @Test func grypeFixesOnlyFindingsOfTheSameSource() throws {
    func image(_ name: String) -> String {
      #"{"type": "image", "target": {"userInput": "\#(name)"}}"#
    }
    let before = try grype(image("web:1"), 2)
    #expect(absences(try grype(image("web:2"), 1), after: before) == [.checked])
    #expect(absences(try grype(image("web:2"), 0), after: before) == [.checked, .checked])
    #expect(absences(try grype(image("redis:2"), 0), after: before) == [.unchecked, .unchecked])
    func folder(_ path: String) -> String { #"{"type": "directory", "target": "\#(path)"}"# }
    let app = try grype(folder("app"), 1)
    #expect(absences(try grype(folder("app"), 0), after: app) == [.checked])
    #expect(absences(try grype(folder("lib"), 0), after: app) == [.unchecked])
  }
}
