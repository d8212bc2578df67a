import Diagnostics

/// A format that reports can be rendered to. Each has a folder here, which says what it is called and
/// how it is rendered, and a place in the table; help, file names, the files that are asked of a
/// template, attachments and the library's targets follow from that.
package struct OutputFormat: Sendable {
  /// What `--to` calls it, and the ending of its components.
  package var name: String
  /// What sentences call it: "a page".
  package var title: String
  /// The name of its file in a folder.
  package var fileName: String
  /// The endings of file names that ask for it.
  package var endings: [String] = []
  /// How a mail declares it as an attachment.
  package var mimeType: String
  /// Whether a mail can have it attached at request.
  package var isAttachable = false
  /// Whether a template's document and components make it.
  package var usesTemplate = true
  /// What it asks of a template beside document and components.
  package var templateParts: [AssetPart] = []
  package var themeParts: [AssetPart] = []
  package var budget = BudgetRule.ignored
  let render: @Sendable (ReportRenderer, @escaping Outlet) -> [Diagnostic]

  /// What a limit to its bytes means for a format.
  package enum BudgetRule: Sendable, Hashable {
    case ignored
    /// nil: unlimited unless a limit is set.
    case limited(byDefault: Int?)
  }

  /// All formats, in the order in which help and listings name them.
  package static let all: [OutputFormat] = [
    .page, .mail, .markdown, .text, .json, .slack, .teams,
  ]

  /// The formats that a budget limits.
  package static var limited: [OutputFormat] { all.filter { $0.budget != .ignored } }

  package var defaultBudget: Int? {
    if case .limited(let bytes) = budget { bytes } else { nil }
  }
}

extension OutputFormat {
  package init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// The format that a file's name asks for: `report.md`.
  package init?(writtenTo path: String) {
    guard let ending = path.split(separator: ".").last.map(String.init),
      let format = Self.all.first(where: { $0.endings.contains(ending) })
    else { return nil }
    self = format
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

/// Files that a template or a theme is made of: a single one, or all with an ending in a folder.
package struct AssetPart: Sendable, Hashable {
  package var folder: String
  /// A name, or an ending where it begins with a period.
  package var name: String
  package var isImage: Bool
  /// Whether texts are read; else it is only noted that the files are there.
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
