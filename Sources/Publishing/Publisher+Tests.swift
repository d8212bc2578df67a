import Composing
import Diagnostics
import Files
import Model
import Rendering

extension Publisher {
  /// Stages the memory of tests and their page.
  ///
  /// - Parameters:
  ///   - run: The run that is being published; nil to write the files of the runs that are there.
  ///   - report: Its report.
  /// - Returns: The style and script that only the page before this one may have linked.
  func writeTests(
    _ run: PublishedRun?, _ dataset: Dataset?, _ report: Report?, to history: ProjectHistory,
    _ pages: ProjectPages, _ problems: inout [Diagnostic]
  ) throws(FileError) -> Set<String> {
    var memory = TestMemory(history)
    let isOfBranch = run?.isOfBranch ?? false
    let results = isOfBranch ? nil : dataset.map { RunResults($0, report) }
    // A project without tests has no memory of them.
    if memory.isNew, run != nil, results?.tests.isEmpty ?? true { return [] }
    memory.update(
      run?.id, results, dataset, renamed: isOfBranch ? [] : report?.comparison?.tests.moved ?? [],
      checking: history.wasRebuilt)
    problems += memory.problems
    try memory.stage()
    let path = history.path(TestPage.path)
    guard memory.hasTests else {
      if history.staging.kind(of: path) != nil { history.staging.remove(path) }
      return []
    }
    let before = history.staging.read(path).map(AssetLinks.names) ?? []
    let latest = dataset ?? history.latest.flatMap { history.files.stored($0.id, $0.digest) }
    let page = TestPage(
      memory: memory, pages: pages, links: latest?.run?.links ?? CommitLinks()
    ).rendered()
    let names = AssetLinks.names(in: page.bytes)
    try history.write(page.assets.filter { names.contains($0.name) })
    try history.staging.write(page.bytes, to: path)
    return before.subtracting(names)
  }
}
