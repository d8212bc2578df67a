import Diagnostics
import Formats
import JSON
import ToolReports

/// An input of a settings file or of a list of runs: a path, or an object with more properties.
struct InputEntry: Sendable {
  var path: String
  /// The name of the format, which may be that of a format file.
  var formatName: String?
  var category: CategoryRule?
  var root: String?
  /// The environment in which its tests ran.
  var environment: String?
  /// The base folder of a relative path: empty, or with a slash at the end.
  var base = ""
  var location: SourceLocation?

  static let keys = ["path", "from", "category", "root", "environment"]

  init(_ path: String) {
    self.path = path
  }

  /// Parses `NAME:INPUT`; nil without a name or an input.
  init?(ofEnvironment text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map { String($0) }
    guard parts.count == 2, text.first != ":" else { return nil }
    (environment, path) = (parts[0], parts[1])
  }

  /// Reads an entry; for a wrong one, returns nil and adds problems.
  ///
  /// - Parameter hasFormatFiles: Whether there may be formats that the program does not have.
  init?(
    _ value: JSONValue, base: String, hasFormatFiles: Bool = false,
    _ problems: inout [Diagnostic]
  ) {
    path = value.string ?? value["path"]?.string ?? ""
    self.base = base
    location = value["path"]?.location ?? value.location
    func wrong(_ id: String, _ what: String, _ location: SourceLocation, _ help: [String]) {
      problems.append(Diagnostic(.error, id, what, at: location, help: help))
    }
    let before = problems.count
    if path.isEmpty || path == "-" {
      wrong(
        "bad-input", "an input is a path, or an object with 'path'", value.location,
        ["write \"unit/**/*.xml\" or {\"path\": \"unit/**/*.xml\", \"from\": \"junit\"}"])
    }
    for member in value.members {
      guard Self.keys.contains(member.key) else {
        wrong(
          "unknown-key", "unknown key \(VisibleText.quoted(member.key))", member.keyLocation,
          Suggestion.help(for: member.key, among: Self.keys))
        continue
      }
      guard let word = member.value.string else {
        wrong(
          "bad-input", "'\(member.key)' is a word in quotation marks", member.value.location, [])
        continue
      }
      switch member.key {
      case "from":
        if word == "auto" { break }
        formatName = word
        if !InputFormat.names.contains(word), !hasFormatFiles {
          let names = InputFormat.names
          let near = Suggestion.help(for: word, among: names)
          wrong(
            "bad-input", "unknown format \(VisibleText.quoted(word))", member.value.location,
            near.isEmpty ? ["valid values: auto, \(names.joined(separator: ", "))"] : near)
        }
      case "category":
        category = CategoryRule(word)
        if category == nil {
          wrong(
            "bad-input", "unknown category rule \(VisibleText.quoted(word))",
            member.value.location, ["it is a name, or folder:N with N from 1 to 64"])
        }
      case "root": root = word
      case "environment": environment = word.isEmpty ? nil : word
      default: break
      }
    }
    guard problems.count == before else { return nil }
  }
}
