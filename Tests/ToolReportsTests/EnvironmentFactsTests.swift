import Model
import Testing

@testable import ToolReports

struct EnvironmentFactsTests {
  private func text(_ properties: [(String, String)]) -> [String] {
    var facts = EnvironmentFacts()
    for (name, value) in properties { facts.add(name, value) }
    return facts.facts(ImportOptions().locale).map { $0.value }
  }

  @Test func onlyKnownNamesAreShown() {
    let secret = ["token", "java.home", "user.name", "sun.java.command", "PATH", "os.token", ""]
    #expect(text(secret.map { ($0, "1.0") }).isEmpty)
    for name in secret { #expect(!EnvironmentFacts.isOne(name)) }
    for name in ["os", "OS.Name", "python", "java.version", "browserName", "TZ", "Node-Version"] {
      #expect(EnvironmentFacts.isOne(name))
    }
  }

  @Test func versionsLoseWordsAroundThem() {
    #expect(text([("python", "Python 3.12.3 (main)")]) == ["3.12.3"])
    #expect(text([("node", "v20.11.0")]) == ["20.11.0"])
    #expect(text([("go.version", "go1.24.1 linux/amd64")]) == ["1.24.1 linux/amd64"])
    #expect(text([("php", "unknown"), ("ruby", ""), ("java", "/usr/lib/jvm/21")]).isEmpty)
  }

  @Test func partsOfOneValueAreJoined() {
    let system = [("os.arch", "arm64"), ("os.name", "Darwin"), ("os.version", "23.4")]
    #expect(text(system) == ["Darwin 23.4 arm64"])
    // The versions of several browsers can't be assigned.
    let browsers = [("browser", "chrome"), ("browser", "firefox"), ("browserVersion", "120")]
    #expect(text(browsers) == ["chrome, firefox"])
  }

  @Test func theirNumberAndLengthAreLimited() {
    let many = (1...100).map { ("browser", "b\($0)") }
    #expect(text(many).first?.split(separator: ",").count == 20)
    let long = text([("os", String(repeating: "x", count: 10_000))])
    #expect((long.first?.utf8.count ?? 0) < 200)
    var facts = EnvironmentFacts()
    for number in 1...100 { facts.add(program: "tool \(number)", "1.0") }
    #expect(facts.facts(ImportOptions().locale).count == 16)
  }
}
