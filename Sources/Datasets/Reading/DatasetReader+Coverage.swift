internal import Inputs
internal import JSON
internal import Model

extension DatasetReader {
  private static let counts = 0...1_000_000_000_000

  func readCoverage(_ reader: inout JSONReader, into coverage: inout CodeCoverage) {
    guard var fields = Fields(DatasetShapes.coverage, in: &reader, as: "coverage") else { return }
    var (files, others): ([CodeCoverage.File], Int) = ([], 0)
    var changed: CodeCoverage.Changed?
    while let key = fields.next(&reader) {
      switch key {
      case .files:
        guard reader.beginArray("files") else { continue }
        while reader.nextElement() { if let file = readFile(&reader) { files.append(file) } }
      case .otherFiles: others = reader.integer("otherFiles", Self.counts) ?? 0
      case .changed: changed = readChanged(&reader)
      }
    }
    coverage = CodeCoverage(files, otherFiles: others)
    coverage.changed = changed
  }

  private func readFile(_ reader: inout JSONReader) -> CodeCoverage.File? {
    guard var fields = Fields(DatasetShapes.fileCoverage, in: &reader) else { return nil }
    var (path, countsBranches) = ("", false)
    var (covered, lines, coveredBranches, branches) = (0, 0, 0, 0)
    while let key = fields.next(&reader) {
      switch key {
      case .file: path = reader.string("file") ?? ""
      case .covered: covered = reader.integer("covered", Self.counts) ?? 0
      case .lines: lines = reader.integer("lines", Self.counts) ?? 0
      case .coveredBranches:
        coveredBranches = reader.integer("coveredBranches", Self.counts) ?? 0
      case .branches: branches = reader.integer("branches", Self.counts) ?? 0
      case .countsBranches: countsBranches = reader.boolean("countsBranches") ?? false
      }
    }
    return CodeCoverage.File(
      path: path, lines: Share(part: covered, whole: lines),
      branches: Share(part: coveredBranches, whole: branches), countsBranches: countsBranches)
  }

  private func readChanged(_ reader: inout JSONReader) -> CodeCoverage.Changed? {
    guard var fields = Fields(DatasetShapes.changedCoverage, in: &reader, as: "changed") else {
      return nil
    }
    var (covered, lines, others) = (0, 0, 0)
    var files: [CodeCoverage.Changed.File] = []
    while let key = fields.next(&reader) {
      switch key {
      case .covered: covered = reader.integer("covered", Self.counts) ?? 0
      case .lines: lines = reader.integer("lines", Self.counts) ?? 0
      case .otherFiles: others = reader.integer("otherFiles", Self.counts) ?? 0
      case .files:
        guard reader.beginArray("files") else { continue }
        while reader.nextElement() { if let file = readChangedFile(&reader) { files.append(file) } }
      }
    }
    return CodeCoverage.Changed(
      lines: Share(part: covered, whole: lines), files: files, otherFiles: others)
  }

  private func readChangedFile(_ reader: inout JSONReader) -> CodeCoverage.Changed.File? {
    guard var fields = Fields(DatasetShapes.changedFile, in: &reader) else { return nil }
    var (path, covered, lines) = ("", 0, 0)
    var missed: [ClosedRange<Int>] = []
    while let key = fields.next(&reader) {
      switch key {
      case .file: path = reader.string("file") ?? ""
      case .covered: covered = reader.integer("covered", Self.counts) ?? 0
      case .lines: lines = reader.integer("lines", Self.counts) ?? 0
      case .missed:
        guard reader.beginArray("missed") else { continue }
        while reader.nextElement() {
          if let range = readRange(&reader) { missed.append(range) }
        }
      }
    }
    return CodeCoverage.Changed.File(
      path: path, lines: Share(part: covered, whole: lines), missed: missed)
  }

  private func readRange(_ reader: inout JSONReader) -> ClosedRange<Int>? {
    guard var fields = Fields(DatasetShapes.lineRange, in: &reader) else { return nil }
    var (first, last): (Int?, Int?) = (nil, nil)
    while let key = fields.next(&reader) {
      switch key {
      case .first: first = reader.integer("first", Self.counts)
      case .last: last = reader.integer("last", Self.counts)
      }
    }
    guard let first, let last, first <= last else { return nil }
    return first...last
  }
}
