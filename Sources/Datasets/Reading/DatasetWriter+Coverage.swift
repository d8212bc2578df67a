internal import JSON
internal import Model

extension DatasetWriter {
  static func write(_ coverage: CodeCoverage, _ writer: inout JSONWriter) {
    if coverage.isEmpty { return }
    writer.key("coverage")
    writer.object { writer in
      if !coverage.files.isEmpty {
        writer.list("files", coverage.files) { file, writer in
          writer.member("file", file.path)
          writer.member("covered", file.lines.part)
          writer.member("lines", file.lines.whole)
          if file.branches.whole > 0 {
            writer.member("coveredBranches", file.branches.part)
            writer.member("branches", file.branches.whole)
          }
          if file.countsBranches { writer.member("countsBranches", true) }
        }
      }
      if coverage.otherFiles > 0 { writer.member("otherFiles", coverage.otherFiles) }
      guard let changed = coverage.changed else { return }
      writer.key("changed")
      writer.object { writer in
        writer.member("covered", changed.lines.part)
        writer.member("lines", changed.lines.whole)
        writer.list("files", changed.files) { file, writer in
          writer.member("file", file.path)
          writer.member("covered", file.lines.part)
          writer.member("lines", file.lines.whole)
          writer.list("missed", file.missed) { range, writer in
            writer.member("first", range.lowerBound)
            writer.member("last", range.upperBound)
          }
        }
        if changed.otherFiles > 0 { writer.member("otherFiles", changed.otherFiles) }
      }
    }
  }
}
