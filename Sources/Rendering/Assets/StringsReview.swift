package import Diagnostics
import JSON
import Templating
import Text

/// Finds mistakes in a user's strings files that leave a phrase as it is: misspelled keys,
/// placeholders that a phrase does not have, and phrases that a language lacks.
package struct StringsReview {
  /// Groups of keys in which a file may have only the keys of the built-in files.
  private static let closed = ["strings", "counts", "numbers", "calendar", "patterns"]
  private static let folder = "Templates/strings/"

  private let store: AssetStore
  /// The values of the built-in files by group and key, in English where it has them.
  private var known: [String: [String: JSONValue]] = [:]
  /// The phrases of a template's own that its tags name.
  private let named: Set<String>
  private var problems: [Diagnostic] = []

  /// The problems in all strings files that differ from the built-in ones.
  ///
  /// - Parameter template: The name of the template whose tags may name phrases.
  package static func problems(template: String, in store: AssetStore) -> [Diagnostic] {
    let own = store.paths(under: folder).filter {
      $0.hasSuffix(".json") && store.file($0)?.isBuiltIn == false
    }
    if own.isEmpty { return [] }
    var review = StringsReview(template, in: store)
    for path in own { review.read(path) }
    return review.problems
  }

  private init(_ template: String, in store: AssetStore) {
    self.store = store
    var sources = TemplateSources(template: template, in: store)
    let root = "Templates/\(template)/"
    named = Set(
      store.paths(under: root).filter { store.file($0)?.isBuiltIn == false }
        .compactMap { sources.source(String($0.dropFirst(root.count))) }
        .flatMap { $0.template.members(of: Field.strings.rawValue) })
    let builtIn = BuiltInFiles.paths(under: Self.folder).sorted { left, right in
      // English has every phrase with all its placeholders.
      (Self.tag(of: left) == "en" ? 0 : 1, left) < (Self.tag(of: right) == "en" ? 0 : 1, right)
    }
    for path in builtIn {
      guard let text = BuiltInFiles.text(path), let root = JSONValue.parse(text, file: path).0
      else { continue }
      for group in Self.closed {
        for member in root[group]?.members ?? [] where known[group]?[member.key] == nil {
          known[group, default: [:]][member.key] = member.value
        }
      }
    }
  }

  private static func tag(of path: String) -> String {
    String((path.split(separator: "/").last ?? "").dropLast(".json".count))
  }

  private mutating func read(_ path: String) {
    // Reading the locale reports a file that is not JSON.
    guard let file = store.file(path), let root = JSONValue.parse(file.text, file: file.name).0
    else { return }
    for group in Self.closed {
      for member in root[group]?.members ?? [] { check(member, in: group) }
    }
    checkLanguage(path, root, file.name)
  }

  private mutating func check(_ member: JSONValue.Member, in group: String) {
    let name = VisibleText.quoted(member.key)
    guard let usual = known[group]?[member.key] else {
      if group == "strings", named.contains(member.key) { return }
      let help = Suggestion.help(for: member.key, among: (known[group] ?? [:]).keys.sorted())
      problems.append(
        Diagnostic(
          .warning, "unknown-phrase",
          group == "strings"
            ? "nothing uses the phrase \(name)" : "unknown key \(name) in '\(group)'",
          at: member.keyLocation, help: help.isEmpty ? ["remove it"] : help))
      return
    }
    guard group == "strings" || group == "counts" else { return }
    let allowed = Self.placeholders(in: usual).map(\.name)
    for (name, location) in Self.placeholders(in: member.value) where !allowed.contains(name) {
      let help = Suggestion.help(for: name, among: Set(allowed).sorted())
      problems.append(
        Diagnostic(
          .warning, "unknown-placeholder",
          "'\(VisibleText.of(member.key))' has no value for \(VisibleText.quoted("{\(name)}"))",
          at: location,
          help: !help.isEmpty
            ? help
            : [
              allowed.isEmpty
                ? "the phrase has no placeholders"
                : "its placeholders: "
                  + Set(allowed).sorted().map { "{\($0)}" }.joined(separator: ", ")
            ]))
    }
  }

  /// The words in braces of all texts in a value.
  private static func placeholders(
    in value: JSONValue
  ) -> [(name: String, location: SourceLocation)] {
    switch value.kind {
    case .string(let text):
      return text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
        guard let end = $0.firstIndex(of: "}") else { return nil }
        return (String($0[..<end]), value.location)
      }
    case .object(let members): return members.flatMap { placeholders(in: $0.value) }
    case .array(let elements): return elements.flatMap(placeholders)
    case .null, .bool, .number: return []
    }
  }

  /// Notes the phrases that a new language lacks.
  private mutating func checkLanguage(_ path: String, _ root: JSONValue, _ file: String) {
    let tag = Self.tag(of: path)
    guard path == Self.folder + tag + ".json", !tag.contains("-"),
      BuiltInFiles.text(path) == nil, BuiltInFiles.text(Self.folder + "facts/\(tag).json") == nil
    else { return }
    let groups = ["strings", "counts"]
    let all = groups.flatMap { group in (known[group] ?? [:]).keys.sorted().map { (group, $0) } }
    let missing = all.filter { root[$0.0]?[$0.1] == nil }.map(\.1)
    guard let first = missing.first else { return }
    problems.append(
      Diagnostic(
        .note, "untranslated",
        "\(missing.count) of \(all.count) phrases of '\(tag)' are in English",
        at: SourceLocation(file: file, line: 1, column: 1),
        help: ["add them, such as '\(first)'"]))
  }
}
