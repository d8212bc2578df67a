package import Diagnostics
import JSON
package import Localization

/// The interface languages. `Templates/strings/facts/TAG.json` holds a locale's dates, plural rules
/// and digits; `Templates/strings/TAG.json` holds the interface's strings. Each file may hold any
/// key of the other; strings override facts.
package enum Strings {
  private static let folder = "Templates/strings/"
  private static let factsFolder = folder + "facts/"

  /// The built-in file of the tags that others stand for.
  private static let parentsFile = factsFolder + "parents.json"

  /// The tags of the available languages and regions. The facts of a language without words are not
  /// enough for one.
  package static func tags(in store: AssetStore) -> [String] {
    let paths = store.paths(under: folder).filter { $0.hasSuffix(".json") }
    let (facts, words) = (
      Set(paths.filter { $0.hasPrefix(factsFolder) }.map { tag(of: $0, in: factsFolder) }),
      Set(paths.filter { !$0.hasPrefix(factsFolder) }.map { tag(of: $0, in: folder) })
    )
    let regions = facts.filter { tag in
      tag.firstIndex(of: "-").map { words.contains(String(tag[..<$0])) } ?? false
    }
    return words.union(regions).sorted()
  }

  private static func tag(of path: String, in folder: String) -> String {
    String(path.dropFirst(folder.count).dropLast(5))
  }

  /// The locale for a tag: from its own file, from the file of the tag that CLDR has as its parent,
  /// `zh-hant` for `zh-TW`, or from the file of the tag without its last part, `de` for `de-AT`.
  /// Missing strings come from the shorter tag, then from English, so a region's file contains only
  /// its differences. English with a warning if there is none; nil if the tag is malformed.
  package static func locale(
    _ tag: String, in store: AssetStore
  ) -> (Locale?, [Diagnostic]) {
    let reading = store.locales.reading(tag) { read(tag, in: store) }
    return (reading.locale, reading.problems)
  }

  struct Reading: Sendable {
    var locale: Locale?
    var problems: [Diagnostic]
  }

  private static func read(_ tag: String, in store: AssetStore) -> Reading {
    var problems: [Diagnostic] = []
    let parts =
      isWellFormed(tag)
      ? tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).map { $0.lowercased() } : []
    var names: [String] = []
    for part in parts { names.append((names.last.map { $0 + "-" } ?? "") + part) }
    names = chain(of: names.filter(isTag))
    let isEnglish = names.first == "en"
    let english = isEnglish ? nil : read(["en"], in: store, fallback: nil, &problems)
    let hasWords = names.contains { store.file("\(folder)\($0).json") != nil }
    if hasWords, let found = read(names, in: store, fallback: english, &problems) {
      return Reading(locale: found, problems: problems)
    }
    let known = tags(in: store)
    var help = ["known: \(known.joined(separator: ", "))"]
    if parts.isEmpty {
      help.insert(
        "a language tag has letters and digits between hyphens, such as 'de-AT', and at most "
          + "\(longestTag) characters", at: 0)
      problems.append(
        Diagnostic(
          .error, "unknown-locale", "malformed locale \(VisibleText.quoted(tag))", help: help))
      return Reading(problems: problems)
    }
    if let nearest = Suggestion.nearest(to: tag, among: known) {
      help.insert("did you mean '\(nearest)'?", at: 0)
    }
    problems.append(
      Diagnostic(
        .warning, "unknown-locale",
        "there are no words for the locale \(VisibleText.quoted(tag)): the report is in English",
        help: help))
    return Reading(locale: english, problems: problems)
  }

  /// The files that a translation of a language begins with: its own words and facts, else those of
  /// its parent, else English ones. Nil if the tag is malformed.
  package static func starter(for tag: String) -> [(path: String, text: String)]? {
    guard isWellFormed(tag) else { return nil }
    let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" })
    var names: [String] = []
    for part in parts { names.append((names.last.map { $0 + "-" } ?? "") + part.lowercased()) }
    let source =
      chain(of: names).last { AssetStore.builtIn("\(folder)\($0).json") != nil } ?? "en"
    let name = names.last ?? source
    return [(folder, "strings/"), (factsFolder, "strings/facts/")].compactMap { folder, path in
      AssetStore.builtIn("\(folder)\(source).json").map { file in
        let text =
          name == source ? file.text : adopted(file.text, by: parts.joined(separator: "-"))
        return ("\(path)\(name).json", text)
      }
    }
  }

  /// A file of facts for another language: without its source, and with the tag as its name.
  private static func adopted(_ text: String, by tag: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      if line.hasPrefix("  \"source\":") { return nil }
      for key in ["locale", "name"] where line.hasPrefix("  \"\(key)\":") {
        return "  \"\(key)\": \"\(tag)\","
      }
      return String(line)
    }.joined(separator: "\n")
  }

  /// Puts the parents of tags in place of those before them, since a script's words are not those of
  /// another script: `zh-hant` and `zh-tw` for `zh` and `zh-tw`.
  private static func chain(of names: [String]) -> [String] {
    var chain: [String] = []
    for name in names {
      if let parent = parents[name] { chain = [parent] }
      if parents.values.contains(name) { chain = [] }
      chain.append(name)
    }
    return chain
  }

  private static let parents: [String: String] = {
    guard let file = AssetStore.builtIn(parentsFile) else { return [:] }
    let members = JSONValue.parse(file.text, file: file.name).0?["parents"]?.members ?? []
    return Dictionary(
      members.compactMap { member in member.value.string.map { (member.key, $0) } },
      uniquingKeysWith: { first, _ in first })
  }()

  /// Whether a tag begins with a language and has no empty part. What follows a point is ignored, as
  /// in `de_DE.UTF-8`.
  private static func isWellFormed(_ tag: String) -> Bool {
    let parts = tag.prefix { $0 != "." }.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "_" })
    return tag.utf8.count <= longestTag
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { isTag(byte: $0 | 0x20) }
      } && 2...8 ~= parts[0].count && parts[0].allSatisfy(\.isLetter)
  }

  private static let longestTag = 100

  private static func isTag(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 == 0x2D || isTag(byte: $0) }
  }

  private static func isTag(byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Merges the files of some tags: built-in files before a user's, facts before strings, languages
  /// before regions. A file overrides only the keys it holds. Nil if there is no file.
  private static func read(
    _ tags: [String], in store: AssetStore, fallback: Locale?, _ problems: inout [Diagnostic]
  ) -> Locale? {
    let paths = [factsFolder, folder].flatMap { folder in tags.map { "\(folder)\($0).json" } }
    let own = paths.compactMap { path in
      store.file(path).flatMap { $0.isBuiltIn ? nil : $0 }
    }
    var locale: Locale?
    for file in paths.compactMap(AssetStore.builtIn) + own {
      locale = read(file, over: locale ?? fallback, &problems) ?? locale
    }
    return locale
  }

  /// The locale of a file; nil if it is not JSON.
  private static func read(
    _ file: AssetStore.File, over fallback: Locale?, _ problems: inout [Diagnostic]
  ) -> Locale? {
    let (root, found) = JSONValue.parse(file.text, file: file.name)
    problems += found
    guard let root else { return nil }
    let (locale, wrong) = Locale.read(root, fallback: fallback)
    problems += wrong
    return locale
  }
}
