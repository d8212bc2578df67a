import Composing
import Datasets
import Formats
import Foundation
import JSON
import Model
import Testing

/// What a run found it has looked for, or none of it could ever be fixed (N2).
struct OwnScopeTests {
  private static let reports: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Reports")
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
      .map { folder.appendingPathComponent($0).path }
  }()

  @Test(arguments: reports) func aRunHasLookedForItsOwnFindings(path: String) throws {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    var merger = InputMerger()
    merger.read(file: path, from: ByteSource(bytes: bytes))
    var dataset = try #require(merger.finish().dataset)
    dataset.run?.status = .completed
    // After a gap nothing is known to be gone.
    guard dataset.run?.shortfalls.isEmpty ?? true else { return }
    let findings = dataset.messages.filter { $0.canBeFixed && !$0.isTest }
    let absences = dataset.absences(of: findings, after: dataset)
    let missed = zip(findings, absences).filter { $0.1 != .checked }.map { $0.0.title }
    #expect(missed.isEmpty)
  }
}
