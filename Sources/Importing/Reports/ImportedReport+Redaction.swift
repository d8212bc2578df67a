internal import Model

/// The one place where secrets are hidden: everything that becomes part of a message or of the run
/// goes through it before titles, categories and fingerprints are made.
extension ImportedReport {
  mutating func redact(_ test: inout TestCase) {
    redactor.redact(&test.title)
    redactor.redact(&test.text)
    redactor.redact(&test.details)
    for index in test.suites.indices { redactor.redact(&test.suites[index]) }
    for index in test.identity.indices { redactor.redact(&test.identity[index]) }
    redactor.redact(&test.tool)
    redactor.redact(&test.file)
    for index in test.attachments.indices { redactor.redact(&test.attachments[index]) }
  }

  mutating func redact(_ finding: inout Finding) {
    redactor.redact(&finding.tool)
    redactor.redact(&finding.level)
    redactor.redact(&finding.run)
    redactor.redact(&finding.title)
    redactor.redact(&finding.message)
    // Marks of emphasis may part a secret, and are not shown.
    if let markdown = finding.markdown {
      let shown = markdown.filter { !"*`~\\".contains($0) }
      var probe = redactor
      finding.markdown = probe.redacted(shown) == shown ? markdown : nil
    }
    redactor.redact(&finding.opening)
    redactor.redact(&finding.closing)
    redactor.redact(&finding.rule)
    redactor.redact(&finding.ruleTitle)
    finding.ruleURL = redactor.redacted(address: finding.ruleURL)
    redactor.redact(&finding.file)
    redactor.redact(&finding.details)
    redactor.redact(&finding.fingerprint)
  }

  /// The lines around a finding that its report quotes.
  mutating func context(of finding: Finding) -> Message.Context? {
    guard let excerpt = finding.excerpt, let line = finding.line,
      let lines = excerpt.lines(around: line)
    else { return nil }
    if excerpt.hidesSecrets, lines.contains(Redactor.sign) { redactor.countHidden() }
    let hidden = redactor.redactedLines(Array(lines.utf8))
    return Message.Context(text: hidden.map { String(decoding: $0, as: UTF8.self) } ?? lines)
  }

  mutating func redactRun() {
    title = redactor.redacted(title)
    subtitle = redactor.redacted(subtitle)
    url = redactor.redacted(address: url)
    repository = redactor.redacted(address: repository)
    commit = redactor.redacted(commit)
    branch = redactor.redacted(branch)
    reason = redactor.redacted(reason)
    for index in properties.indices {
      let values = properties[index].values.map { redactor.redacted($0) }
      properties[index].values = values
    }
  }
}
