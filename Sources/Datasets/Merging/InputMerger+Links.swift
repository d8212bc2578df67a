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
        func link(_ location: inout Message.Location?) {
          guard let place = location, place.url == nil, !input.packagePaths.contains(place.file)
          else { return }
          location?.url = links.address(file: place.file, line: place.line, commit: commit)
        }
        link(&dataset.messages[index].location)
        if dataset.messages[index].testLocation != nil {
          link(&dataset.messages[index].testLocation)
        }
      }
    }
    guard lacksCommit else { return }
    log.add(
      Diagnostic(
        .warning, "no-commit", "places are not linked, since no commit is known",
        help: ["use '--ci' in a job, or give the dataset's run a 'commit'"]))
  }
}
