import Datasets

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
}
