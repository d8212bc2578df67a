package import Basics
package import Diagnostics
import JSON

/// The interface languages: `Templates/strings/TAG.json`.
package enum Strings {
  /// The tags of the available languages.
  package static func tags(in store: AssetStore) -> [String] {
    let folder = "Templates/strings/"
    return store.paths(under: folder).filter { $0.hasSuffix(".json") }
      .map { String($0.dropFirst(folder.count).dropLast(5)) }
  }

  /// The locale for a tag: from its own file, or from that of the tag without its last part, `de`
  /// for `de-AT`. Missing strings come from the shorter tag, then from English, so that a region's
  /// file contains only what differs. Nil if there is none.
  package static func locale(
    _ tag: String, in store: AssetStore
  ) -> (Locale?, [Diagnostic]) {
    var problems: [Diagnostic] = []
    guard let english = read("en", in: store, fallback: nil, &problems) else {
      return (
        nil, problems + [Diagnostic(.error, "no-strings", "Templates/strings/en.json is missing")]
      )
    }
    // Language tags have at most 35 characters, so longer ones are not split.
    let isTooLong = tag.utf8.count > longestTag
    let parts =
      isTooLong ? [] : tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).map { $0.lowercased() }
    var found: Locale?
    for count in parts.indices.map({ $0 + 1 }) {
      let name = parts.prefix(count).joined(separator: "-")
      if name == "en" {
        found = english
      } else if isTag(name),
        let locale = read(name, in: store, fallback: found ?? english, &problems)
      {
        found = locale
      }
    }
    if let found { return (found, problems) }
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
    return (nil, problems)
  }

  private static let longestTag = 100

  private static func isTag(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// The built-in locale, which completes a user's file.
  private static func builtIn(
    _ tag: String, unless file: AssetStore.File, fallback: Locale?
  ) -> Locale? {
    let path = "Templates/strings/\(tag).json"
    guard let text = BuiltInFiles.text(path), text != file.text else { return nil }
    var ignored: [Diagnostic] = []
    let english = tag == "en" ? nil : read("en", in: AssetStore(), fallback: nil, &ignored)
    // A region falls back to its language.
    let isRegion = tag.contains("-")
    return JSONValue.parse(text, file: path).0.map {
      Locale($0, fallback: isRegion ? fallback ?? english : english)
    }
  }

  private static func read(
    _ tag: String, in store: AssetStore, fallback: Locale?, _ problems: inout [Diagnostic]
  ) -> Locale? {
    guard let file = store.file("Templates/strings/\(tag).json") else { return nil }
    let (root, found) = JSONValue.parse(file.text, file: file.name)
    problems += found
    guard let root else { return nil }
    let (locale, wrong) = Locale.read(
      root, fallback: builtIn(tag, unless: file, fallback: fallback) ?? fallback)
    problems += wrong
    return locale
  }
}
