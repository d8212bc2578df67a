import Composing
import Localization
import Model
import Templating

/// Coverage by file (see "Coverage by file"). A page has a table of folders and files, other outputs
/// the files with the most missed lines.
final class CoverageScope: Scope {
  private let view: ReportView
  private let coverage: CodeCoverage
  private let worst: [CodeCoverage.File]
  private let table: CoverageRowScope

  /// The numbers of folders and of files of a folder in the table, and of files without a table.
  private static let (mostFolders, mostFiles, mostWorst) = (20, 10, 5)

  init(_ view: ReportView, _ coverage: CodeCoverage) {
    self.view = view
    self.coverage = coverage
    worst = coverage.files.filter { $0.lines.missed > 0 }
    table = CoverageRowScope(view, view.style.hasAside ? Self.rows(of: coverage) : [])
  }

  private static func rows(of coverage: CodeCoverage) -> [CoverageRowScope.Row] {
    let folders = coverage.folders
    var rows: [CoverageRowScope.Row] = []
    for folder in folders.prefix(mostFolders) {
      rows.append(.folder(folder.folder))
      rows += folder.files.prefix(mostFiles).map { file in
        var inner = file
        // The row of the folder is above it.
        inner.path = file.path.split(separator: "/").last.map(String.init) ?? file.path
        return .file(inner)
      }
      if folder.files.count > mostFiles { rows.append(.more(folder.files.count - mostFiles)) }
    }
    let rest = folders.dropFirst(mostFolders).reduce(coverage.otherFiles) { $0 + $1.files.count }
    if rest > 0 { rows.append(.more(rest)) }
    return rows
  }

  func value(_ name: Name, at index: Int) -> Value {
    let shown = min(worst.count, Self.mostWorst)
    return switch Field(name) {
    case .count:
      view.said(view.report.locale.number(coverage.files.count + coverage.otherFiles))
    case .hasBranches: .flag(coverage.files.contains { $0.branches.whole > 0 })
    case .rows: .records(table, 0..<table.rows.count)
    case .items:
      .records(CoverageRowScope(view, worst.prefix(shown).map { .file($0) }), 0..<shown)
    case .hasOthers: .flag(!worst.isEmpty)
    case .more: view.more(worst.count - shown)
    case .changed:
      coverage.changed.flatMap { ChangedCoverageScope(view, $0) }.map { .record($0, 0) } ?? .absent
    default: .missing
    }
  }
}

/// The folders and files of a table of coverage.
final class CoverageRowScope: Scope {
  enum Row {
    case folder(CodeCoverage.File)
    case file(CodeCoverage.File)
    /// The number of files that are left out.
    case more(Int)

    var file: CodeCoverage.File? {
      switch self {
      case .folder(let file), .file(let file): file
      case .more: nil
      }
    }
  }

  private let view: ReportView
  let rows: [Row]

  init(_ view: ReportView, _ rows: [Row]) {
    self.view = view
    self.rows = rows
  }

  func value(_ name: Name, at index: Int) -> Value {
    let row = rows[index]
    let locale = view.report.locale
    return switch (Field(name), row) {
    case (.isFirst, _): .flag(index == 0)
    case (.isFolder, .folder): .flag(true)
    case (.isFolder, _): .flag(false)
    case (.more, .more(let count)): view.more(count)
    case (.more, _): .absent
    case (.name, _): Value(row.file?.path)
    case (.value, _): view.said(row.file?.share.text(locale))
    case (.text, _): view.said(row.file?.share.counted(locale))
    case (.missed, _): view.said(row.file.map { locale.number($0.lines.missed) })
    case (.branches, _): view.said(row.file?.branches.counted(locale))
    default: .missing
    }
  }
}

/// The changed lines that were not run.
final class ChangedCoverageScope: Scope {
  private let view: ReportView
  private let changed: CodeCoverage.Changed
  private let files: ChangedFileScope

  private static let (mostFiles, mostListed) = (10, 100)

  /// Returns nil if all changed lines were run.
  init?(_ view: ReportView, _ changed: CodeCoverage.Changed) {
    if changed.files.isEmpty { return nil }
    self.view = view
    self.changed = changed
    let most = view.style.hasAside ? Self.mostListed : Self.mostFiles
    files = ChangedFileScope(view, Array(changed.files.prefix(most)))
  }

  func value(_ name: Name, at index: Int) -> Value {
    let locale = view.report.locale
    return switch Field(name) {
    case .title: view.said(locale.string(.changedLinesMissed))
    case .count: view.said(locale.number(changed.lines.missed))
    case .titleWithCount:
      view.titleWithCount(locale.string(.changedLinesMissed), changed.lines.missed)
    case .items: .records(files, 0..<files.files.count)
    case .more: view.more(changed.files.count + changed.otherFiles - files.files.count)
    default: .missing
    }
  }
}

/// The files with changed lines that were not run.
final class ChangedFileScope: Scope {
  private let view: ReportView
  let files: [CodeCoverage.Changed.File]

  private static let mostRanges = 40

  init(_ view: ReportView, _ files: [CodeCoverage.Changed.File]) {
    self.view = view
    self.files = files
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .name: .text(files[index].path)
    case .ranges: view.said(ranges(of: files[index]))
    default: .missing
    }
  }

  /// "10–14, 20"
  private func ranges(of file: CodeCoverage.Changed.File) -> String {
    let ranges = file.missed.prefix(Self.mostRanges).map { range in
      range.count == 1 ? String(range.lowerBound) : "\(range.lowerBound)–\(range.upperBound)"
    }
    let more = TextLimits.more(file.missed.count - ranges.count, view.report.locale)
    return (ranges + [more].compactMap { $0 }).joined(separator: ", ")
  }
}
