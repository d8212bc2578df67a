internal import JSON
internal import Localization
internal import Model
internal import Text
internal import ToolReports

/// A run, filled while its findings are made.
struct SARIFRun {
  var tool: SARIFTool?
  /// The results that wait for later parts of the run.
  var results: [SARIFResult] = []
  var hasResults = false
  /// Whether the end of the run decides about the categories.
  var needsEnd = false
  var artifacts: [SARIFLocation] = []
  /// The artifacts that results name, by their indices or addresses.
  var namedArtifacts: Set<Int> = []
  var namedURIs: Set<String> = []
  var lastNamedURI: String?
  /// The categories of results that Tidemark wrote.
  var categories: Set<String> = []
  var bases: [String: SARIFBase] = [:]
  var invocations: [JSONValue] = []
  var provenance: JSONValue?
  var automation: String?
  /// The part of `automation` that is the same in each run; nil if there is none.
  var series: String?

  /// Whether a result depends on parts of the run that are not read yet.
  func mustWait(_ result: SARIFResult) -> Bool {
    needsEnd || mustWait(result.location)
      || result.extra.map { extra in
        extra.invocation != nil && invocations.isEmpty
          || (extra.others + extra.related + extra.steps + extra.stack).contains(where: mustWait)
      } ?? false
  }

  private func mustWait(_ location: SARIFLocation) -> Bool {
    location.uri == nil && location.artifact != nil && artifacts.isEmpty
      || location.baseID != nil && bases.isEmpty
  }

  // MARK: Levels

  private static let mostOverrides = 1_000

  /// The effective level: information for a kind that is no failure, else the level of the result,
  /// else of the invocation, else of the rule, else a warning.
  private func level(of result: SARIFResult, _ rule: SARIFTool.Rule?) -> (String, Urgency) {
    if let urgency = result.extra?.own?.urgency { return (urgency.rawValue, urgency) }
    switch result.kind {
    case .open?, .review?, .informational?: return (result.kind?.rawValue ?? "", .information)
    case .fail?, .pass?, .notApplicable?, nil: break
    }
    let level = result.level ?? overridden(result) ?? rule?.level ?? .warning
    return (level.rawValue, level.urgency)
  }

  private func overridden(_ result: SARIFResult) -> SARIF.Level? {
    guard let index = result.extra?.invocation, invocations.indices.contains(index) else {
      return nil
    }
    let overrides = invocations[index]["ruleConfigurationOverrides"]?.elements ?? []
    // Tools override only a few rules, so the search has a limit.
    let match = overrides.prefix(Self.mostOverrides).first { override in
      let descriptor = override["descriptor"]
      return descriptor?["id"]?.string == result.ruleID && result.ruleID != nil
        || SARIF.index(descriptor?["index"]) == result.ruleIndex && result.ruleIndex != nil
    }
    return match?["configuration"]?["level"]?.string.flatMap(SARIF.Level.init)
  }

  // MARK: Findings

  func finding(of result: SARIFResult, _ tool: SARIFTool, _ locale: Locale) -> Finding {
    let (component, rule) = tool.rule(of: result)
    let (level, urgency) = level(of: result, rule)
    let own = result.extra?.own
    var finding = Finding(urgency, tool: own?.category ?? tool.id)
    finding.toolTitle = tool.substitute(locale)
    (finding.level, finding.run, finding.source) = (level, automation, result.source)
    let named = result.ruleID ?? rule.flatMap { $0.id.isEmpty ? nil : $0.id }
    let id = rule?.isCategory == true ? nil : named
    copyMessage(of: result, component, rule, into: &finding)
    finding.closing = rule?.severity.map { locale.string(.severityOf, ["value": $0]) }
    finding.rule = id ?? rule?.name
    if let id { finding.ruleTitle = rule?.title(as: id) }
    finding.ruleURL = rule?.helpURL
    finding.file = path(result.location)
    if finding.file == nil {
      finding.opening = result.location.name
    } else {
      (finding.line, finding.column) = (result.location.line, result.location.column)
    }
    finding.attachments = result.extra?.attachments.compactMap { path($0) } ?? []
    finding.excerpt = result.extra?.quoted.flatMap { SourceText(sarif: $0) }
    finding.details = details(of: result, rule, locale)
    finding.fingerprint =
      result.ownFingerprint
      ?? result.fingerprint.map {
        "sarif:" + [tool.id, id ?? "", $0].joined(separator: "\u{1F}")
      }
    finding.count = result.count
    if let own { copyOwnParts(own, into: &finding) }
    if own != nil, let test = result.extra?.related.first {
      finding.testPlace = path(test).map { ($0, test.line) }
    }
    return finding
  }

  private func copyOwnParts(_ own: SARIFOwnParts, into finding: inout Finding) {
    (finding.time, finding.owner) = (own.time, own.owner)
    finding.details = own.details ?? finding.details
    finding.isCounted = true
    guard own.isMarkdown, let end = finding.message.utf8.firstIndex(of: 0x0A) else { return }
    finding.markdown = PlainText.trimmed(String(finding.message[end...]))
  }

