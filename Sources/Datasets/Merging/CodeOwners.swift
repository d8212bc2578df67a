internal import Text
internal import ToolReports

/// The owners of files according to a CODEOWNERS file. In each section the last matching pattern
/// counts; the owners of all sections are joined.
struct CodeOwners {
  /// The patterns of a section and their owners.
  struct Section {
    /// The owners for patterns without owners.
    var defaults: [String] = []
    fileprivate var owners: [[String]] = []
    /// The last patterns of each path or name, with and without a slash at the end.
    fileprivate var paths: [String: Last] = [:]
    fileprivate var names: [String: Last] = [:]
    fileprivate var globs: [(index: Int, pattern: OwnersPattern, part: [UInt8])] = []
    /// The patterns of excluded files, in at most one element.
    fileprivate var exceptions: [Section] = []
  }

  fileprivate struct Last {
    var any = -1
    var folder = -1
  }

  private(set) var sections = [Section()]
  /// The remaining steps for comparisons with globs.
  private var room: Int

  /// The most steps for all files together, which take a few seconds.
  static let mostSteps = 1_000_000_000
  private static let longestOwner = 1_000

  /// Whether all steps are used, because there are too many patterns and files.
  var isExhausted: Bool { room <= 0 }

  /// - Parameter room: The most steps of comparisons.
  init(room: Int = CodeOwners.mostSteps) {
    self.room = room
  }

  /// Adds a pattern. If it has no owners, it gets the section's defaults, which may be empty.
  mutating func add(_ pattern: OwnersPattern, _ owners: [String], to section: Int) {
    sections[section].add(pattern, owners.isEmpty ? sections[section].defaults : owners)
  }

  /// Adds a pattern for files that the section excludes.
  mutating func except(_ pattern: OwnersPattern, from section: Int) {
    if sections[section].exceptions.isEmpty { sections[section].exceptions = [Section()] }
    sections[section].exceptions[0].add(pattern, [])
  }

  /// Adds a section; returns its index.
  mutating func addSection(_ defaults: [String]) -> Int {
    sections.append(Section(defaults: defaults))
    return sections.count - 1
  }

  mutating func setDefaults(_ defaults: [String], of section: Int) {
    sections[section].defaults = defaults
  }

  /// The owners of a file by its path from the root: `@storage-team, @ada`; nil without any.
  mutating func owner(of path: String) -> String? {
    var owners: [String] = []
    for index in sections.indices {
      guard let found = sections[index].last(for: path, &room) else { continue }
      if let exceptions = sections[index].exceptions.first, exceptions.last(for: path, &room) != nil
      {
        continue
      }
      for owner in sections[index].owners[found] where !owners.contains(owner) {
        owners.append(owner)
      }
    }
    if owners.isEmpty || isExhausted { return nil }
    return MessageMaker.shortened(owners.joined(separator: ", "), to: Self.longestOwner)
  }
}

extension CodeOwners.Section {
  fileprivate mutating func add(_ pattern: OwnersPattern, _ owners: [String]) {
    let index = self.owners.count
    self.owners.append(owners)
    func note(_ last: inout CodeOwners.Last) {
      if pattern.isFolder { last.folder = index } else { last.any = index }
    }
    switch pattern.kind {
    case .path(let path): note(&paths[path, default: CodeOwners.Last()])
    case .name(let name): note(&names[name, default: CodeOwners.Last()])
    case .globs(_, let part): globs.append((index, pattern, part))
    }
  }

  /// The index of the last pattern that matches a path. Paths and names are looked up in
  /// dictionaries; only patterns with wildcards are compared one by one.
  fileprivate func last(for path: String, _ room: inout Int) -> Int? {
    var found = -1
    if !paths.isEmpty || !names.isEmpty {
      let parts = path.split(separator: "/")
      var end = path.startIndex
      for (depth, part) in parts.enumerated() {
        end = part.endIndex
        let isFile = depth == parts.count - 1
        for last in [paths[String(path[..<end])], names[String(part)]] {
          guard let last else { continue }
          found = max(found, last.any, isFile ? -1 : last.folder)
        }
      }
    }
    if globs.isEmpty { return found < 0 ? nil : found }
    let rooted = "/" + path
    for (index, pattern, part) in globs.reversed() {
      if index < found || room <= 0 { break }
      room -= 1 + rooted.utf8.count / 8
      guard ByteSearch.contains(part, in: rooted) else { continue }
      room -= rooted.utf8.count * pattern.steps
      if pattern.matchesGlob(rooted) { return index }
    }
    return found < 0 ? nil : found
  }
}
