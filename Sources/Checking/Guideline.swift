package import Diagnostics
package import Model

/// A guideline for the author of a dataset. Tidemark does not change the wording of messages, so
/// only their author can follow it. Each guideline is a file in `Rules/` and a page in
/// docs/guidelines.
package struct Guideline: Sendable {
  /// The id of its findings: `yes-or-no`.
  package let id: String
  /// The guideline as a sentence without a full stop.
  package let title: String
  /// The reason, in Markdown.
  package let reason: String
  /// The remedy for a finding: a sentence fragment.
  package let remedy: String
  /// The languages with known words; nil if the guideline does not depend on words.
  package let languages: [String]?
  /// A dataset with one finding of this guideline and no other finding.
  package let bad: String
  /// A similar dataset without a finding.
  package let good: String
  let find: @Sendable (AuthoredDataset) -> [Finding]

  init(
    id: String, title: String, reason: String, remedy: String, languages: [String]? = nil,
    bad: String, good: String, find: @escaping @Sendable (AuthoredDataset) -> [Finding]
  ) {
    self.id = id
    self.title = title
    self.reason = reason
    self.remedy = remedy
    self.languages = languages
    self.bad = bad
    self.good = good
    self.find = find
  }

  /// All guidelines, sorted by id.
  package static let all: [Guideline] = [
    actionNoun, actionPunctuation, actionTarget, alertCount, alertFullStop, alertPronoun,
    alertUrgency, alertWithoutChoice, cancelWithAddress, destructiveFirst, destructiveRole,
    entryDetails, equalActions, explainedAction, longAction, longAlert, longNotice, longSummary,
    longTitle, missingPlace, repeatedTitle, shoutedTitle, singleCategories, tooManyChoices,
    uncountablePlural,
    urgencyInTitle, vagueTitle, yesOrNo,
  ].sorted { $0.id < $1.id }

  /// Warnings for all violations. Messages from other tools' reports are not checked.
  ///
  /// - Parameters:
  ///   - locale: The language of the dataset's words; nil uses the dataset's language, else English.
  ///   - skipped: The ids of skipped guidelines.
  package static func findings(
    in dataset: Dataset, locale: String? = nil, skipping skipped: Set<String> = []
  ) -> [Diagnostic] {
    let authored = AuthoredDataset(dataset, locale: locale)
    return all.filter { !skipped.contains($0.id) }.flatMap { rule -> [Diagnostic] in
      if let languages = rule.languages, !languages.contains(authored.language) { return [] }
      return rule.find(authored).map { finding in
        Diagnostic(
          .warning, rule.id, finding.summary, at: finding.mark.map(dataset.location),
          help: [rule.remedy])
      }
    }
  }
}

/// A violation: a sentence in lower case without a full stop, and its place.
struct Finding {
  var summary: String
  var mark: SourceMark?

  init(_ summary: String, at mark: SourceMark? = nil) {
    self.summary = summary
    self.mark = mark
  }
}

/// The part of a dataset that a person wrote, without the contents of other tools' reports.
struct AuthoredDataset: Sendable {
  let dataset: Dataset
  let messages: [Message]
  let entries: [TimelineEntry]
  /// The first part of a language tag: `en`.
  let language: String

  init(_ dataset: Dataset, locale: String? = nil) {
    self.dataset = dataset
    func isAuthored(_ mark: SourceMark) -> Bool {
      let file = Int(mark.file)
      return !dataset.areImported.indices.contains(file) || !dataset.areImported[file]
    }
    messages = dataset.messages.filter { isAuthored($0.source) }
    entries = dataset.timeline?.entries.filter { isAuthored($0.source) } ?? []
    let tag = dataset.locale ?? locale ?? "en"
    language = tag.prefix { $0.isLetter }.lowercased()
  }

  /// A finding for each message with a summary.
  func each(_ summary: (Message) -> String?) -> [Finding] {
    messages.compactMap { message in summary(message).map { Finding($0, at: message.source) } }
  }

  /// A finding for each action with a summary.
  func eachAction(_ summary: (Message.Action) -> String?) -> [Finding] {
    messages.flatMap { message in
      message.actions.compactMap { action in
        summary(action).map { Finding($0, at: message.source) }
      }
    }
  }
}

extension Message {
  /// The actions without Cancel.
  var choices: [Action] { actions.filter { $0.role != .cancel } }

  /// Whether it is an alert or a banner.
  var isNotice: Bool { kind != .message }

  /// The title as quoted in findings.
  var named: String { VisibleText.quoted(title.isEmpty ? text ?? "" : title) }
}

extension Message.Action {
  /// The title as quoted in findings.
  var named: String { VisibleText.quoted(title) }
}
