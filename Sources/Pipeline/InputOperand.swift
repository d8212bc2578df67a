package import Diagnostics
internal import Files
package import Formats
internal import Inputs
package import Model
package import Text
package import ToolReports

/// An input as given on a command line, in a settings file or in a list: a file, `-` for standard
/// input, a folder, or a pattern such as `**/TEST-*.xml`. It may begin with `FORMAT:`.
package struct InputOperand: Sendable {
  package var text: String
  /// The base folder of a relative path: empty, or with a slash at the end.
  package var base = ""
  /// The given format; nil recognizes it.
  package var format: InputFormat?
  /// The formats that are recognized.
  package var formats = InputFormats()
  package var options = ImportOptions()
  /// The patterns of ignored files.
  package var ignored: [Glob] = []
  /// Its location in a settings file or a list.
  package var location: SourceLocation?
  private var takesPrefix = true

  package init(_ text: String) {
    self.text = text
  }

  /// The inputs of operands, in their order.
  package struct Found: Sendable {
    package internal(set) var inputs: [ReportInput] = []
    package internal(set) var notes: [Diagnostic] = []
    /// The unread files that may be reports.
    package internal(set) var unread = Dataset.Run.Unread()
    /// The unread files so far. Another operand may still read them.
    var unreadReports: [UnreadReports] = []
    /// All unread files. `unread` lists some and counts the others.
    var allUnread: [Dataset.Run.UnreadInput] = []
    /// The inputs and unread files of each operand.
    fileprivate var parts: [(inputs: Set<String>, unread: Set<String>)] = []

    package init() {}

    /// Replaces the names of inputs that are parts of a report by the name of the report.
    mutating func rename(_ names: [String: String]) {
      for index in parts.indices {
        parts[index].inputs = Set(parts[index].inputs.map { names[$0] ?? $0 })
      }
    }

    /// The unread files for a run of one input: those of the operand that found it.
    package func unread(ofRun input: ReportInput) -> Dataset.Run.Unread {
      var own = Dataset.Run.Unread()
      guard let part = parts.first(where: { $0.inputs.contains(input.name) }) else { return own }
      for file in allUnread where part.unread.contains(file.path) { own.add(file) }
      return own
    }
  }

  package static func find(_ operands: [InputOperand]) -> Found {
    var found = Found()
    /// The index of the first input of each operand.
    var owners: [(first: Int, operand: Int)] = []
    for (number, operand) in operands.enumerated() {
      let (inputs, reports) = (found.inputs.count, found.unreadReports.count)
      owners.append((inputs, number))
      operand.resolve(&found)
      for index in inputs..<found.inputs.count { found.inputs[index].formats = operand.formats }
      found.parts.append(
        (
          Set(found.inputs[inputs...].map(\.name)),
          Set(found.unreadReports[reports...].flatMap(\.paths))
        ))
    }
    found.joinParts { index in
      owners.last { $0.first <= index }.map { operands[$0.operand] }
    }
    found.settleUnread()
    return found
  }

  /// All files that it may lead to, with any contents, to watch for changes.
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

  func path(_ text: String) -> String { text.hasPrefix("/") ? text : base + text }

  private func take(_ path: String, _ found: inout Found) {
    guard Folder.exists(path) else {
      if isIgnored(path) { return take(FoundFiles(ignored: [path]), in: nil, &found) }
      if Archive.isNamed(path) { return takeArchive(path, &found) }
      return found.inputs.append(.file(path, as: format, options))
    }
    let folder = path == "." ? "" : path
    let walk = FolderWalk(folder, roots: roots(around: folder))
    take(walk, walk.files, in: path, takesAll: false, &found)
  }

  /// The format before a colon, and the text after it.
  private var prefix: (format: InputFormat, rest: String)? {
    guard let colon = text.firstIndex(of: ":"),
      let format = formats.format(named: String(text[..<colon]))
    else { return nil }
    let rest = String(text[text.index(after: colon)...])
    return rest.isEmpty ? nil : (format, rest)
  }

  /// The error of an unknown format before a colon.
  private var unknownPrefix: Diagnostic? {
    guard takesPrefix, let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/") else {
      return nil
    }
    let rest = String(text[text.index(after: colon)...])
    guard !rest.isEmpty, rest == "-" || Folder.isThere(path(rest)) else { return nil }
    let word = String(text[..<colon])
    let near = Suggestion.nearest(to: word, among: formats.names)
    return problem(
      "unknown-format", "'\(shown(word))' is not a format, and there is no file '\(shown(text))'",
      help: near.map { ["did you mean '\($0):\(shown(rest))'?"] }
        ?? ["'tidemark render --from list' lists the formats"])
  }

  static func isPattern(_ text: String) -> Bool { text.contains { "*?[".contains($0) } }

  private func takeMatches(_ found: inout Found) {
    // A pattern with a slash at its end means folders with reports.
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
      includesHidden: rest.contains { $0.hasPrefix(".") }, roots: roots(around: folder))
    // A pattern with a slash matches from the start of the path.
    let glob = Glob("./" + whole)
    let matches = walk.files.filter { glob.matches("./" + $0) }
    take(walk, matches, in: nil, takesAll: !isOfFolders, &found)
  }

  func shown(_ text: String) -> String { VisibleText.of(text) }

  func problem(_ id: String, _ what: String, help: [String] = []) -> Diagnostic {
    Diagnostic(.error, id, what, at: location, help: help)
  }
}
