internal import Basics
internal import Model

/// Takes the known messages out of a dataset before anything else of the report is decided, so that
/// no verdict, change or threshold can count them (K1). What a site remembers is of all messages.
struct KnownComposing {
  /// Which of the other messages the baseline had; nil without a baseline.
  let matches: MessageMatches?
  /// What a site remembers of the other messages; nil without one.
  let recall: MessageRecall?
  /// The other messages that were known in the run before, by their new index.
  let expired: Set<Int>
  let summary: Report.Known
  private let notes: [Int: Report.KnownNote]
  private let positions: [Int]

  /// Returns nil without known issues.
  init?(
    _ dataset: inout Dataset, _ baseline: Dataset?, _ assignment: inout CategoryAssignment,
    _ filter: Filter, _ settings: Composer.Settings
  ) {
    let index = KnownIndex(settings.known + dataset.known)
    if index.isEmpty { return nil }
    let all = baseline.map {
      settings.recall?.matches ?? MessageMatches($0, dataset)
    }
    let zone = settings.zone
    let before =
      settings.recall?.before ?? baseline?.moment.map { zone.wall(at: zone.instant(of: $0)).date }
    let found = KnownMessages(
      dataset, index, baseline: baseline, all, settings.recall?.fingerprints ?? [],
      today: zone.wall(at: settings.now).date, before: before)
    found.addOwners(to: &dataset.messages)
    let slots = assignment
    summary = found.summary(dataset, index, settings.recall, all, settings.locale) { position in
      filter.admits(dataset.messages[position], slot: slots.slot(of: position), nil)
    }
    notes = found.notes(index, settings.locale)
    expired = Set(
      found.expired.isEmpty
        ? [] : found.kept.indices.filter { found.expired.contains(found.kept[$0]) })
    let isWhole = found.known.isEmpty
    matches =
      isWhole && found.lost.count == all?.lost.count
      ? all : all?.restricted(to: found.kept, lost: found.lost)
    recall =
      isWhole ? settings.recall : settings.recall?.restricted(to: found.kept, lost: found.lost)
    positions = isWhole ? [] : found.kept
    if isWhole { return }
    dataset.messages = found.kept.map { dataset.messages[$0] }
    assignment.keep(found.kept)
  }

  func apply(to report: inout Report) {
    report.known = summary
    report.positions = positions
    report.knownNotes = notes
  }
}
