import Diagnostics
import Files
import Formats
import Inputs
import JSON
import Model
import Text
internal import ToolReports

/// The files of a folder, a pattern or an archive, by their handling.
struct FoundFiles {
  var reports: [ReportInput] = []
  /// Files that can't be reports.
  var others: [String] = []
  /// Folders that are not searched.
  var unsearched: [String] = []
  /// Files that `--ignore` excludes.
  var ignored: [String] = []
  /// Unread files that may be reports, by their kind.
  var unread: [UnreadReports] = []
  /// Files that count as unread unless a matching report is next to them.
  var beside: [(path: String, neighbour: FoundNeighbour, kind: String, help: String?)] = []

  init(ignored: [String] = []) {
    self.ignored = ignored
  }

  mutating func addUnread(_ path: String, _ kind: String, _ help: String?) {
    let index = unread.firstIndex { $0.kind == kind && $0.help == help } ?? unread.count
    if index == unread.count { unread.append(UnreadReports(kind: kind, help: help)) }
    unread[index].paths.append(path)
  }

  /// Sorts the files of `beside`, once all reports are known.
  mutating func settle() {
    let names = reports.map { $0.name.lowercased() }
    for file in beside {
      let folder = (Folder.parent(of: file.path) ?? "").lowercased() + "/"
      let start = folder == "./" ? "" : folder
      let isThere = names.contains { name in
        guard name.hasPrefix(start) else { return false }
        let rest = name.dropFirst(start.count)
        return switch file.neighbour {
        case .tests: rest.hasPrefix("test-") || rest.hasPrefix("junitreports/")
        case .coverage:
          !rest.contains("/")
            && ["lcov", "cobertura", "coverage", "jacoco"].contains { rest.hasPrefix($0) }
        }
      }
      if isThere { others.append(file.path) } else { addUnread(file.path, file.kind, file.help) }
    }
    beside = []
  }
}

/// The unread files of one kind.
struct UnreadReports {
  let kind: String
  let help: String?
  var paths: [String] = []
  /// The location of the folder's name in a settings file or a list.
  var location: SourceLocation?
}

extension InputOperand.Found {
  /// Adds the unread files, each once, except files that another operand reads.
  mutating func settleUnread() {
    if unreadReports.isEmpty { return }
    var read: Set<FileIdentity> = []
    for input in inputs {
      for path in input.paths {
        if let file = FileIdentity(path) { read.insert(file) }
      }
    }
    var seen: Set<String> = []
    for reports in unreadReports {
      let paths = reports.paths.filter { path in
        guard seen.insert(path).inserted else { return false }
        return FileIdentity(path).map { read.insert($0).inserted } ?? true
      }
      if paths.isEmpty { continue }
      notes.append(
        Diagnostic(
          .warning, "unread-report",
          "\(paths.count == 1 ? "a file" : "\(paths.count) files") may hold a report and can't be read: "
            + "\(InputOperand.list(paths)), \(reports.kind)",
          at: reports.location, help: reports.help.map { [$0] } ?? []))
      allUnread += paths.map { .init(path: $0, reason: reports.kind, help: reports.help) }
    }
    unreadReports = []
    allUnread.sort { ByteSearch.precedes($0.path, $1.path) }
    for input in allUnread { unread.add(input) }
  }
}

extension InputOperand {
  /// The folders that links may lead into: the given roots, else the repository around a folder or
  /// the working folder; and the folder itself.
  func roots(around folder: String) -> [String] {
    let folder = folder.isEmpty ? "." : folder
    let given = options.paths.folders
    let around = Folder.repositoryFolders(above: folder, home: nil).last
    return (given.isEmpty ? [around ?? "."] : given) + [folder]
  }

  func isIgnored(_ path: String) -> Bool { ignored.contains { $0.matches(path) } }

