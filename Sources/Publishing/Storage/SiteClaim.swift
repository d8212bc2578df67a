import Synchronization

/// Whether a call has found that its folder is a site, so that of many runs only the first one looks
/// through it.
package final class SiteClaim: Sendable {
  private let isMade = Atomic(false)

  package init() {}

  func make(_ claim: () throws(PublishError) -> Void) throws(PublishError) {
    if isMade.load(ordering: .acquiring) { return }
    try claim()
    isMade.store(true, ordering: .releasing)
  }
}
