internal import Diagnostics
internal import Model
internal import ToolReports

extension InputMerger {
  /// Links locations without an address to their sources. The commit comes from the input's own
  /// run, else from a dataset's run, else from the options.
  mutating func linkSources() {
    let common = inputs.lazy.filter { !$0.isImported }.compactMap(\.run?.commit).first
    var lacksCommit = false
    for input in inputs {
      guard let links = input.links else { continue }
      let commit = input.run?.commit ?? common ?? input.commit
      if commit == nil, links.needsCommit {
        lacksCommit =
          lacksCommit || dataset.messages[input.messages].contains { $0.location != nil }
        continue
      }
      for index in input.messages {
        guard let location = dataset.messages[index].location, location.url == nil,
          !input.packagePaths.contains(location.file)
        else { continue }
        dataset.messages[index].location?.url = links.address(
          file: location.file, line: location.line, commit: commit)
      }
    }
    guard lacksCommit else { return }
    log.add(
      Diagnostic(
        .warning, "no-commit", "places are not linked, since no commit is known",
        help: ["use '--ci' in a job, or give the dataset's run a 'commit'"]))
  }
}