  /// - Parameters:
  ///   - folder: nil for a pattern.
  ///   - takesAll: Whether any recognized format is accepted.
  func take(
    _ walk: FolderWalk, _ files: [String], in folder: String?, takesAll: Bool,
    _ found: inout Found
  ) {
    var all = FoundFiles()
    let parts = formats.parts(among: files, as: format) {
      try? ReportParts.Part(path: $0).source()
    }
    for path in files {
      if isIgnored(path) {
        all.ignored.append(path)
      } else if let (format, kind) = parts[path] {
        if kind != .attachment { all.reports.append(.file(path, as: format, options)) }
      } else if Archive.isNamed(path) {
        find(in: path, &all)
      } else if takesAll, format != nil {
        all.reports.append(.file(path, as: format, options))
      } else {
        sort(path, kind(of: path, takesAll: takesAll), .file(path, as: format, options), &all)
      }
    }
    // A pattern says itself which files it means.
    if folder != nil { sortHidden(walk.passedOver, &all) }
    let glob = folder == nil ? Glob("./" + path(text)) : nil
    for (path, reason, isFolder) in walk.unfollowed {
      let path = "./" + path
      guard let glob, !glob.matches(path), !(isFolder && glob.mayMatch(below: path)) else {
        sortUnreachable(String(path.dropFirst(2)), reason, &all)
        continue
      }
    }
    for path in walk.special
    where FoundFile.isNamedAsReport(path) && glob?.matches("./" + path) ?? true {
      sortUnreachable(path, "a pipe, a socket or a device", &all)
    }
    for path in walk.unnameable {
      if FoundFile.isNamedAsReport(path), !isIgnored(path) {
        let what = "can't read '\(shown(path))': its name is not UTF-8"
        all.reports.append(
          .nothing(path, problem("unreadable-file", what, help: ["rename the file"])))
      } else {
        sortUnreachable(path, "a name that is not UTF-8", &all)
      }
    }
    for error in walk.problems {
      all.reports.append(.nothing(error.path, problem("unreadable-file", error.message)))
    }
    if walk.isCut {
      all.reports.append(
        .nothing(
          folder ?? text,
          problem(
            "too-many-inputs", "there are too many files below '\(shown(folder ?? text))'",
            help: ["name a folder further down"])))
    }
    take(all, in: folder, &found)
  }

  private static let mostHidden = 1_000

  /// Sorts hidden files, and those near the top of hidden folders: only reports are unread. Deeper folders
  /// hold the caches and packages of programs.
  private func sortHidden(
    _ hidden: (files: [String], folders: [String]), _ all: inout FoundFiles
  ) {
    var files = hidden.files
    for folder in hidden.folders where !isIgnored(folder) {
      all.unsearched.append(folder)
      if folder.hasSuffix("node_modules") { continue }
      files += FolderWalk(folder, depth: 2, includesHidden: true, most: Self.mostHidden).files
    }
    for path in files where FoundFile.isNamedAsReport(path) && !isIgnored(path) {
      if case .report = kind(of: path, takesAll: false) {
        all.addUnread(path, "a hidden report", "name the file to read it")
      }
    }
  }

  /// Sorts an item of an archive that has no path.
  private func sortUnreachable(_ path: String, _ reason: String, _ all: inout FoundFiles) {
    if isIgnored(path) {
      all.ignored.append(path)
    } else if FoundFile.isNamedAsOther(path) {
      all.others.append(path)
    } else {
      all.addUnread(path, reason, nil)
    }
  }

  private func sort(
    _ path: String, _ kind: FoundFile, _ input: ReportInput, _ all: inout FoundFiles
  ) {
    switch kind {
    case .report: all.reports.append(input)
    case .unclear where FoundFile.isNamedAsReport(path): all.reports.append(input)
    case .unclear, .other: all.others.append(path)
    case .unread(let kind, let help): all.addUnread(path, kind, help)
    case .beside(let neighbour, let kind, let help):
      all.beside.append((path, neighbour, kind, help))
    case .archive: find(in: path, &all)
    }
  }

  private func kind(of path: String, takesAll: Bool) -> FoundFile {
    do throws(FileError) {
      return FoundFile(
        ByteSource(try InputFile(path: path)), named: path, as: format, takesAll: takesAll,
        formats)
    } catch {
      // Reading reports the error.
      return .report
    }
  }

  // MARK: Archives

  /// Adds the reports in a named archive.
  func takeArchive(_ path: String, _ found: inout Found) {
    var all = FoundFiles()
    find(in: path, &all)
    take(all, in: path, &found)
  }

