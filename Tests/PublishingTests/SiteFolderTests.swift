import Foundation
import Synchronization
import Testing

@testable import Publishing

@Suite struct SiteFolderTests {
  private let site = FileManager.default.temporaryDirectory.appending(
    path: "tidemark-\(UUID().uuidString)")

  @Test func aProjectThatAnotherProcessBeginsMeanwhileIsNotForeign() throws {
    defer { try? FileManager.default.removeItem(at: site) }
    let site = site
    let wanted = Steps()
    let count = 200
    let writer = Thread {
      for number in 0..<count {
        while wanted.number.load(ordering: .acquiring) < number { sched_yield() }
        let history = site.appending(path: "p\(number)/history")
        try? FileManager.default.createDirectory(at: history, withIntermediateDirectories: true)
      }
    }
    writer.start()
    for number in 0..<count {
      wanted.number.store(number, ordering: .releasing)
      repeat {
        try SiteFolder(site.path).claim(evenIfForeign: false)
        try SiteFolder(site.path).refuseForeign(project: "p\(number)")
      } while try !SiteFolder(site.path).hasProject("p\(number)")
    }
  }

  /// The project that the writer begins next.
  private final class Steps: Sendable {
    let number = Atomic(-1)
  }
}
