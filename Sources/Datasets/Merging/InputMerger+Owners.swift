internal import Diagnostics
internal import Files
internal import Model
internal import ToolReports

extension InputMerger {
  /// Sets the owners of messages that have a file but no owner, from the CODEOWNERS file of their
  /// root: the owner of the code that raised a failure, else of its test. All inputs must be read
  /// before, so that each file is read once.
  package mutating func readOwners() {
    locatePackages()
    var looked: Set<ConfinedFolder> = []
    var files: [ConfinedFolder: CodeOwners] = [:]
    // Cached, because reports name the same few files repeatedly.
    var owners: [String: String?] = [:]
    var before: [ConfinedFolder] = []
    for input in inputs {
      guard let sources = input.owners else { continue }
      for folder in sources.folders where looked.insert(folder).inserted {
        files[folder] = readOwners(in: folder)
      }
      let holders = sources.folders.filter { files[$0] != nil }
      if holders.isEmpty { continue }
      if holders != before { owners = [:] }
      before = holders
      func owner(of location: Message.Location?) -> String? {
        guard let file = location?.file, !input.packagePaths.contains(file) else { return nil }
        if let known = owners[file] { return known }
        var owner: String?
        if let path = sources.path(of: file), let folder = sources.folder(of: path, among: holders)
        {
          owner = files[folder]?.owner(of: path)
        }
        owners[file] = .some(owner)
        return owner
      }
      for index in input.messages where dataset.messages[index].owner == nil {
        let owner =
          owner(of: dataset.messages[index].location)
          ?? owner(of: dataset.messages[index].testLocation)
        if let owner { dataset.messages[index].owner = owner }
      }
    }
    for (folder, file) in files where file.isExhausted {
      log.add(
        Diagnostic(
          .warning, "too-many-patterns", "the owners of some messages are not looked up",
          at: SourceLocation(file: folder.root),
          help: ["CODEOWNERS has too many patterns with wildcards for so many files"]))
    }
  }

  /// The paths of a CODEOWNERS file; the first existing one counts. GitHub's precede GitLab's.
  private static let places = [
    ".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS",
  ]

  private mutating func readOwners(in folder: ConfinedFolder) -> CodeOwners? {
    for place in Self.places {
      let file = folder.fullPath(of: place)
      let kind = try? folder.kind(of: place)
      guard let kind else { continue }
      guard kind == .file, let bytes = try? folder.read(place, limit: CodeOwners.mostBytes) else {
        log.add(
          Diagnostic(
            .warning, "unread-owners", "'\(VisibleText.of(file))' is not read",
            help: ["it has to be a readable file of at most 3 MB, and no link"]))
        return nil
      }
      return CodeOwners(bytes) { line, mistake in
        log.add(.warning, in: file) {
          Diagnostic(
            .warning, "malformed-owners", mistake + "; the line is left out",
            at: SourceLocation(file: file, line: line, column: 1),
            help: ["a line is a pattern and its owners: 'src/** @org/team ada@example.org'"])
        }
      }
    }
    return nil
  }
}
