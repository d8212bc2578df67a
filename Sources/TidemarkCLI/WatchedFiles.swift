import Basics
import Importing
import Pipeline

/// The files that a report is made of: inputs, baseline, known issues, settings, template and theme.
struct WatchedFiles {
  private let operands: [InputOperand]
  private let paths: [String]
  private let folders: [String]
  private let outputs: [String]

  /// - Parameter outputs: Files that are written, which may stand in a folder of inputs.
  init(
    _ input: InputOptions, _ dataset: DatasetOptions, _ comparison: ComparisonOptions,
    _ call: CommandCall, except outputs: [String] = []
  ) {
    operands =
      input.operands(call) + [comparison.baseline.map { InputOperand($0) }].compactMap { $0 }
    // Beside the settings file in force: one that is made in the working folder takes its place.
    paths =
      [call.host.settingsInForce].compactMap { $0 }
      + [call.host.settingsFile, dataset.known.path(call.host)]
    folders = AssetLoader(template: dataset.template, theme: dataset.theme, formats: []).folders
    self.outputs = outputs
  }

  func stamps() -> FileStamps {
    var stamps = FileStamps(paths)
    let found = operands.flatMap(\.watchedPaths) + folders.flatMap { FolderWalk($0).files }
    for path in found { stamps.add(path) }
    // A folder may be reached by several paths, and an output through any of them.
    stamps.remove(outputs)
    return stamps
  }
}