  /// Finds the reports in an archive. Their names begin with its path, but are not paths of files.
  private func find(in path: String, _ all: inout FoundFiles) {
    // Whether a member is a part of a report is known when all are.
    var named: [(name: String, bytes: [UInt8])] = []
    var options = options
    options.readsAttachments = false
    let problem = Archive.read(path) { member in
      let name = path + "/" + member.name
      if isIgnored(name) { return all.ignored.append(name) }
      if member.isPassedOver { return all.others.append(name) }
      if let reason = member.refusal {
        return FoundFile.isNamedAsOther(name)
          ? all.others.append(name) : all.addUnread(name, reason, nil)
      }
      if formats.mayBePart(name) { return named.append((name, member.bytes)) }
      sort(name, member.bytes, options, &all)
    }
    let places = Dictionary(named.indices.map { (named[$0].name, $0) }) { first, _ in first }
    let parts = formats.parts(among: named.map(\.name), as: format) { name in
      places[name].map { ByteSource(bytes: named[$0].bytes) }
    }
    for (name, bytes) in named {
      guard let (format, kind) = parts[name] else {
        sort(name, bytes, options, &all)
        continue
      }
      if kind != .attachment { all.reports.append(.bytes(bytes, name: name, as: format, options)) }
    }
    if let problem { all.addUnread(path, problem, "unpack it first, and name the folder") }
  }

  /// Sorts a member of an archive.
  private func sort(
    _ name: String, _ bytes: [UInt8], _ options: ImportOptions, _ all: inout FoundFiles
  ) {
    let kind = FoundFile(
      ByteSource(bytes: bytes), named: name, as: format, takesAll: false, formats)
    if case .archive = kind {
      all.addUnread(name, "an archive within an archive", "unpack it first")
    } else {
      sort(name, kind, .bytes(bytes, name: name, as: format, options), &all)
    }
  }

  // MARK: What was found

  func take(_ files: FoundFiles, in folder: String?, _ found: inout Found) {
    var files = files
    files.settle()
    found.inputs += files.reports
    for var reports in files.unread {
      reports.location = location
      found.unreadReports.append(reports)
    }
    if !files.ignored.isEmpty {
      let count = files.ignored.count
      found.notes.append(
        Diagnostic(
          .note, "ignored-files",
          "\(count) \(count == 1 ? "file is" : "files are") left out by '--ignore': "
            + Self.list(files.ignored), at: location))
    }
    if files.reports.isEmpty {
      let all = files.unread.flatMap(\.paths) + files.others
      found.inputs.append(.nothing(folder ?? text, nothing(in: folder, all, files.unsearched)))
    } else if let text = Self.leftOut(files) {
      let help = files.others.isEmpty ? [] : ["to read one anyway, name it: FORMAT:FILE"]
      found.notes.append(
        Diagnostic(.note, "unrecognized-files", text, at: location, help: help))
    }
  }

  /// A note about the files and folders that are not reports; nil for none.
  private static func leftOut(_ files: FoundFiles) -> String? {
    var parts: [String] = []
    if !files.others.isEmpty {
      let count = files.others.count
      parts.append(
        "\(count) \(count == 1 ? "file is" : "files are") not recognized and left out: \(list(files.others))"
      )
    }
    if !files.unsearched.isEmpty {
      let count = files.unsearched.count
      parts.append(
        "\(count) \(count == 1 ? "folder is" : "folders are") not searched: \(list(files.unsearched))"
      )
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The error of a folder or a pattern without reports.
  private func nothing(
    in folder: String?, _ others: [String], _ unsearched: [String]
  ) -> Diagnostic {
    var help = ["a run without results must not look well: '--missing REASON' reports it"]
    if !unsearched.isEmpty {
      help.insert("to read reports of \(Self.list(unsearched)), name that folder", at: 0)
    }
    guard let folder else {
      return problem(
        "no-match",
        others.isEmpty
          ? "no file matches '\(shown(text))'"
          : "no file that matches '\(shown(text))' is recognized: \(Self.list(others))",
        help: others.isEmpty
          ? ["hidden folders and 'node_modules' are not searched"] + help
          : ["to read one anyway, name its format: --from FORMAT"])
    }
    let what = format.map { "no file in '\(shown(folder))' is recognized as \($0.title)" }
    return problem(
      "no-match",
      others.isEmpty
        ? "no report is in '\(shown(folder))': it holds no files"
        : (what ?? "no report is in '\(shown(folder))'") + "; not recognized: \(Self.list(others))",
      help: others.isEmpty ? help : ["to read one anyway, name it: FORMAT:FILE"] + help)
  }

  fileprivate static func list(_ paths: [String]) -> String {
    let most = 3
    let names = paths.prefix(most).map { "'\(VisibleText.of($0))'" }.joined(separator: ", ")
    return paths.count > most ? names + " and \(paths.count - most) more" : names
  }
}
