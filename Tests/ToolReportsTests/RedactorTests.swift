import ImportSupport
import TestSupport
import Testing

@testable import ToolReports

/// Secrets that no output may show.
@Suite struct RedactorTests {
  private static let letters = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v2W3x4Y5z6a7B8c9D0"

  private static func code(_ count: Int) -> String {
    String(String(repeating: letters, count: 3).prefix(count))
  }

  private func redacted(_ text: String) -> String {
    var redactor = Redactor()
    return redactor.redacted(text)
  }

  static let tokens = [
    "ghp_" + code(36), "gho_" + code(36), "ghs_" + code(36),
    "github_pat_" + code(22) + "_" + code(59), "glpat-" + code(20),
    "glpat-" + code(27) + ".01.121abc9d2", "xoxb-123456789012-" + code(24),
    "xoxa-2-123456789012", "xoxp-1234567890-1234567890", "AKIAIOSFODNN7EXAMPLE",
    "AIza" + code(35), "sk_live_" + code(24), "npm_" + code(36), "pypi-AgEIcHlwaS5vcmc" + code(60),
  ]

  @Test(arguments: tokens) func tokensOfServicesAreHidden(token: String) {
    #expect(redacted(token) == "‹redacted›")
    #expect(redacted("say \(token), twice \(token).") == "say ‹redacted›, twice ‹redacted›.")
    #expect(redacted("key=\(token)&x=1") == "key=‹redacted›&x=1")
  }

  @Test(arguments: [
    "npm_config_registry is unset", "npm_lifecycle_event", "ghp_short", "sk_live_mode is on",
    "pypi-publish and pypi-server", "AKIA is a prefix", "AIza", "github_pat_ begins a token",
    "xoxb-token", "glpat-abc", "ghp_" + code(35), "ABAKIAIOSFODNN7EXAMPLES", "__init__ got *args",
    "the class is Basic: https://example.org:8080/a@b", "mailto:a@b.org", "12:30:15",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "std::vector<int>@plt",
    "authorization is needed", "http://localhost:8080/path?x=a:b@c",
  ])
  func proseStays(text: String) {
    #expect(redacted(text) == text)
  }

  @Test func passwordsInAddressesAreHidden() {
    #expect(redacted("https://me:pa@ss@git.example/x") == "https://‹redacted›@git.example/x")
    #expect(redacted("see postgres://u:p@db:5432/x.") == "see postgres://‹redacted›@db:5432/x.")
  }

  @Test(arguments: [
    ("Authorization: Bearer abc.def", "Authorization: ‹redacted›"),
    ("> authorization:Basic dXNlcg==\n> Host: x", "> authorization:‹redacted›\n> Host: x"),
    (
      "curl -H 'Authorization: token x y' https://h",
      "curl -H 'Authorization: ‹redacted›' https://h"
    ),
    (#"{"Authorization": "Bearer abc", "a": 1}"#, #"{"Authorization": "‹redacted›", "a": 1}"#),
    (
      #"{\"authorization\":\"Bearer abc\",\"a\":1}"#, #"{\"authorization\":\"‹redacted›\",\"a\":1}"#
    ),
    ("Proxy-Authorization: s3cr3t", "Proxy-Authorization: ‹redacted›"),
  ])
  func valuesOfAuthorizationAreHidden(text: String, expected: String) {
    #expect(redacted(text) == expected)
  }

  // MARK: Keys

  private static let body = (0..<10).map { _ in String(letters.prefix(64)) }.joined(separator: "\n")

  @Test(arguments: [
    "RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK",
  ])
  func privateKeysAreHidden(label: String) {
    for separator in ["\n", "\\n", " ", "\n| "] {
      let lines = ["-----BEGIN \(label)-----"] + Self.body.split(separator: "\n").map(String.init)
      let key = (lines + ["-----END \(label)-----"]).joined(separator: separator)
      #expect(redacted("a \(key) b") == "a ‹redacted› b")
    }
  }

  @Test func aKeyWithoutItsEndIsHiddenWithItsLines() {
    let key = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n\(Self.body)"
    #expect(redacted("a\n\(key)\nAnd more.") == "a\n‹redacted›\nAnd more.")
  }

  @Test func aKeyWithoutItsBeginningIsHiddenWithItsLines() {
    let key = "\(Self.body)\nabc=\n-----END RSA PRIVATE KEY-----"
    #expect(redacted("And before.\n\(key)\nz") == "And before.\n‹redacted›\nz")
  }

  // MARK: Values

  @Test func givenValuesAreHiddenWhereverTheyStand() {
    var redactor = Redactor()
    for value in ["hunter2", "hunter22", "Käse", "a\nfirst line\nsecond line"] {
      let isHidden = redactor.hide(value)
      #expect(isHidden)
    }
    #expect(
      redactor.redacted("xhunter22y hunter2 Käsekuchen")
        == "x‹redacted›y ‹redacted› ‹redacted›kuchen")
    let text = redactor.redacted("first line, second line")
    #expect(text == "‹redacted›, ‹redacted›")
    #expect(redactor.count == 5)
  }

  @Test(arguments: ["", "abc", "  ab  ", "a\nb\nc"]) func shortValuesAreRefused(value: String) {
    var redactor = Redactor()
    let isHidden = redactor.hide(value)
    #expect(!isHidden)
    let text = redactor.redacted("abc a b")
    #expect(text == "abc a b")
  }

  @Test func givenValuesAreHiddenWithoutTheKnownForms() {
    var redactor = Redactor(knowsForms: false)
    let isHidden = redactor.hide("hunter2")
    #expect(isHidden)
    let text = redactor.redacted("hunter2 \(Self.tokens[0])")
    #expect(text == "‹redacted› \(Self.tokens[0])")
  }

  @Test func longValuesAreOneSecret() {
    let value = Self.code(150)
    var redactor = Redactor()
    let isHidden = redactor.hide(value)
    #expect(isHidden)
    let text = redactor.redacted("<\(value)>")
    #expect(text == "<‹redacted›>")
    #expect(redactor.count == 1)
  }

  // MARK: Time

  @Test(
    .enabled(if: FuzzScale.isThorough),
    arguments: [
      "ghp_", "glpat-", "-----BEGIN RSA PRIVATE KEY-----\n", "-----END RSA PRIVATE KEY-----\n",
      "-----BEGIN RSA PRIVATE KEY-----\nAAAA", "://", "://a:", "authorization:",
      "authorization:a\n",
      "-", "machine a login b password ", "identified by ", "PASSWORD ''", "sk_live_A1b2", "AKIA",
      "AAAAAAAAAAAAAAAAAAAA ", "hunterhunte",
    ])
  func takesLinearTime(part: String) {
    let ratio = growth { count in
      var redactor = Redactor()
      _ = redactor.hide("hunterhunterhunterhunter2")
      _ = redactor.redacted(String(repeating: part, count: count / 4))
    }
    #expect(ratio < 40, "\(part)")
  }
}
