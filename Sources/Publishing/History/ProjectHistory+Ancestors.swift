import Composing
import Datasets
import Diagnostics

/// The run that a run of a branch is compared with (see "The run of the nearest ancestor").
extension ProjectHistory {
  /// The run of the nearest ancestor for a run of a branch, which remembers its id; nil if there is
  /// none, and for a run of the main line.
  func ancestor(
    of run: inout PublishedRun, as identity: RunIdentity, among ancestry: CommitAncestry?
  ) -> PublishedRun? {
    guard let ancestry else { return nil }
    let ancestor = ancestor(of: run, as: identity, among: ancestry)
    run.base = ancestor?.id ?? ""
    return ancestor
  }

  /// The run of the nearest ancestor; nil if there is none. Notes which run that is, damaged runs
  /// that are nearer, and that there is none.
  func ancestor(
    of run: PublishedRun, as identity: RunIdentity, among ancestry: CommitAncestry
  ) -> PublishedRun? {
    if run.isMissing { return nil }
    let candidates = all.filter { other in
      other.commit != nil && other.canBeBaseline(of: run, as: identity)
    }
    let positions = ancestry.positions(of: Set(candidates.compactMap(\.commit)))
    func position(_ run: PublishedRun) -> Int? { run.commit.flatMap { positions[$0] } }
    let ranked = candidates.filter { position($0) != nil }.sorted { left, right in
      let (leftPosition, rightPosition) = (position(left) ?? 0, position(right) ?? 0)
      if leftPosition != rightPosition { return leftPosition < rightPosition }
      if left.isPartial != right.isPartial { return right.isPartial }
      return left > right
    }
    for candidate in ranked {
      guard files.run(candidate.id) != nil,
        files.stored(candidate.id, candidate.digest) != nil
      else {
        note(loss(candidate.id))
        continue
      }
      note(
        Diagnostic(
          .note, "ancestor-run",
          "compared with the run '\(candidate.id)', \(distance(position(candidate) ?? 0))"))
      return candidate
    }
    note(lacksAncestor(of: run, as: identity, among: ancestry))
    return nil
  }

  /// "which has the same commit", "3 commits back in the list".
  private func distance(_ position: Int) -> String {
    switch position {
    case 0: "which has the same commit"
    case 1: "1 commit back in the list"
    default: "\(position) commits back in the list"
    }
  }

  private func lacksAncestor(
    of run: PublishedRun, as identity: RunIdentity, among ancestry: CommitAncestry
  ) -> Diagnostic {
    let latest = baselines(of: run, as: identity, most: 1).first
    let commits = ancestry.count == 1 ? "the commit" : "the \(ancestry.count) commits"
    return Diagnostic(
      .warning, "no-ancestor",
      "no run of '\(name)' in the site has \(commits) of '--baseline-commits': "
        + (latest.map { "compared with the latest run, '\($0.id)'" } ?? "nothing is compared"),
      help: [
        "the commits of a shallow clone are not all: fetch the others with 'git fetch --unshallow'",
        "publish the runs of the main branch with their commits ('run.commit')",
      ])
  }
}

extension PublishedRun {
  /// Whether a run can be compared with this one: a run of the main line with a report, which is
  /// neither the same run nor the same report.
  func canBeBaseline(of run: PublishedRun, as identity: RunIdentity) -> Bool {
    !isMissing && !isOfBranch && id != run.id && !isReport(of: run)
      && !identity.isSameReport(run, self)
  }
}
