import Files
import Pipeline

/// The files of a report: inputs, format files, baseline, known issues, settings, template and
/// theme.
struct WatchedFiles {
  private let operands: [InputOperand]
  private let paths: [String]
  private let folders: [String]
  private let outputs: [String]

  /// - Parameter outputs: The written files, which may be in a folder of inputs.
  init(
    _ input: InputOptions, _ dataset: DatasetOptions, _ comparison: ComparisonOptions,
    _ site: SiteOptions, _ call: CommandCall, except outputs: [String] = []
  ) {
    operands =
      input.operands(call) + [comparison.baseline.map { InputOperand($0) }].compactMap { $0 }
    // A settings file created in the working folder replaces the current one, so it is watched,
    // too.
    paths =
      [call.host.settingsInForce].compactMap { $0 }
      + [call.host.settingsFile, dataset.known.path(call.host)]
      + [dataset.commits.path, input.diff.path, site.ancestry?.path].compactMap { $0 }
      + input.formatFiles
    folders = AssetLoader(template: dataset.template, theme: dataset.theme, formats: []).folders
    self.outputs = outputs
  }

  func stamps() -> FileStamps {
    var stamps = FileStamps(paths)
    let found = operands.flatMap(\.watchedPaths) + folders.flatMap { FolderWalk($0).files }
    for path in found { stamps.add(path) }
    // Several paths may lead to a folder, and an output through any of them.
    stamps.remove(outputs)
    return stamps
  }
}
