internal import Model

/// The one place where secrets are hidden: everything that becomes part of a message or of the run
/// goes through it before titles, categories and fingerprints are made.
extension ImportedReport {
  mutating func redacted(_ test: TestCase) -> TestCase {
    var test = test
    test.title = redactor.redacted(test.title)
    test.text = redactor.redacted(test.text)
    test.details = redactor.redacted(test.details)
    test.suites = test.suites.map { redactor.redacted($0) }
    test.identity = test.identity.map { redactor.redacted($0) }
    test.tool = redactor.redacted(test.tool)
    test.file = redactor.redacted(test.file)
    test.attachments = test.attachments.map { redactor.redacted($0) }
    return test
  }

  mutating func redacted(_ finding: Finding) -> Finding {
    var finding = finding
    finding.tool = redactor.redacted(finding.tool)
    finding.level = redactor.redacted(finding.level)
    finding.run = redactor.redacted(finding.run)
    finding.title = redactor.redacted(finding.title)
    finding.message = redactor.redacted(finding.message)
    finding.markdown = redactor.redacted(finding.markdown)
    finding.opening = redactor.redacted(finding.opening)
    finding.closing = redactor.redacted(finding.closing)
    finding.rule = redactor.redacted(finding.rule)
    finding.ruleTitle = redactor.redacted(finding.ruleTitle)
    finding.ruleURL = redactor.redacted(address: finding.ruleURL)
    finding.file = redactor.redacted(finding.file)
    finding.details = redactor.redacted(finding.details)
    finding.fingerprint = redactor.redacted(finding.fingerprint)
    return finding
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
