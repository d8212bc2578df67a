internal import Model
internal import Time

/// Removes the known messages from a dataset before all other decisions, so that no verdict, change
/// or threshold counts them (see "Known messages are counted apart"). A site remembers all
/// messages.
struct KnownComposing {
  /// The matches of the other messages; nil without a baseline.
  let matches: MessageMatches?
  /// The site's memory of the other messages; nil without a site.
  let recall: MessageRecall?
  /// The other messages that were known in the previous run, by their new index.
  let expired: Set<Int>
  let summary: Report.Known
  private let notes: [Int: Report.KnownNote]
  private let positions: [Int]

  /// Returns nil without known issues.
  init?(
    _ dataset: inout Dataset, _ baseline: Dataset?, _ assignment: inout CategoryAssignment,
    _ filter: Filter, _ context: Composer.Context
  ) {
    let index = KnownIndex(context.settings.known + dataset.known)
    if index.isEmpty { return nil }
    let all = baseline.map {
      context.recall?.matches ?? MessageMatches($0, dataset)
    }
    let zone = context.zone
    let before =
      context.recall?.before
      ?? baseline?.namingTime.map { zone.wall(at: zone.instant(of: $0)).date }
    let found = KnownMessages(
      dataset, index, baseline: baseline, all, context.recall?.fingerprints ?? [],
      today: zone.wall(at: context.now).date, before: before)
    found.addOwners(to: &dataset.messages)
    let slots = assignment
    summary = found.summary(dataset, index, context.recall, all, context.locale) { position in
      filter.admits(dataset.messages[position], slot: slots.slot(of: position), nil)
    }
    notes = found.notes(index, context.locale)
    expired = Set(
      found.expired.isEmpty
        ? [] : found.kept.indices.filter { found.expired.contains(found.kept[$0]) })
    let isWhole = found.known.isEmpty
    matches =
      isWhole && found.lost.count == all?.lost.count
      ? all : all?.restricted(to: found.kept, lost: found.lost)
    recall =
      isWhole ? context.recall : context.recall?.restricted(to: found.kept, lost: found.lost)
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
