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
    let own = Tokens(root, problems: &problems)
    let path = "Themes/\(name)/tokens.json"
    // A folder need say only what it changes: the rest is the built-in theme's.
    if let text = BuiltInFiles.text(path), text != file.text,
      let base = JSONValue.parse(text, file: path).0
    {
      var ignored: [Diagnostic] = []
      tokens = own.completed(by: Tokens(base, problems: &ignored), problems: &problems)
    } else {
      tokens = own
    }
    overrides = store.file("Themes/\(name)/page.css")
    if problems.contains(where: { $0.severity == .error }) { return nil }
  }
}
