internal import Files
internal import Model
internal import ToolReports

/// Finds the source files that traces name only by their packages: `com/x/Cart.java` is
/// `app/src/main/java/com/x/Cart.java`.
struct PackagePaths {
  /// The folders of copies and of build results.
  private static let built: Set<Substring> = ["build", "target", "out", "bin", "generated"]

  /// The paths of files, relative to their folder, by file name.
  private var files: [Substring: [Substring]] = [:]

  /// Finds files with the names of some paths. Follows no links.
  init(_ folders: [ConfinedFolder], namesOf paths: Set<String>) {
    let names = Set(paths.map(Self.name))
    for folder in folders {
      for file in FolderWalk(folder.root).files where names.contains(Self.name(file)) {
        files[Self.name(file), default: []].append(file.dropFirst(folder.root.utf8.count + 1))
      }
    }
  }

  /// The only file that a path of packages can mean; nil if there is none or several.
  func file(_ path: String) -> String? {
    let all = Set((files[Self.name(path)] ?? []).filter { $0 == path || $0.hasSuffix("/" + path) })
    if all.count == 1 { return all.first.map { String($0) } }
    let written = all.filter { $0.split(separator: "/").allSatisfy { !Self.built.contains($0) } }
    return written.count == 1 ? written.first.map { String($0) } : nil
  }

  private static func name(_ path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] }
      ?? path[...]
  }
}

extension InputMerger {
  /// Replaces package paths of places by paths from the root of the sources, if exactly one file of
  /// a root matches. Other places get neither a link nor an owner. Runs after all inputs are read,
  /// so that each root is searched once.
  mutating func locatePackages() {
    if arePackagesLocated { return }
    arePackagesLocated = true
    var found: [(folders: [ConfinedFolder], paths: PackagePaths)] = []
    for number in inputs.indices where !inputs[number].packagePaths.isEmpty {
      guard let folders = inputs[number].owners?.folders else { continue }
      if !found.contains(where: { $0.folders == folders }) {
        let names = inputs.reduce(into: Set<String>()) { $0.formUnion($1.packagePaths) }
        found.append((folders, PackagePaths(folders, namesOf: names)))
      }
      guard let paths = found.first(where: { $0.folders == folders })?.paths else { continue }
      var located: [String: String] = [:]
      for path in inputs[number].packagePaths { located[path] = paths.file(path) }
      for index in inputs[number].messages {
        if let file = dataset.messages[index].location?.file, let path = located[file] {
          dataset.messages[index].location?.file = path
        }
        if let file = dataset.messages[index].testLocation?.file, let path = located[file] {
          dataset.messages[index].testLocation?.file = path
        }
      }
      inputs[number].packagePaths.subtract(located.keys)
    }
  }
}
