import Composing
import Diagnostics
import Localization
import Model
import Synchronization
import Testing
import Time

@testable import Rendering

/// The time of the reports in tests.
let night = Instant(seconds: 1_795_140_720)

/// The program's own files; the templates that are read of them are read once for all tests.
let builtIn = AssetStore()

func locale(_ tag: String = "en") throws -> Localization.Locale {
  if let known = locales.withLock({ $0[tag] }) { return known }
  let (locale, problems) = Strings.locale(tag, in: builtIn)
  #expect(problems == [])
  let made = try #require(locale)
  locales.withLock { $0[tag] = made }
  return made
}

/// The locales that tests have asked for.
private let locales = Mutex<[String: Localization.Locale]>([:])

/// The report of a dataset that has nothing wrong with it. Tests number their messages, which are
/// alike then; few are about that.
func report(
  _ dataset: Dataset, baseline: Dataset? = nil, locale tag: String = "en", filters: [String] = [],
  groupBeyond: Int = 0
) throws -> Report {
  var settings = Composer.Settings()
  settings.filters = filters
  settings.groupBeyond = groupBeyond
  let context = Composer.Context(
    settings, now: night, zone: .utc, locale: try locale(tag), baseline: baseline)
  let (report, problems) = Composer().compose(dataset, in: context)
  #expect(problems.filter { $0.severity == .error } == [])
  return try #require(report)
}

/// Renders a report without errors.
func render(
  _ report: Report, to target: OutputFormat, in store: AssetStore = builtIn,
  theme: String = "horizon", options: RenderOptions = RenderOptions()
) throws -> String {
  let renderer = ReportRenderer(report, store: store, theme: theme, options: options, threads: 1)
  let (output, problems) = renderer.string(target)
  #expect(problems.allSatisfy { $0.id == "unknown-icon" })
  return output
}

extension ReportRenderer {
  /// A target's output as text.
  func string(_ target: OutputFormat) -> (String, [Diagnostic]) {
    let (bytes, problems) = bytes(target)
    return (String(decoding: bytes, as: UTF8.self), problems)
  }
}

/// The diagnostics of rendering a report with files that replace built-in ones.
func problems(
  rendering report: Report, to target: OutputFormat, with files: [String: String]
) -> [Diagnostic] {
  ReportRenderer(report, store: overlay(files), threads: 1).string(target).1
}

/// The built-in files with replacements.
func overlay(_ files: [String: String]) -> AssetStore {
  AssetStore(over: [
    AssetStore.Layer(
      files: files.reduce(into: [:]) { placed, file in
        placed[file.key] = AssetStore.File(name: file.key, text: file.value)
      })
  ])
}

/// The built-in files without style rules, which take most of the time for a small page.
let withoutStyle: AssetStore = {
  let sheets = AssetStore().paths(under: "").filter { $0.hasSuffix(".css") }
  return overlay(Dictionary(uniqueKeysWithValues: sheets.map { ($0, "") }))
}()

func message(
  _ urgency: Urgency, _ title: String, kind: Message.Kind = .message, category: String? = nil,
  text: String? = nil
) -> Message {
  Message(urgency: urgency, kind: kind, category: category, title: title, text: text)
}

func dataset(_ messages: [Message] = [], entries: [TimelineEntry] = []) -> Dataset {
  var dataset = Dataset()
  dataset.files = ["night.json"]
  dataset.title = "Nightly build"
  dataset.messages = messages
  if !entries.isEmpty { dataset.timeline = TimelineData(entries: entries) }
  return dataset
}

/// A time relative to `night`.
func hours(_ count: Int) -> TimePoint {
  let instant = Instant(seconds: night.seconds + Int64(count) * 3_600)
  return TimePoint(parsing: instant.machineTime(in: .utc))
    ?? .date(TimeZoneRules.utc.date(at: night))
}

/// The endings of all components that a template has.
let templateForms = OutputFormat.all.filter { $0.usesTemplate && $0.formatOfComponents == nil }
  .map(\.name)
