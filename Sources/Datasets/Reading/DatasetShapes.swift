internal import Diagnostics
package import Inputs
internal import JSON
internal import Model
internal import Text

/// The objects of a dataset, version 1.
package enum DatasetShapes {
  static let dataset = ObjectShape<DatasetKey>(
    "dataset", "a dataset",
    required: [
      "version": "add \"version\": 1",
      "messages":
        "write \"messages\": [] for none; without the key a crashed job would look successful",
    ])
  static let run = ObjectShape<RunKey>("run", "a run")
  static let skipReason = ObjectShape<SkipReasonKey>(
    "skipReason", "a reason", required: ["text": "", "count": ""])
  static let coverage = ObjectShape<CoverageKey>("coverage", "the coverage")
  static let fileCoverage = ObjectShape<FileCoverageKey>(
    "fileCoverage", "the coverage of a file", required: ["file": ""])
  static let changedCoverage = ObjectShape<ChangedCoverageKey>(
    "changedCoverage", "the coverage of changed lines")
  static let changedFile = ObjectShape<ChangedFileKey>(
    "changedFile", "a changed file", required: ["file": ""])
  static let lineRange = ObjectShape<LineRangeKey>(
    "lineRange", "a range of lines")
  static let fact = ObjectShape<FactKey>(
    "fact", "a fact", required: ["title": "", "value": ""])
  static let origin = ObjectShape<OriginKey>(
    "origin", "an origin", required: ["input": "", "value": ""])
  static let shortfall = ObjectShape<ShortfallKey>(
    "shortfall", "a shortfall", required: ["input": "", "text": ""])
  static let unread = ObjectShape<UnreadKey>(
    "unread", "an unread input", required: ["path": "", "reason": ""])
  static let category = ObjectShape<CategoryKey>(
    "category", "a category", required: ["id": "", "title": ""])
  static let message = ObjectShape<MessageField>("message", "a message")
  static let location = ObjectShape<LocationKey>(
    "location", "a location", required: ["file": ""])
  static let link = ObjectShape<LinkKey>("link", "a link", required: ["title": ""])
  static let action = ObjectShape<ActionKey>(
    "action", "an action", required: ["title": ""])
  static let attachment = ObjectShape<AttachmentKey>("attachment", "an attachment")
  static let step = ObjectShape<StepKey>("step", "a step", required: ["title": ""])
  static let parameter = ObjectShape<ParameterKey>(
    "parameter", "a parameter", required: ["name": "", "value": ""])
  static let progress = ObjectShape<ProgressKey>(
    "progress", "a progress", required: ["done": "leave 'progress' out when it is unknown"])
  static let timeline = ObjectShape<TimelineKey>("timeline", "a timeline")
  static let entry = ObjectShape<EntryKey>("entry", "an entry", required: ["title": ""])
  static let statusNote = ObjectShape<StatusNoteKey>(
    "statusNote", "a status", required: ["text": ""])
  static let filters = ObjectShape<FiltersKey>("filters", "the filters")
  static let scope = ObjectShape<ScopeKey>("scope", "a part of the scope")
  // A key with a typing error, such as 'untill', would accept a message for ever.
  static let known = ObjectShape<KnownKey>(
    "known", "a known issue", required: ["reason": "say why it is accepted"], unknownKeys: .error)
  static let accepted = ObjectShape<AcceptedKey>(
    "accepted", "an accepted message", required: ["fingerprint": ""], unknownKeys: .error)
  static let knownFile = ObjectShape<KnownFileKey>(
    "knownFile", "a file of known issues",
    required: ["known": "write \"known\": [] for none"], unknownKeys: .error)
  static let duration = ObjectShape<DurationKey>(
    "duration", "a duration", required: ["test": "", "seconds": ""])
  static let report = ObjectShape<ReportKey>("report", "a report", required: ["input": ""])
  static let reference = ObjectShape<ReferenceKey>("reference", "a reference")

  /// All objects, for comparison with the schema.
  package static var all: [ObjectDescription] {
    [
      dataset.description, run.description, skipReason.description, coverage.description,
      fileCoverage.description, changedCoverage.description, changedFile.description,
      lineRange.description, fact.description,
      origin.description, shortfall.description, unread.description, category.description,
      message.description, location.description, link.description,
      action.description, attachment.description, step.description,
      parameter.description, progress.description, timeline.description,
      entry.description,
      statusNote.description, filters.description, scope.description, known.description,
      accepted.description, duration.description, report.description, reference.description,
      // Its keys are the author's own.
      ObjectDescription(name: "properties", keys: [], required: []),
    ]
  }
}

extension DatasetShapes {
  /// The keys that accept fixed words only, such as `message.urgency`, and these words.
  package static var choices: [String: [String]] {
    var choices = [
      "dataset.bannerPosition": DatasetChoices.bannerPosition.words,
      "dataset.detailsView": DatasetChoices.detailsView.words,
      "dataset.categoryOrder": DatasetChoices.categoryOrder.words,
      "dataset.textFormat": DatasetChoices.textFormat.words,
      "dataset.detailsFormat": DatasetChoices.textFormat.words,
      "run.status": DatasetChoices.runStatus.words,
      "fact.kind": DatasetChoices.factKind.words,
      "fact.better": DatasetChoices.better.words,
      "action.role": DatasetChoices.role.words,
      "step.status": DatasetChoices.stepStatus.words,
      "timeline.order": DatasetChoices.order.words,
      "timeline.groupBy": DatasetChoices.grouping.words,
      "entry.tense": DatasetChoices.tense.words,
      "entry.milestone": DatasetChoices.milestone.words,
      "entry.status": DatasetChoices.status.words,
      "entry.detailsFormat": DatasetChoices.textFormat.words,
      "statusNote.tone": DatasetChoices.tone.words,
      "scope.kind": DatasetChoices.scopeKind.words,
      "known.urgency": DatasetChoices.urgency.words,
      "accepted.urgency": DatasetChoices.urgency.words,
    ]
    for field in MessageField.allCases {
      if case .words(let words, _) = field.shape { choices["message.\(field.key)"] = words }
    }
    return choices
  }
}

/// The fixed words of a dataset, version 1.
enum DatasetChoices {
  static let factKind = Choice<Dataset.Run.Fact.Kind>("kind of fact")
  static let better = Choice<Dataset.Run.Fact.Better>("direction of fact")
  static let runStatus = Choice<Dataset.Run.Status>("run status")
  static let bannerPosition = Choice<Dataset.BannerPosition>("banner position")
  static let detailsView = Choice<Dataset.DetailsView>("details view")
  static let categoryOrder = Choice<Dataset.CategoryOrder>("category order")
  static let textFormat = Choice<TextFormat>("text format")
  static let urgency = Choice<Urgency>("urgency")
  static let kind = Choice<Message.Kind>("kind")
  static let role = Choice<Message.Action.Role>("role")
  static let persistence = Choice<Message.Persistence.Word>("persistence")
  static let stepStatus = Choice<Message.Step.Status>("status of a step")
  static let order = Choice<TimelineData.Order>("order")
  static let grouping = Choice<TimelineData.Grouping>("grouping")
  static let tense = Choice<Tense>("tense")
  static let milestone = Choice<TimelineEntry.Milestone>("milestone")
  static let status = Choice<Status>("status")
  static let scopeKind = Choice<RunScope.Kind>("kind of scope")
  static let tone = Choice<TimelineEntry.StatusNote.Tone>("tone")
}
