import JSON
import Model

extension JSONTarget {
  /// Writes the coverage by file, the one with the most missed lines first.
  func write(_ coverage: CodeCoverage, _ writer: inout JSONWriter) {
    if coverage.isEmpty { return }
    writer.key("coverage")
    writer.object { writer in
      writer.key("files")
      writer.array { writer in
        for file in coverage.files {
          writer.object { writer in
            write(file.path, file.lines, &writer)
            if file.branches.whole > 0 {
              writer.member("coveredBranches", file.branches.part)
              writer.member("branches", file.branches.whole)
            }
            writer.member("percent", file.share.percent)
          }
        }
      }
      if coverage.otherFiles > 0 { writer.member("otherFiles", coverage.otherFiles) }
      if let changed = coverage.changed { write(changed, &writer) }
    }
  }

  private func write(_ changed: CodeCoverage.Changed, _ writer: inout JSONWriter) {
    writer.key("changed")
    writer.object { writer in
      write(nil, changed.lines, &writer)
      writer.member("percent", changed.lines.percent)
      writer.key("files")
      writer.array { writer in
        for file in changed.files {
          writer.object { writer in
            write(file.path, file.lines, &writer)
            writer.key("missed")
            writer.array { writer in
              for range in file.missed {
                writer.object { writer in
                  writer.member("first", range.lowerBound)
                  writer.member("last", range.upperBound)
                }
              }
            }
          }
        }
      }
      if changed.otherFiles > 0 { writer.member("otherFiles", changed.otherFiles) }
    }
  }

  private func write(_ path: String?, _ lines: Share, _ writer: inout JSONWriter) {
    writer.member("file", path)
    writer.member("covered", lines.part)
    writer.member("lines", lines.whole)
  }
}
