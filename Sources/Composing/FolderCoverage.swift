package import Localization
package import Model

/// The coverage of a folder (see "Coverage by file").
package struct FolderCoverage: Sendable {
  /// The folder, and the sums of its files.
  package var folder: CodeCoverage.File
  /// Its files without those of inner folders, the one with the most missed lines first.
  package var files: [CodeCoverage.File]
}

extension CodeCoverage {
  /// The folders, the one with the most missed lines first.
  package var folders: [FolderCoverage] {
    let filesOfFolders = Dictionary(grouping: files) { Self.folder(of: $0.path) }
    let folders = filesOfFolders.map { path, files in
      var sum = File(path: path, lines: Share())
      for file in files {
        sum.lines.add(file.lines)
        sum.branches.add(file.branches)
        sum.countsBranches = sum.countsBranches || file.countsBranches
      }
      return FolderCoverage(folder: sum, files: files)
    }
    return folders.sorted {
      let (left, right) = ($0.folder.lines.missed, $1.folder.lines.missed)
      return left == right ? $0.folder.path < $1.folder.path : left > right
    }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

extension Share {
  /// "83.3%"; nil if the whole is 0.
  package func text(_ locale: Locale) -> String? {
    percent.map { locale.percent(String($0)) }
  }

  /// "83.3% (50 of 60)"; nil if the whole is 0.
  package func counted(_ locale: Locale) -> String? {
    text(locale).map { share in
      let counts = locale.string(
        .progressOf, ["done": locale.number(part), "total": locale.number(whole)])
      return locale.string(.newsAndRest, ["news": share, "rest": counts])
    }
  }
}
