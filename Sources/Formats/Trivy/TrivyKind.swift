internal import JSON
internal import Model
internal import ToolReports

extension TrivyImporter {
  /// The kinds of findings, by the keys of their lists.
  enum Kind: String, CaseIterable {
    case vulnerability = "Vulnerabilities"
    case misconfiguration = "Misconfigurations"
    case secret = "Secrets"
    case license = "Licenses"

    /// The type of one finding.
    var type: String {
      switch self {
      case .vulnerability: "vulnerability"
      case .misconfiguration: "misconfiguration"
      case .secret: "secret"
      case .license: "license"
      }
    }

    /// The part of a scan that finds it; nil for the usual one.
    var scan: String? {
      switch self {
      case .vulnerability: nil
      case .misconfiguration: "config"
      case .secret: "secret"
      case .license: "license"
      }
    }

    /// Whether targets of these classes were scanned for it.
    func isOf(_ classes: Set<String>) -> Bool {
      switch self {
      case .vulnerability: classes.contains { $0.hasSuffix("-pkgs") }
      case .misconfiguration: classes.contains("config")
      case .secret: classes.contains("secret")
      case .license: classes.contains { $0.hasPrefix("license") }
      }
    }

    func describe(_ finding: inout Finding, _ value: JSONValue) {
      func text(_ key: String) -> String? {
        value[key]?.string.flatMap { $0.isEmpty ? nil : $0 }
      }
      switch self {
      case .vulnerability:
        let id = text("VulnerabilityID") ?? type
        let package = text("PkgName") ?? text("PkgID") ?? ""
        let fixed = text("FixedVersion").map { ["→", $0] } ?? []
        let title = [id, package, text("InstalledVersion") ?? ""] + fixed
        finding.title = title.filter { !$0.isEmpty }.joined(separator: " ")
        finding.message = text("Title") ?? text("Description") ?? ""
        let status = text("Status").map { "Status: \($0)" }
        finding.details = Self.joined([text("Title").flatMap { _ in text("Description") }, status])
        (finding.rule, finding.file) = (id, text("PkgPath"))
        // Without versions, because an update of the package or of its fix is no new finding.
        finding.fingerprint = id + "\u{1F}" + package
      case .misconfiguration:
        finding.title = text("Title")
        finding.message = text("Message") ?? text("Description") ?? ""
        finding.details = Self.joined([
          text("Message").flatMap { _ in text("Description") }, text("Resolution"),
        ])
        finding.rule = text("ID") ?? text("AVDID")
        let cause = value["CauseMetadata"]
        finding.line = cause?["StartLine"]?.whole.flatMap { $0 > 0 ? $0 : nil }
        finding.excerpt = Self.excerpt(cause?["Code"]?["Lines"]?.elements ?? [])
      case .secret:
        // No excerpt, because the lines around it may hold other secrets.
        finding.title = text("Title")
        finding.message = text("Match") ?? ""
        (finding.rule, finding.line) = (text("RuleID"), value["StartLine"]?.whole)
      case .license:
        let name = text("Name") ?? type
        finding.title = [name, text("PkgName") ?? ""].filter { !$0.isEmpty }
          .joined(separator: " ")
        finding.message = text("Category") ?? ""
        (finding.rule, finding.file) = (name, text("FilePath"))
      }
      if finding.title?.isEmpty != false { finding.title = finding.rule ?? type }
      finding.ruleURL = text("PrimaryURL") ?? text("Link")
    }

    private static func joined(_ texts: [String?]) -> String? {
      let texts = texts.compactMap { $0 }
      return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
    }

    /// The lines of a misconfiguration.
    private static func excerpt(_ lines: [JSONValue]) -> SourceText? {
      guard let first = lines.first?["Number"]?.whole, first > 0 else { return nil }
      let texts = lines.map { $0["Content"]?.string ?? "" }
      return SourceText(quoted: texts.joined(separator: "\n") + "\n", from: first)
    }
  }
}