  private func copyMessage(
    of result: SARIFResult, _ component: SARIFTool.Component, _ rule: SARIFTool.Rule?,
    into finding: inout Finding
  ) {
    let text = result.message.filledText(rule?.messages, component.messages) ?? ""
    finding.message = PlainText.trimmed(
      SARIFMessage.withoutLinks(text, unescaping: true) { words, target in
        shownLink(words, target, result) { "(\($0))" }
      })
    if finding.message.isEmpty { finding.title = rule?.name ?? result.ruleID ?? rule?.id }
    // Several lines seldom begin with a sentence, so the rule's description is the title.
    if PlainText.hasLines(finding.message),
      let short = rule?.shortDescription.flatMap(PlainText.firstLine)
    {
      finding.title = short
    }
    if let markdown = result.message.filledMarkdown(rule?.messages, component.messages),
      markdown != text
    {
      finding.markdown = SARIFMessage.withoutLinks(markdown, unescaping: false) { words, target in
        Int(target) == nil ? nil : shownLink(words, target, result) { "(`\($0)`)" }
      }
    }
  }

  /// `[words](3)` leads to a related location: adds its place to the words. An address is shown.
  private func shownLink(
    _ words: String, _ target: String, _ result: SARIFResult, _ shown: (String) -> String
  ) -> String? {
    if let number = Int(target) {
      guard let location = result.extra?.related.first(where: { $0.id == number }) else {
        return words
      }
      let place = path(location).map { $0 + (location.line.map { ":\($0)" } ?? "") }
      return place.map { words + " " + shown($0) } ?? words
    }
    let isAddress = target.hasPrefix("https://") || target.hasPrefix("http://")
    return isAddress && target != words ? words + " " + shown(target) : words
  }

  // MARK: Details

  private func details(
    of result: SARIFResult, _ rule: SARIFTool.Rule?, _ locale: Locale
  ) -> String? {
    var parts: [String] = []
    if let extra = result.extra {
      if let snippet = extra.quoted?.text { parts.append(snippet) }
      if !extra.others.isEmpty {
        let others = extra.others.map { locale.string(.alsoAt, ["place": described($0)]) }
        parts.append(others.joined(separator: "\n"))
      }
      // A result of Tidemark has the place of its test there.
      let related = extra.own == nil ? extra.related.map(described) : []
      if !related.isEmpty { parts.append(related.joined(separator: "\n")) }
      if !extra.steps.isEmpty {
        var lines = extra.steps.enumerated().map { "\($0.offset + 1). \(described($0.element))" }
        if extra.stepsLeftOut > 0 {
          lines.append(locale.string(.andMore, ["count": locale.number(extra.stepsLeftOut)]))
        }
        parts.append(lines.joined(separator: "\n"))
      }
      parts += extra.fixes.map { locale.string(.suggestedFix, ["text": $0]) }
      if !extra.stack.isEmpty {
        parts.append(extra.stack.map(described).joined(separator: "\n"))
      }
    }
    if rule?.helpURL == nil, let help = rule?.help { parts.append(help) }
    // A single part is not copied, because results of one rule share its help.
    return parts.count > 1 ? parts.joined(separator: "\n\n") : parts.first
  }

  /// "src/a.c:12: the message" for a list.
  private func described(_ location: SARIFLocation) -> String {
    let place = (path(location) ?? location.name).map { place in
      place + (location.line.map { ":\($0)" } ?? "")
    }
    return [place, location.message].compactMap { $0 }.joined(separator: ": ")
  }

  // MARK: Paths

  /// The most bases in a chain.
  private static let longestChain = 32

  /// The path of a location from the root of the sources; nil if none is given.
  func path(_ location: SARIFLocation) -> String? {
    var location = location
    if location.uri == nil, let index = location.artifact, artifacts.indices.contains(index) {
      location.uri = artifacts[index].uri
      location.baseID = artifacts[index].baseID
    }
    guard let uri = location.uri, !uri.isEmpty else { return nil }
    var path = uri
    var baseID = location.baseID
    var seen: Set<String> = []
    // A base without an address is the root itself.
    while let name = baseID, let base = bases[name], !path.contains("://"), !path.hasPrefix("/"),
      seen.count < Self.longestChain, seen.insert(name).inserted
    {
      if let uri = base.uri { path = uri + (uri.hasSuffix("/") || uri.isEmpty ? "" : "/") + path }
      baseID = base.baseID
    }
    return path.hasPrefix("file:") ? path : PercentEncoding.decoded(path, keepsZero: true)
  }

  /// A base that depends on itself.
  var cyclicBase: String? {
    var settled: Set<String> = []
    for name in bases.keys.sorted() {
      var chain: Set<String> = []
      var next: String? = name
      while let current = next, !settled.contains(current) {
        guard chain.insert(current).inserted else { return current }
        next = bases[current]?.baseID
      }
      settled.formUnion(chain)
    }
    return nil
  }
}

extension SARIF.Level {
  var urgency: Urgency {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .information
    case .none: .neutral
    }
  }
}
