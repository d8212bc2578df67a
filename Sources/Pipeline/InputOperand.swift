import Basics
package import Diagnostics
package import Importing
internal import JSON

/// An input as a command line, a settings file or a list names it: a file, `-` for standard input, a
/// folder, or a pattern such as `**/TEST-*.xml`. `FORMAT:` may stand before it.
package struct InputOperand: Sendable {
  package var text: String
  /// The folder that a relative path begins in: empty, or with a slash at its end.
  package var base = ""
  /// The format that is asked for; nil recognizes it.
  package var format: InputFormat?
  package var options = ImportOptions()
  /// Where a settings file or a list names it.
  package var location: SourceLocation?
  private var takesPrefix = true

  package init(_ text: String) {
    self.text = text
  }

  /// What inputs lead to, in their order.
  package struct Found: Sendable {
    package fileprivate(set) var inputs: [ReportInput] = []
    package fileprivate(set) var notes: [Diagnostic] = []

    package init() {}
  }

  package static func find(_ operands: [InputOperand]) -> Found {
    var found = Found()
    for operand in operands { operand.resolve(&found) }
    return found
  }

  /// The files that it may lead to, whatever they hold: to notice when one of them changes.
  package var watchedPaths: [String] {
    if text == "-" { return [] }
    let path = path(text)
    if Folder.exists(path) { return FolderWalk(path == "." ? "" : path).files }
    if Folder.isThere(path) { return [path] }
    if takesPrefix, let (_, rest) = prefix {
      var operand = self
      (operand.text, operand.takesPrefix) = (rest, false)
      return operand.watchedPaths
    }
    guard Self.isPattern(text) else { return [path] }
    let fixed = path.split(separator: "/", omittingEmptySubsequences: false)
      .prefix { !Self.isPattern(String($0)) }
    let folder = fixed.joined(separator: "/")
    return FolderWalk(fixed == [""] ? "/" : folder).files
  }

  // MARK: Files, folders, patterns

  private func resolve(_ found: inout Found) {
    if text == "-" { return found.inputs.append(.file("-", as: format, options)) }
    let path = path(text)
    if Folder.isThere(path) { return take(path, &found) }
    if takesPrefix, let (format, rest) = prefix {
      var operand = self
      (operand.text, operand.format, operand.takesPrefix) = (rest, format, false)
      return operand.resolve(&found)
    }
    if Self.isPattern(text) { return takeMatches(&found) }
    if let problem = unknownPrefix { return found.inputs.append(.nothing(text, problem)) }
    guard location != nil else { return found.inputs.append(.file(path, as: format, options)) }
    found.inputs.append(
      .nothing(path, problem("unreadable-file", "there is no file '\(shown(path))'")))
  }

  private func path(_ text: String) -> String { text.hasPrefix("/") ? text : base + text }

  private func take(_ path: String, _ found: inout Found) {
    guard Folder.exists(path) else {
      return found.inputs.append(.file(path, as: format, options))
    }
    let walk = FolderWalk(path == "." ? "" : path)
    take(walk, walk.files, in: path, takesAll: false, &found)
  }

  /// The format before a colon, and the rest.
  private var prefix: (format: InputFormat, rest: String)? {
    guard let colon = text.firstIndex(of: ":"),
      let format = InputFormat(named: String(text[..<colon]))
    else { return nil }
    let rest = String(text[text.index(after: colon)...])
    return rest.isEmpty ? nil : (format, rest)
  }

  /// The error of a word before a colon that is no format.
  private var unknownPrefix: Diagnostic? {
    guard takesPrefix, let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/") else {
      return nil
    }
    let rest = String(text[text.index(after: colon)...])
    guard !rest.isEmpty, rest == "-" || Folder.isThere(path(rest)) else { return nil }
    let word = String(text[..<colon])
    let near = Suggestion.nearest(to: word, among: InputFormat.all.map(\.name))
    return problem(
      "unknown-format", "'\(shown(word))' is no format, and there is no file '\(shown(text))'",
      help: near.map { ["did you mean '\($0):\(shown(rest))'?"] }
        ?? ["'tidemark render --from list' lists the formats"])
  }

  static func isPattern(_ text: String) -> Bool { text.contains { "*?[".contains($0) } }

  private func takeMatches(_ found: inout Found) {
    // A pattern with a slash at its end means folders, of which the reports are read.
    let isOfFolders = text.hasSuffix("/")
    let whole = path(isOfFolders ? text + "**" : text)
    let parts = whole.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let fixed = parts.prefix { !Self.isPattern($0) }
    let rest = parts.dropFirst(fixed.count)
    let folder = fixed.isEmpty ? "" : fixed == [""] ? "/" : fixed.joined(separator: "/")
    if !folder.isEmpty, !Folder.exists(folder) {
      return found.inputs.append(
        .nothing(
          text,
          problem(
            "no-match", "no file matches '\(shown(text))': there is no folder '\(shown(folder))'")))
    }
    let walk = FolderWalk(
      folder, depth: rest.contains { $0.contains("**") } ? .max : rest.count,
      includesHidden: rest.contains { $0.hasPrefix(".") })
    // With a slash, a pattern matches from its beginning on.
    let glob = Glob("./" + whole)
    let matches = walk.files.filter { glob.matches("./" + $0) }
    take(walk, matches, in: nil, takesAll: !isOfFolders, &found)
  }

  // MARK: What is found

  /// - Parameters:
  ///   - folder: nil where the files match a pattern.
  ///   - takesAll: Whether any recognized format will do.
  private func take(
    _ walk: FolderWalk, _ files: [String], in folder: String?, takesAll: Bool,
    _ found: inout Found
  ) {
    let before = found.inputs.count
    var others: [String] = []
    var unread: [UnreadReports] = []
    for path in files {
      if takesAll, format != nil {
        found.inputs.append(.file(path, as: format, options))
        continue
      }
      switch kind(of: path, takesAll: takesAll) {
      case .report: found.inputs.append(.file(path, as: format, options))
      case .unclear where Self.isNamedAsReport(path):
        found.inputs.append(.file(path, as: format, options))
      case .unclear, .other: others.append(path)
      case .unread(let kind, let help):
        let index = unread.firstIndex { $0.kind == kind } ?? unread.count
        if index == unread.count { unread.append(UnreadReports(kind: kind, help: help)) }
        unread[index].paths.append(path)
      }
    }
    for error in walk.problems {
      found.inputs.append(.nothing(error.path, problem("unreadable-file", error.message)))
    }
    for path in walk.unnameable {
      guard Self.isNamedAsReport(path) else {
        others.append(path)
        continue
      }
      let what = "can't read '\(shown(path))': its name is not UTF-8"
      found.inputs.append(
        .nothing(path, problem("unreadable-file", what, help: ["rename the file"])))
    }
    if walk.isCut {
      found.inputs.append(
        .nothing(
          folder ?? text,
          problem(
            "too-many-inputs", "there are too many files below '\(shown(folder ?? text))'",
            help: ["name a folder further down"])))
    }
    // What they say may be that something is wrong.
    for reports in unread {
      found.notes.append(
        Diagnostic(
          .warning, "unread-report",
          "\(reports.paths.count == 1 ? "a report" : "\(reports.paths.count) reports") can't be read: "
            + "\(list(reports.paths)), \(reports.kind)",
          at: location, help: reports.help.map { [$0] } ?? []))
    }
    if found.inputs.count == before {
      let all = unread.flatMap(\.paths) + others
      found.inputs.append(.nothing(folder ?? text, nothing(in: folder, all)))
    } else if !others.isEmpty {
      found.notes.append(
        Diagnostic(
          .note, "unrecognized-files",
          "\(others.count) \(others.count == 1 ? "file is" : "files are") not recognized and left "
            + "out: \(list(others))",
          at: location, help: ["to read one anyway, name it: FORMAT:FILE"]))
    }
  }

  private func kind(of path: String, takesAll: Bool) -> FoundFile {
    do throws(FileError) {
      return FoundFile(ByteSource(try InputFile(path: path)), as: format, takesAll: takesAll)
    } catch {
      // Reading it says why.
      return .report
    }
  }

  /// The error of a folder or a pattern that leads to nothing.
  private func nothing(in folder: String?, _ others: [String]) -> Diagnostic {
    let help = ["a run without results must not look well: '--missing REASON' reports it"]
    guard let folder else {
      return problem(
        "no-match",
        others.isEmpty
          ? "no file matches '\(shown(text))'"
          : "no file that matches '\(shown(text))' is recognized: \(list(others))",
        help: others.isEmpty
          ? ["hidden folders and 'node_modules' are not searched"] + help
          : ["to read one anyway, name its format: --from FORMAT"])
    }
    let what = format.map { "no file in '\(shown(folder))' is recognized as \($0.title)" }
    return problem(
      "no-match",
      others.isEmpty
        ? "no report is in '\(shown(folder))': it holds no files"
        : (what ?? "no report is in '\(shown(folder))'") + "; not recognized: \(list(others))",
      help: others.isEmpty ? help : ["to read one anyway, name it: FORMAT:FILE"] + help)
  }

  private func list(_ paths: [String]) -> String {
    let most = 3
    let names = paths.prefix(most).map { "'\(shown($0))'" }.joined(separator: ", ")
    return paths.count > most ? names + " and \(paths.count - most) more" : names
  }

  private func shown(_ text: String) -> String { VisibleText.of(text) }

  private func problem(_ id: String, _ what: String, help: [String] = []) -> Diagnostic {
    Diagnostic(.error, id, what, at: location, help: help)
  }

  /// Whether a name ends as those of reports do: what is empty or can't be opened there is missed.
  private static func isNamedAsReport(_ path: String) -> Bool {
    var name = path.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    return [".xml", ".json", ".sarif", ".tap"].contains { name.hasSuffix($0) }
  }
}

/// The reports of one tool that are not read.
private struct UnreadReports {
  let kind: String
  let help: String?
  var paths: [String] = []
}
