import Basics
import Diagnostics
import JSON
import Publishing

/// What `--batch` names: many nights of many projects.
struct PublishManifest {
  struct Entry: Sendable {
    var project: String
    var inputs: [String]
    var run: String?
    /// Why there is no report; beside inputs, what to say when they can't be read.
    var missing: String?
  }

  /// The nights of each project in the order of the file.
  private(set) var projects: [(name: String, entries: [Entry])] = []
  private(set) var problems: [Diagnostic] = []

  private static let keys = ["project", "inputs", "run", "missing"]
  /// Where the manifest is, with a slash at the end: its inputs are named from there.
  private let folder: String

  init(path: String) {
    folder = path.contains("/") ? (Folder.parent(of: path) ?? ".") + "/" : ""
    switch SmallFile.read(path) {
    case .failure(let failure): problems.append(failure.diagnostic)
    case .success(let text):
      let (root, found) = JSONValue.parse(text, file: path)
      problems += found
      guard let root else { return }
      guard case .array(let elements) = root.kind else {
        wrong("a manifest is an array of nights", root)
        return
      }
      var places: [String: Int] = [:]
      for element in elements {
        guard let entry = entry(element) else { continue }
        if let place = places[entry.project] {
          projects[place].entries.append(entry)
        } else {
          places[entry.project] = projects.count
          projects.append((entry.project, [entry]))
        }
      }
    }
  }

  private mutating func wrong(_ what: String, _ value: JSONValue) {
    problems.append(
      Diagnostic(
        .error, "bad-manifest", what, at: value.location,
        help: ["write it as {\"project\": \"core\", \"inputs\": [\"core.json\"]}"]))
  }

  private mutating func entry(_ value: JSONValue) -> Entry? {
    guard let project = value["project"]?.string else {
      wrong("a night without 'project'", value)
      return nil
    }
    for member in value.members where !Self.keys.contains(member.key) {
      problems.append(
        Diagnostic(
          .error, "unknown-key", "unknown key \(VisibleText.quoted(member.key))",
          at: member.keyLocation, help: Suggestion.help(for: member.key, among: Self.keys)))
    }
    var bad = [SiteName.problem(project, "project", option: "--project")]
    let run = value["run"]?.string
    bad.append(run.flatMap { SiteName.problem($0, "run", option: "--run") })
    for case var problem? in bad {
      problem.location = value.location
      problems.append(problem)
    }
    let named = value["inputs"]?.elements.compactMap(\.string) ?? []
    let inputs = named.map { $0.hasPrefix("/") || $0 == "-" ? $0 : folder + $0 }
    let missing = value["missing"]?.string
    guard !inputs.isEmpty || missing != nil, !inputs.contains("-") else {
      wrong("a night has 'inputs', which are files, or 'missing'", value)
      return nil
    }
    return Entry(project: project, inputs: inputs, run: run, missing: missing)
  }

  /// Keeps one part of several: a project is in the same part whatever else the file holds.
  mutating func keep(_ shard: Shard) {
    projects.removeAll { !shard.contains($0.name) }
  }
}

/// One part of a batch that is spread over machines.
struct Shard: Sendable, Equatable {
  /// From 1.
  var number: Int
  var count: Int

  /// From `2/8`.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], 1...10_000 ~= count,
      1...count ~= number
    else { return nil }
    self.number = number
    self.count = count
  }

  func contains(_ project: String) -> Bool {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in project.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int((hash >> 16) % UInt64(count)) == number - 1
  }
}
