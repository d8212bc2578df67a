import Composing
import Diagnostics
import Foundation
import JSON
import Localization
import Model
import Testing
import Time

/// The locale as the program loads it.
func locale(_ tag: String = "en") throws -> Localization.Locale {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Templates/strings")
  func read(_ tag: String, fallback: Localization.Locale?) throws -> Localization.Locale {
    var locale = fallback
    for path in ["facts/\(tag).json", "\(tag).json"] {
      let file = folder.appendingPathComponent(path)
      let (json, diagnostics) = JSONValue.parse(Array(try Data(contentsOf: file)), file: file.path)
      #expect(diagnostics.isEmpty)
      locale = Localization.Locale(try #require(json), fallback: locale)
    }
    return try #require(locale)
  }
  let english = try read("en", fallback: nil)
  return tag == "en" ? english : try read(tag, fallback: english)
}

func zone(_ name: String = "Europe/Berlin") throws -> TimeZoneRules {
  let folder = TimeZoneRules.folder(tzdir: ProcessInfo.processInfo.environment["TZDIR"])
  return try TimeZoneRules(named: name, folder: folder)
}

/// Parses a time as written in datasets.
func time(_ text: String) throws -> TimePoint {
  try #require(TimePoint(parsing: text), "not a time: \(text)")
}

let night = "2026-11-20T03:12:00+01:00"

/// The context of a report with these settings.
func settings(
  now: String = night, zone name: String = "Europe/Berlin", locale tag: String = "en",
  sort: [String]? = nil, filters: [String] = [], baseline: Dataset? = nil
) throws -> Composer.Context {
  let zone = try zone(name)
  var settings = Composer.Settings()
  settings.sort = sort
  settings.filters = filters
  return Composer.Context(
    settings, now: zone.instant(of: try time(now)), zone: zone, locale: try locale(tag),
    baseline: baseline)
}

func message(
  _ urgency: Urgency, _ title: String = "A title", kind: Message.Kind = .message,
  category: String? = nil, time text: String? = nil, file: String? = nil, line: Int? = nil,
  fingerprint: String? = nil
) throws -> Message {
  Message(
    urgency: urgency, kind: kind, category: category, title: title,
    time: try text.map { try time($0) },
    location: file.map { Message.Location(file: $0, line: line) }, fingerprint: fingerprint)
}

func dataset(
  _ messages: [Message] = [], categories: [(id: String, title: String)] = [],
  run: Dataset.Run.Status? = nil, timeline: TimelineData? = nil
) -> Dataset {
  var dataset = Dataset()
  dataset.files = ["night.json"]
  dataset.title = "Nightly build"
  dataset.messages = messages
  dataset.categories = categories.map { Dataset.Category(id: $0.id, title: $0.title) }
  dataset.run = run.map { Dataset.Run(status: $0) }
  dataset.timeline = timeline
  return dataset
}

/// The report of a dataset without errors.
func report(_ dataset: Dataset, _ context: Composer.Context? = nil) throws -> Report {
  let context = try context ?? usualSettings()
  let (report, diagnostics) = Composer().compose(dataset, in: context)
  #expect(diagnostics.filter { $0.severity == .error } == [])
  let composed = try #require(report)
  #expect(composed.reconcile() == nil)
  return composed
}

func usualSettings() throws -> Composer.Context { try settings() }

func diagnostics(_ dataset: Dataset, _ context: Composer.Context) -> [Diagnostic] {
  Composer().compose(dataset, in: context).1
}

extension Report {
  /// Each section with the titles of its messages.
  var outline: [String] {
    sections.map { section in
      "\(section.title): \(section.items.map { messages[$0].title }.joined(separator: ", "))"
    }
  }
}
