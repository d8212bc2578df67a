import Diagnostics
import Files
import JSON
import Publishing
import Text
import Time

/// The file of `--batch`: many runs of many projects.
struct PublishManifest {
  struct Entry: Sendable {
    var project: String
    var inputs: [InputEntry]
    var run: String?
    /// The reason for a missing report; with inputs, used only if none can be read.
    var missing: String?
    /// The time of the run, if its dataset has none.
    var now: TimePoint?
  }

  /// The runs of each project in the order of the file.
  private(set) var projects: [(name: String, entries: [Entry])] = []
  private(set) var problems: [Diagnostic] = []

  private static let keys = ["project", "inputs", "run", "missing", "now"]
  /// The manifest's folder, with a slash at the end: inputs are relative to it.
  private let folder: String
  /// The index of each project, by its name in lower case.
  private var indices: [String: Int] = [:]

  init(path: String) {
    folder = path.contains("/") ? (Folder.parent(of: path) ?? ".") + "/" : ""
    switch SmallFile.read(path) {
    case .failure(let failure): problems.append(failure.diagnostic)
    case .success(let text):
      let (root, found) = JSONValue.parse(text, file: path)
      problems += found
      guard let root else { return }
      guard case .array(let elements) = root.kind else {
        wrong("a manifest is an array of runs", root)
        return
      }
      for element in elements {
        if let entry = entry(element) { add(entry, element) }
      }
    }
  }

  private mutating func add(_ entry: Entry, _ value: JSONValue) {
    let folded = entry.project.lowercased()
    guard let index = indices[folded] else {
      indices[folded] = projects.count
      projects.append((entry.project, [entry]))
      return
    }
    let known = projects[index].name
    if known != entry.project {
      var problem = SiteName.twins(entry.project, known, "project")
      problem.location = value.location
      problems.append(problem)
    } else if let run = entry.run, projects[index].entries.contains(where: { $0.run == run }) {
      wrong("the run '\(run)' of '\(known)' is listed twice", value)
    }
    projects[index].entries.append(entry)
  }

  private mutating func wrong(_ what: String, _ value: JSONValue) {
    problems.append(
      Diagnostic(
        .error, "bad-manifest", what, at: value.location,
        help: ["write it as [{\"project\": \"core\", \"inputs\": [\"core.json\"]}, …]"]))
  }

  private mutating func entry(_ value: JSONValue) -> Entry? {
    guard let project = value["project"]?.string else {
      wrong("a run without 'project'", value)
      return nil
    }
    for member in value.members where !Self.keys.contains(member.key) {
      problems.append(
        Diagnostic(
          .error, "unknown-key", "unknown key \(VisibleText.quoted(member.key))",
          at: member.keyLocation, help: Suggestion.help(for: member.key, among: Self.keys)))
    }
    let run = word("run", of: value)
    var bad = [SiteName.problem(project, "project", option: "--project")]
    bad.append(run.flatMap { SiteName.problem($0, "run", option: "--run") })
    for case var problem? in bad {
      problem.location = value.location
      problems.append(problem)
    }
    let missing = word("missing", of: value)
    let now = word("now", of: value).flatMap { text -> TimePoint? in
      let time = TimePoint(parsing: text)
      if time == nil { wrong("'now' is a time such as 2026-11-20T03:12:00+01:00", value) }
      return time
    }
    let inputs = inputs(of: value)
    guard !inputs.isEmpty || missing != nil else {
      wrong("a run has 'inputs', which are files, or 'missing'", value)
      return nil
    }
    return Entry(project: project, inputs: inputs, run: run, missing: missing, now: now)
  }

  private mutating func word(_ key: String, of value: JSONValue) -> String? {
    guard let found = value[key] else { return nil }
    if found.string == nil { wrong("'\(key)' is a word in quotation marks", found) }
    return found.string
  }

  private mutating func inputs(of value: JSONValue) -> [InputEntry] {
    guard let found = value["inputs"] else { return [] }
    guard case .array(let elements) = found.kind else {
      wrong("'inputs' is a list of files", found)
      return []
    }
    return elements.compactMap { InputEntry($0, base: folder, &problems) }
  }

  /// Keeps the projects of a shard. The shard of a project depends only on its name.
  mutating func keep(_ shard: Shard) {
    projects.removeAll { !shard.contains($0.name) }
  }
}
