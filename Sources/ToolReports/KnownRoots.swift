internal import Text

/// The folders in which build services keep the sources.
enum KnownRoots {
  private enum Part: Equatable {
    case named(String)
    case any
    /// Equal to the previous part.
    case same
    case number
    case drive
  }

  private static let known: [[Part]] = [
    [.named("home"), .named("runner"), .named("work"), .any, .same],
    [.named("Users"), .named("runner"), .named("work"), .any, .same],
    [.named("github"), .named("workspace")],
    [.named("__w"), .any, .same],
    [.drive, .named("a"), .any, .same],
    [.drive, .named("a"), .number, .named("s")],
    [.named("builds"), .any, .any],
    [.named("home"), .named("vsts"), .named("work"), .number, .named("s")],
    [.named("workspace")],
    [.named("drone"), .named("src")],
    [.named("bitrise"), .named("src")],
    [.named("root"), .named("project")],
  ]

  /// A normalized path without such a root; the unchanged path if it has none.
  static func stripped(_ path: String) -> String {
    let isDrive = path.utf8.dropFirst().first == UInt8(ascii: ":")
    guard path.hasPrefix("/") || isDrive, !path.hasPrefix("//") else { return path }
    let parts = path.split(separator: "/")
    guard let count = rootLength(parts, isDrive), count < parts.count else { return path }
    return parts[count...].joined(separator: "/")
  }

  /// The number of parts of the root.
  private static func rootLength(_ parts: [Substring], _ isDrive: Bool) -> Int? {
    if let root = known.first(where: { fits($0, parts, isDrive) }) { return root.count }
    // `…/execroot/WORKSPACE/` of Bazel.
    if let place = parts.lastIndex(of: "execroot") { return place + 2 }
    // `…/jenkins/workspace/JOB/`
    if let jenkins = parts.firstIndex(where: { $0.lowercased().contains("jenkins") }),
      let place = parts[(jenkins + 1)...].firstIndex(of: "workspace")
    {
      return place + 2
    }
    return nil
  }

  private static func fits(_ root: [Part], _ parts: [Substring], _ isDrive: Bool) -> Bool {
    guard parts.count > root.count, isDrive == (root[0] == .drive) else { return false }
    return root.indices.allSatisfy { index in
      switch root[index] {
      case .named(let name): parts[index] == name
      case .any, .drive: true
      case .same: parts[index] == parts[index - 1]
      case .number: parts[index].utf8.allSatisfy { 0x30...0x39 ~= $0 }
      }
    }
  }
}
