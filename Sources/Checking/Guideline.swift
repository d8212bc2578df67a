import Basics
package import Diagnostics
package import Model

/// A rule of the guidelines that only the author of a dataset can keep, since Tidemark doesn't change
/// what a message says. Each rule is a file in `Rules/` and a page in docs/guidelines.
package struct Guideline: Sendable {
  /// The id of its findings: `yes-or-no`.
  package let id: String
  /// What it asks for: a sentence without a full stop.
  package let title: String
  /// Why, in Markdown.
  package let reason: String
  /// What to do about a finding: a sentence fragment.
  package let remedy: String
  /// The languages whose words it knows; nil if it reads no words.
  package let languages: [String]?
  /// A dataset with one finding of this rule and no other.
  package let bad: String
  /// The same dataset without a finding.
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

  /// All rules, sorted by id.
  package static let all: [Guideline] = [
    actionNoun, actionPunctuation, actionTarget, alertCount, alertFullStop, alertPronoun,
    alertUrgency, alertWithoutChoice, cancelWithAddress, destructiveFirst, destructiveRole,
    entryDetails, equalActions, explainedAction, longAction, longAlert, longNotice, longSummary,
    longTitle, missingPlace, repeatedTitle, shoutedTitle, singleCategories, tooManyChoices,
    uncountablePlural,
    urgencyInTitle, vagueTitle, yesOrNo,
  ].sorted { $0.id < $1.id }

  /// Warnings for everything that breaks a rule. Messages of other tools' reports are left alone.
  ///
  /// - Parameters:
  ///   - locale: The language of the dataset's words; nil takes the dataset's, else English.
  ///   - skipped: The ids of rules that are not asked.
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

/// What a rule has found: a sentence in lower case without a full stop, and its place.
struct Finding {
  var summary: String
  var mark: SourceMark?

  init(_ summary: String, at mark: SourceMark? = nil) {
    self.summary = summary
    self.mark = mark
  }
}

/// The part of a dataset that a person decided: without what reports of other tools say.
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

  /// A finding for each message that `summary` says something of.
  func each(_ summary: (Message) -> String?) -> [Finding] {
    messages.compactMap { message in summary(message).map { Finding($0, at: message.source) } }
  }

  /// A finding for each action that `summary` says something of.
  func eachAction(_ summary: (Message.Action) -> String?) -> [Finding] {
    messages.flatMap { message in
      message.actions.compactMap { action in
        summary(action).map { Finding($0, at: message.source) }
      }
    }
  }
}

extension Message {
  /// What a person chooses from: without Cancel.
  var choices: [Action] { self.actions.filter { $0.role != .cancel } }

  /// Whether it is an alert or a banner, which is read in passing.
  var isNotice: Bool { kind != .message }

  /// Its title as a finding names it.
  var named: String { VisibleText.quoted(title.isEmpty ? text ?? "" : title) }
}

extension Message.Action {
  /// Its title as a finding names it.
  var named: String { VisibleText.quoted(title) }
}
