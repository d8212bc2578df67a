internal import Diagnostics
internal import Model
internal import ToolReports

extension InputMerger {
  /// Adds the coverage of all reports to the merged run, by file and of changed lines.
  mutating func settleCoverage() {
    var byFile = coverage?.byFile ?? CodeCoverage()
    for input in inputs { if let run = input.run { byFile.add(run.coverage) } }
    if let coverage, let diff = diff { byFile.changed = changed(diff, in: coverage) }
    guard !byFile.isEmpty else { return }
    var run = dataset.run ?? Dataset.Run()
    // The percentages of datasets do not say how many lines they are of.
    let isKnown = inputs.allSatisfy { input in
      input.isImported || input.run?.facts.contains { $0.kind == .coverage } != true
    }
    for fact in coverage?.facts ?? [] where isKnown {
      guard
        let index = run.facts.firstIndex(where: { $0.kind == .coverage && $0.title == fact.title })
      else { continue }
      (run.facts[index].value, run.facts[index].number) = (fact.value, fact.number)
      run.facts[index].share = fact.share
    }
    run.coverage = byFile
    let kind = Dataset.Run.Fact.Kind.changedCoverage
    if let lines = byFile.changed?.lines {
      run.facts.removeAll { $0.kind == kind }
      let fact = Dataset.Run.Fact(
        title: kind.title,
        value: lines.whole == 0
          ? "none in the reports" : "\(lines.text) (\(lines.part) of \(lines.whole))",
        number: lines.percent, kind: kind)
      let last = run.facts.lastIndex { $0.kind == .coverage }
      run.facts.insert(fact, at: last.map { $0 + 1 } ?? run.facts.count)
    }
    dataset.run = run
  }

  /// The coverage of the changed lines. Logs the files that it leaves out.
  private mutating func changed(
    _ diff: ChangedLines, in coverage: Coverage
  ) -> CodeCoverage.Changed {
    let matches = ChangedFiles(diff.files.keys.sorted(), in: coverage.files.keys.sorted())
    let place = SourceLocation(file: diff.name)
    for (path, others) in matches.ambiguous {
      log.add(.warning, in: diff.name) {
        Diagnostic(
          .warning, "ambiguous-path",
          "\(VisibleText.quoted(path)) of the diff may be "
            + "\(others.prefix(3).map { VisibleText.quoted($0) }.joined(separator: " or ")) of the reports "
            + "of coverage, so that its lines are not counted", at: place,
          help: ["make the paths of the reports relative to the repository with '--root'"])
      }
    }
    var redactor = redactor
    var (lines, files): (Share, [CodeCoverage.Changed.File]) = (Share(), [])
    for (path, known) in matches.pairs {
      guard let file = coverage.files[known], let changed = diff.files[path] else { continue }
      guard file.knowsLines else {
        log.add(.warning, in: diff.name) {
          Diagnostic(
            .warning, "lines-unknown",
            "no report says which lines of \(VisibleText.quoted(path)) were run, so that its "
              + "changed lines are not counted", at: place,
            help: ["export the coverage as LCOV or Cobertura"])
        }
        continue
      }
      let (whole, missed) = file.coverage(of: changed)
      let share = Share(part: whole - missed.count, whole: whole)
      lines.add(share)
      if missed.isEmpty { continue }
      files.append(
        .init(
          path: redactor.redacted(path), lines: share,
          missed: Array(ChangedLines.joined(missed).prefix(CodeCoverage.mostRanges))))
    }
    files.sort {
      $0.lines.missed == $1.lines.missed ? $0.path < $1.path : $0.lines.missed > $1.lines.missed
    }
    var named = Array(files.prefix(CodeCoverage.mostFiles))
    var room = CodeCoverage.mostFiles
    for index in named.indices {
      named[index].missed = Array(named[index].missed.prefix(room))
      room -= named[index].missed.count
    }
    return CodeCoverage.Changed(
      lines: lines, files: named, otherFiles: files.count - named.count)
  }
}

/// The files of a diff and the files of reports that are the same.
struct ChangedFiles {
  /// The path in the diff, and the path in the reports.
  private(set) var pairs: [(changed: String, known: String)] = []
  /// Paths of the diff that may be several files of the reports, or one that several of them may be.
  private(set) var ambiguous: [(changed: String, known: [String])] = []

  init(_ changed: [String], in known: [String]) {
    var named: [Substring: [String]] = [:]
    for path in known { named[Self.name(of: path), default: []].append(path) }
    var matches: [(changed: String, known: String)] = []
    var exact: Set<String> = []
    let all = Set(known)
    for path in changed {
      let candidates = all.contains(path) ? [] : named[Self.name(of: path)] ?? []
      if all.contains(path) {
        pairs.append((path, path))
        exact.insert(path)
        continue
      }
      // A report may name a file from a folder outside of the repository, or from one inside. A
      // file in the repository's own folder is no file of the same name in a folder of the report.
      let outer = candidates.filter {
        $0.hasSuffix("/" + path) && (path.contains("/") || $0.hasPrefix("/"))
      }
      if outer.count > 1 {
        ambiguous.append((path, outer))
      } else if let only = outer.first {
        matches.append((path, only))
      } else if let longest = candidates.filter({ $0.contains("/") && path.hasSuffix("/" + $0) })
        .max(by: { $0.utf8.count < $1.utf8.count })
      {
        matches.append((path, longest))
      }
    }
    let counts = Dictionary(matches.map { ($0.known, 1) }, uniquingKeysWith: +)
    for match in matches where !exact.contains(match.known) {
      if counts[match.known] == 1 {
        pairs.append(match)
      } else {
        ambiguous.append((match.changed, [match.known]))
      }
    }
  }

  /// The last part of a path.
  private static func name(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
}
