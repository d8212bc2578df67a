import Synchronization

/// Remembers that a folder is a site, so that only the first of the runs of a call checks the
/// folder.
package final class SiteClaim: Sendable {
  private let isMade = Atomic(false)

  package init() {}

  func make(_ claim: () throws(PublishError) -> Void) throws(PublishError) {
    if isMade.load(ordering: .acquiring) { return }
    try claim()
    isMade.store(true, ordering: .releasing)
  }
}
