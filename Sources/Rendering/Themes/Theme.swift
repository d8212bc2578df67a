package import Diagnostics
import JSON
package import Preparing

/// A theme: its tokens and its styles for the page.
package struct Theme: Sendable {
  package let name: String
  package let tokens: Tokens
  let overrides: AssetStore.File?
  /// The tokens that a user's file changes or adds; empty for a built-in theme.
  let ownTokens: [Tokens.Token]
  let logo: Logo?
  let fonts: [ThemeFont]
  /// The tokens of the built-in theme that a user's theme extends; nil for a built-in theme.
  private let base: Tokens?

  /// Loads a theme; nil if it has errors.
  package init?(_ name: String, in store: AssetStore, problems: inout [Diagnostic]) {
    self.name = name
    guard let file = store.file("Themes/\(name)/tokens.json") else {
      problems.append(Diagnostic(.error, "no-theme", "theme '\(name)' has no tokens.json"))
      return nil
    }
    let (root, found) = JSONValue.parse(file.text, file: file.name)
    problems += found
    guard let root else { return nil }
    let own = Tokens(root, problems: &problems)
    let path = "Themes/\(name)/tokens.json"
    // A user's file may contain only changes to the built-in theme.
    if let text = BuiltInFiles.text(path), text != file.text,
      let base = JSONValue.parse(text, file: path).0
    {
      var ignored: [Diagnostic] = []
      let builtIn = Tokens(base, problems: &ignored)
      self.base = builtIn
      tokens = own.completed(by: builtIn)
      ownTokens = own.light + own.dark
      problems += ThemeContrast(pairs: root, or: base).problems(of: tokens, changedBy: own)
    } else {
      tokens = own
      (ownTokens, base) = ([], nil)
    }
    overrides = store.file("Themes/\(name)/page.css")
    logo = Logo(of: name, in: store, problems: &problems)
    fonts = ThemeFont.all(of: name, in: store, problems: &problems)
    if problems.contains(where: { $0.severity == .error }) { return nil }
  }

  /// Warnings for user tokens that neither the built-in theme nor a style sheet has, which are
  /// probably misspelled.
  func unusedTokens(in sheets: [CustomProperties]) -> [Diagnostic] {
    guard let base else { return [] }
    let known = Set(base.light.map(\.name))
    let used = sheets.reduce(into: Set<String>()) { $0.formUnion($1.uses.map(\.name)) }
    return ownTokens.filter { !known.contains($0.name) && !used.contains($0.name) }.map { token in
      Diagnostic(
        .warning, "unknown-token", "no style uses '\(token.name)'", at: token.location,
        help: Suggestion.help(for: token.name, among: known.sorted()))
    }
  }
}
