package import Diagnostics
import JSON
package import Localization

/// The interface languages. `Templates/strings/facts/TAG.json` holds a locale's dates, plural rules
/// and digits; `Templates/strings/TAG.json` holds the interface's strings. Each file may hold any
/// key of the other; strings override facts.
package enum Strings {
  private static let folder = "Templates/strings/"
  private static let factsFolder = folder + "facts/"

  /// The tags of the available languages.
  package static func tags(in store: AssetStore) -> [String] {
    let tags = store.paths(under: folder).filter { $0.hasSuffix(".json") }.map { path in
      String(path.dropFirst((path.hasPrefix(factsFolder) ? factsFolder : folder).count).dropLast(5))
    }
    return Set(tags).sorted()
  }

  /// The locale for a tag: from its own file, or from the file of the tag without its last part,
  /// `de` for `de-AT`. Missing strings come from the shorter tag, then from English, so a region's
  /// file contains only its differences. Nil if there is none.
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
    // Language tags have at most 35 characters, so longer ones are not split.
    let isTooLong = tag.utf8.count > longestTag
    let parts =
      isTooLong ? [] : tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).map { $0.lowercased() }
    var names: [String] = []
    for part in parts { names.append((names.last.map { $0 + "-" } ?? "") + part) }
    names = names.filter(isTag)
    let english =
      names.first == "en" ? nil : read(["en"], in: store, fallback: nil, &problems)
    if let found = read(names, in: store, fallback: english, &problems) {
      return Reading(locale: found, problems: problems)
    }
    let known = tags(in: store)
    var help = ["known: \(known.joined(separator: ", "))"]
    if isTooLong {
      help.insert("a language tag has at most \(longestTag) characters, such as 'de-AT'", at: 0)
    } else if let nearest = Suggestion.nearest(to: tag, among: known) {
      help.insert("did you mean '\(nearest)'?", at: 0)
    }
    problems.append(
      Diagnostic(
        .error, "unknown-locale", "unknown locale \(VisibleText.quoted(tag))",
        help: help))
    return Reading(problems: problems)
  }

  private static let longestTag = 100

  private static func isTag(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
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
