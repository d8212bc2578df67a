import Datasets
package import Diagnostics
package import Formats
import Foundation
import JSON
import Localization
package import Model
import Time
package import ToolReports

/// What a report in lines of text comes to.
package struct TextReport {
  package var dataset: Dataset
  package var diagnostics: [Diagnostic]

  package init(
    _ text: String, as format: String? = nil, file: String = "log", options: ImportOptions = .init()
  ) {
    self.init(Array(text.utf8), as: format, file: file, options: options)
  }

  package init(
    _ bytes: [UInt8], as format: String? = nil, file: String = "log", piece: Int = .max,
    options: ImportOptions = ImportOptions()
  ) {
    self.init(
      bytes, with: format.flatMap { InputFormat(named: $0) }, file: file, piece: piece,
      options: options)
  }

  package init(
    _ bytes: [UInt8], with format: InputFormat?, among formats: InputFormats = InputFormats(),
    file: String = "log", piece: Int = .max, options: ImportOptions = ImportOptions()
  ) {
    var merger = InputMerger(locale: { _ in Self.words })
    merger.now = { _, _ in Instant(seconds: 1_795_144_320) }
    merger.read(
      file: file, from: ByteSource(bytes: bytes, piece: piece),
      as: format, among: formats, options: options)
    merger.readSources()
    let (dataset, log) = merger.salvage()
    self.dataset = dataset
    diagnostics = log.diagnostics
  }

  /// The English words that importers add.
  private static let words: Localization.Locale = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Templates/strings")
    var locale: Localization.Locale?
    for path in ["facts/en.json", "en.json"] {
      let data = try? Data(contentsOf: folder.appendingPathComponent(path))
      let (json, _) = JSONValue.parse(Array(data ?? Data()), file: path)
      if let json { locale = Localization.Locale(json, fallback: locale) }
    }
    return locale ?? Localization.Locale(JSONValue(.object([]), at: SourceLocation(file: "")))
  }()

  package var messages: [Message] { dataset.messages }
  package var message: Message? { dataset.messages.first }
  package var status: Dataset.Run.Status? { dataset.run?.status }
  /// What the report claims and does not show.
  package var shortfalls: [String] { dataset.run?.shortfalls.map(\.text) ?? [] }
  package var problems: [String] {
    diagnostics.map { "\($0.location?.line ?? 0) \($0.severity.rawValue) \($0.id)" }
  }

  /// `error: title`, in the order of the report.
  package var titles: [String] { messages.map { "\($0.urgency.rawValue): \($0.title)" } }

  /// `Tests 3, Failed 1`
  package var counts: String {
    (dataset.run?.facts ?? []).filter { $0.kind != .duration && $0.kind != .testTime }
      .map { "\($0.title) \($0.value)" }.joined(separator: ", ")
  }

  /// `file:line:column` of the first message.
  package var place: String? { message?.location?.place }

  /// Whether a report would say that all is well.
  package var looksWell: Bool {
    status == .completed && messages.isEmpty && !diagnostics.contains { $0.severity == .error }
  }
}
