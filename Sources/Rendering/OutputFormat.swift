import Diagnostics

/// A format that reports are rendered to. Each is declared in its own folder and listed in `all`.
/// Help, file names, the template files to load, attachments and the library's targets derive from
/// it.
package struct OutputFormat: Sendable {
  /// Its name in `--to`, and the ending of its components unless it has those of another format.
  package var name: String
  /// Its name in sentences: "a page".
  package var title: String
  /// The name of its file in a folder.
  package var fileName: String
  /// The endings of file names that select it.
  package var endings: [String] = []
  /// Its media type as an attachment of a mail.
  package var mimeType: String
  /// Whether a mail can have it as an attachment.
  package var isAttachable = false
  /// Whether it renders a template's document and components.
  package var usesTemplate = true
  /// The format whose components it renders; nil if it has its own.
  package var formatOfComponents: String?
  /// Whether it lists all tests of the inputs, so that their names must be kept.
  package var listsTests = false
  /// The files of a template that it needs in addition to document and components.
  package var templateParts: [AssetPart] = []
  package var themeParts: [AssetPart] = []
  package var budget = BudgetRule.ignored
  let render: @Sendable (ReportRenderer, @escaping Outlet) -> [Diagnostic]

  /// How a format applies a limit to its bytes.
  package enum BudgetRule: Sendable, Hashable {
    case ignored
    /// The default limit in bytes; nil for none.
    case limited(byDefault: Int?)
  }

  /// All formats, in the order of help and listings.
  package static let all: [OutputFormat] = [
    .page, .mail, .markdown, .comment, .text, .json, .slack, .teams,
    .sarif, .codeQuality, .csv,
    .junit, .ctrf, .openMetrics,
  ]

  /// The formats that a budget limits.
  package static var limited: [OutputFormat] { all.filter { $0.budget != .ignored } }

  /// The ending of its components.
  package var componentEnding: String { formatOfComponents ?? name }

  package var defaultBudget: Int? {
    if case .limited(let bytes) = budget { bytes } else { nil }
  }
}

extension OutputFormat {
  package init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// The format that the longest known ending of a file name selects: `report.md`, `a.ctrf.json`.
  package init?(writtenTo path: String) {
    let name = "." + (path.split(separator: "/").last ?? "")
    var longest = 0
    var found: OutputFormat?
    for format in Self.all {
      for ending in format.endings
      where ending.utf8.count > longest && name.hasSuffix("." + ending) {
        (longest, found) = (ending.utf8.count, format)
      }
    }
    guard let found else { return nil }
    self = found
  }
}

extension OutputFormat: Hashable {
  package static func == (left: OutputFormat, right: OutputFormat) -> Bool {
    left.name == right.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

/// Files of a template or a theme: one file, or all files of a folder with an ending.
package struct AssetPart: Sendable, Hashable {
  package var folder: String
  /// A name, or an ending if it begins with a period.
  package var name: String
  package var isImage: Bool
  /// Whether texts are read. Otherwise only the existence of the files is recorded.
  package var isReadWhole: Bool

  package init(
    folder: String = "", name: String, isImage: Bool = false, isReadWhole: Bool = true
  ) {
    self.folder = folder
    self.name = name
    self.isImage = isImage
    self.isReadWhole = isReadWhole
  }
}
