package import Basics
package import Diagnostics
import JSON

/// The languages that reports speak. `Templates/strings/facts/TAG.json` holds a locale's dates, plural
/// rules and digits, `Templates/strings/TAG.json` the words of the interface; either may hold any key
/// of the other, and words win over facts.
package enum Strings {
  private static let folder = "Templates/strings/"
  private static let factsFolder = folder + "facts/"

  /// The languages that there are files for.
  package static func tags(in store: AssetStore) -> [String] {
    let tags = store.paths(under: folder).filter { $0.hasSuffix(".json") }.map { path in
      String(path.dropFirst((path.hasPrefix(factsFolder) ? factsFolder : folder).count).dropLast(5))
    }
    return Set(tags).sorted()
  }

  /// The language for a tag: its own files, else those of the tag without its last part, `de` for
  /// `de-AT`. What they lack comes from the tag without its last part, then from English: a region's
  /// file says only what differs. Nil when there is none.
  package static func locale(
    _ tag: String, in store: AssetStore
  ) -> (Locale?, [Diagnostic]) {
    var problems: [Diagnostic] = []
    // Tags of languages have at most 35 characters; of more, no beginning is tried.
    let isTooLong = tag.utf8.count > longestTag
    let parts =
      isTooLong ? [] : tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).map { $0.lowercased() }
    let names = parts.indices.map { parts[...$0].joined(separator: "-") }.filter(isTag)
    let english =
      names.first == "en" ? nil : read(["en"], in: store, fallback: nil, &problems)
    if let found = read(names, in: store, fallback: english, &problems) {
      return (found, problems)
    }
    let known = tags(in: store)
    var help = ["known: \(known.joined(separator: ", "))"]
    if isTooLong {
      help.insert("a language's tag has at most \(longestTag) letters, as in 'de-AT'", at: 0)
    } else if let nearest = Suggestion.nearest(to: tag, among: known) {
      help.insert("did you mean '\(nearest)'?", at: 0)
    }
    problems.append(
      Diagnostic(
        .error, "unknown-locale", "there are no strings for the locale \(VisibleText.quoted(tag))",
        help: help))
    return (nil, problems)
  }

  private static let longestTag = 100

  private static func isTag(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// The files of some tags, a language before its regions, laid over one another: built-in ones, then
  /// others, which say only what they change; of each the facts first. Nil when there is no file.
  private static func read(
    _ tags: [String], in store: AssetStore, fallback: Locale?, _ problems: inout [Diagnostic]
  ) -> Locale? {
    let paths = [factsFolder, folder].flatMap { folder in tags.map { "\(folder)\($0).json" } }
    let builtIn = paths.compactMap { path in
      BuiltInFiles.text(path).map { AssetStore.File(name: path, text: $0) }
    }
    let own = paths.compactMap { path in
      store.file(path).flatMap { $0.text == BuiltInFiles.text(path) ? nil : $0 }
    }
    var locale: Locale?
    for file in builtIn + own {
      let (root, found) = JSONValue.parse(file.text, file: file.name)
      problems += found
      guard let root else { continue }
      let (next, wrong) = Locale.read(root, fallback: locale ?? fallback)
      problems += wrong
      locale = next
    }
    return locale
  }
}
