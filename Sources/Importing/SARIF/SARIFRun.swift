internal import Basics
internal import JSON
internal import Model

/// The address that a name such as `%SRCROOT%` stands for.
struct SARIFBase {
  var uri: String?
  var baseID: String?

  init(_ value: JSONValue) {
    uri = value["uri"]?.string
    baseID = value["uriBaseId"]?.string
  }
}

/// A run as it is gathered before its findings are made.
struct SARIFRun {
  var tool: SARIFTool?
  var results: [SARIFResult] = []
  var hasResults = false
  var artifacts: [SARIFLocation] = []
  var bases: [String: SARIFBase] = [:]
  var invocations: [JSONValue] = []
  var provenance: JSONValue?

  // MARK: Levels

  /// The level as it counts: the result's, else by kind, by the invocation, by the rule, a warning.
  private func level(
    of result: SARIFResult, _ rule: SARIFTool.Rule?
  ) -> (String, Urgency) {
    if let kind = result.kind, ["open", "review", "informational"].contains(kind) {
      return (kind, .information)
    }
    let level = result.level ?? overridden(result) ?? rule?.level ?? "warning"
    switch level {
    case "error": return (level, .error)
    case "note": return (level, .information)
    case "none": return (level, .neutral)
    default: return (level, .warning)
    }
  }

  private func overridden(_ result: SARIFResult) -> String? {
    guard let index = result.invocation, invocations.indices.contains(index) else { return nil }
    let overrides = invocations[index]["ruleConfigurationOverrides"]?.elements ?? []
    let match = overrides.first { override in
      let descriptor = override["descriptor"]
      return descriptor?["id"]?.string == result.ruleID && result.ruleID != nil
        || SARIF.index(descriptor?["index"]) == result.ruleIndex && result.ruleIndex != nil
    }
    return match?["configuration"]?["level"]?.string
  }

  // MARK: Findings

  func finding(
    of result: SARIFResult, _ component: SARIFTool.Component, _ rule: SARIFTool.Rule?,
    tool: String, _ locale: Locale
  ) -> Finding {
    let (level, urgency) = level(of: result, rule)
    var finding = Finding(urgency, tool: tool)
    finding.level = level
    let text = text(of: result, component, rule)
    finding.message = text
    // Several lines without a sentence to begin with: the rule says what it is about.
    let paragraphs = text.split(separator: "\n").count
    if paragraphs > 1, let short = rule?.shortDescription, !short.isEmpty {
      finding.message = short.split(separator: "\n").first.map(String.init) ?? short
      finding.message += "\n\n" + text
    }
    if finding.message.isEmpty { finding.message = rule?.name ?? result.ruleID ?? rule?.id ?? "" }
    if let severity = rule?.severity {
      finding.message += "\n" + locale.string(.severityOf, ["value": severity])
    }
    let id = result.ruleID ?? rule?.id
    finding.rule = id
    if let id, let name = rule?.name, !name.isEmpty, name != id {
      finding.ruleTitle = "\(id) (\(name))"
    }
    finding.ruleURL = rule?.helpURL
    (finding.file, finding.line, finding.column) = (
      path(result.location), result.location.line, result.location.column
    )
    if finding.file == nil, let name = result.location.name {
      finding.message += "\n" + name
    }
    finding.details = details(of: result, rule, locale)
    finding.fingerprint = result.fingerprint.map {
      "sarif:" + [tool, id ?? "", $0].joined(separator: "\u{1F}")
    }
    return finding
  }

  private func text(
    of result: SARIFResult, _ component: SARIFTool.Component, _ rule: SARIFTool.Rule?
  ) -> String {
    let message = result.message
    var text = message.text ?? message.markdown
    if text == nil, let id = message.id {
      text = rule?.messages[id] ?? component.messages[id] ?? id
    }
    guard let text else { return "" }
    return withoutLinks(SARIFMessage.filled(text, message.arguments), result)
  }

  /// `[words](3)` leads to a related location: the words with its place.
  private func withoutLinks(_ text: String, _ result: SARIFResult) -> String {
    guard text.contains("](") else { return text }
    var output = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "[") {
      output += rest[..<open]
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstRange(of: "]("),
        let end = inside[close.upperBound...].firstIndex(of: ")"),
        let number = Int(inside[close.upperBound..<end]),
        let target = result.related.first(where: { $0.id == number })
      else {
        output.append("[")
        rest = inside
        continue
      }
      output += inside[..<close.lowerBound]
      if let path = path(target) {
        output += " (\(path)" + (target.line.map { ":\($0)" } ?? "") + ")"
      }
      rest = inside[inside.index(after: end)...]
    }
    return output + rest
  }

  private func details(
    of result: SARIFResult, _ rule: SARIFTool.Rule?, _ locale: Locale
  ) -> String? {
    var parts: [String] = []
    if let snippet = result.snippet { parts.append(snippet) }
    parts += result.others.map { locale.string(.alsoAt, ["place": $0.described]) }
    parts += result.related.filter { $0.id == nil || $0.message != nil }.map(\.described)
    if !result.steps.isEmpty {
      var lines = result.steps.enumerated().map { "\($0.offset + 1). \($0.element)" }
      if result.stepsLeftOut > 0 {
        lines.append(locale.string(.andMore, ["count": locale.number(result.stepsLeftOut)]))
      }
      parts.append(lines.joined(separator: "\n"))
    }
    parts += result.fixes.map { locale.string(.suggestedFix, ["text": $0]) }
    if !result.stack.isEmpty { parts.append(result.stack.joined(separator: "\n")) }
    if rule?.helpURL == nil, let help = rule?.help { parts.append(help) }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  // MARK: Paths

  /// The path of a location from the root of the sources; nil where none is given.
  private func path(_ location: SARIFLocation) -> String? {
    var location = location
    if location.uri == nil, let index = location.artifact, artifacts.indices.contains(index) {
      location.uri = artifacts[index].uri
      location.baseID = artifacts[index].baseID
    }
    guard let uri = location.uri, !uri.isEmpty else { return nil }
    var path = uri
    var baseID = location.baseID
    var seen: Set<String> = []
    // A name without an address is the root itself.
    while !path.contains("://"), !path.hasPrefix("/"), let name = baseID, let base = bases[name],
      seen.insert(name).inserted
    {
      if let uri = base.uri { path = uri + (uri.hasSuffix("/") || uri.isEmpty ? "" : "/") + path }
      baseID = base.baseID
    }
    return path.hasPrefix("file:") ? path : SourcePaths.percentDecoded(path)
  }
}

extension SARIFLocation {
  init(artifact: JSONValue) {
    self.init()
    uri = artifact["location"]?["uri"]?.string
    baseID = artifact["location"]?["uriBaseId"]?.string
  }
}
