package import Diagnostics
import JSON

/// A theme: its tokens and its overrides of the page's style.
package struct Theme: Sendable {
  package let name: String
  package let tokens: Tokens
  let overrides: AssetStore.File?

  /// Reads a theme; nil when something is wrong with it.
  package init?(_ name: String, in store: AssetStore, problems: inout [Diagnostic]) {
    self.name = name
    guard let file = store.file("Themes/\(name)/tokens.json") else {
      problems.append(Diagnostic(.error, "no-theme", "theme '\(name)' has no tokens.json"))
      return nil
    }
    let (root, found) = JSONValue.parse(file.text, file: file.name)
    problems += found
    guard let root else { return nil }
    tokens = Tokens(root, problems: &problems)
    overrides = store.file("Themes/\(name)/page.css")
    if problems.contains(where: { $0.severity == .error }) { return nil }
  }
}
