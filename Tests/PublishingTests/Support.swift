import Composing
import Diagnostics
import Foundation
import Model
import Rendering
import Testing
import Time

@testable import Publishing

/// A site in a temporary folder, which is removed afterwards.
final class TestSite {
  /// The program's own files and strings, read once for all sites.
  private static let store = AssetStore()
  private static let english = Strings.locale("en", in: store).0

  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "tidemark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func publisher(_ project: String = "core", _ options: PublishOptions = PublishOptions())
    -> Publisher
  {
    Publisher(
      site: path, project: project, store: Self.store, template: "default", theme: "horizon",
      options: options, strictness: .errors)
  }

  /// Publishes a run of September 2026 with messages of these titles.
  @discardableResult
  func publish(
    _ day: Int, _ titles: [String], status: Dataset.Run.Status = .completed, id: String? = nil,
    title: String = "Nightly", options: PublishOptions = PublishOptions()
  ) throws -> Publisher.Outcome {
    var dataset = Dataset()
    dataset.title = title
    dataset.run = Dataset.Run(status: status)
    dataset.messages = titles.map { Message(urgency: .warning, title: $0) }
    return try publisher("core", options).publish(dataset, id: id, context: try context(day))
  }

  /// The clock of a day of September 2026.
  func context(_ day: Int) throws -> Composer.Context {
    let start = try #require(TimePoint(parsing: "2026-09-01T03:00:00Z"))
    let now = TimeZoneRules.utc.instant(of: start).adding(seconds: Int64(day - 1) * 86_400)
    let locale = try #require(Self.english)
    return Composer.Context(Composer.Settings(), now: now, zone: .utc, locale: locale)
  }

  func history(rebuilding: Bool = false) throws -> ProjectHistory {
    try ProjectHistory(site: path, project: "core", rebuilding: rebuilding)
  }

  func text(_ file: String) throws -> String {
    try String(contentsOfFile: path + "/core/" + file, encoding: .utf8)
  }

  /// The contents of every file of the site by its path.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      if let data = FileManager.default.contents(atPath: path + "/" + name) { files[name] = data }
    }
    return files
  }
}

extension MessageTracker {
  /// A file of the tracker alone.
  var bytes: [UInt8] { bytes(beside: Companions(dataset: "")) }
}

/// The renderer of the built-in template in English.
func siteRenderer() throws -> SiteRenderer {
  var problems: [Diagnostic] = []
  let locale = try #require(Strings.locale("en", in: AssetStore()).0)
  let renderer = SiteRenderer(
    template: "default", theme: "horizon", in: AssetStore(), locale: locale,
    names: SiteRecord.names, problems: &problems)
  #expect(problems.isEmpty)
  return try #require(renderer)
}
