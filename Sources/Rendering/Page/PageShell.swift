import Basics
import Composing
import Diagnostics
import Templating

/// The names of `page/shell.html` beyond those of the report: head, policy, styles and icons.
final class PageShell: Scope {
  /// The name that the shell goes by among the components.
  static let name = "page/shell.html"
  /// What stands in the shell where the content goes, until it is written.
  static let contentMark = "\u{F0000}\u{F0000}"

  private let style: StyleSheet
  private let icons: String
  private let tokens: Tokens

  init(style: StyleSheet, icons: String, tokens: Tokens) {
    self.style = style
    self.icons = icons
    self.tokens = tokens
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .policy: .text("default-src 'none'; style-src \(style.policyHash)")
    case .styles: .finished(style.text)
    case .icons: .finished(icons)
    case .content: .finished(Self.contentMark)
    case .schemes: .text(tokens.dark.isEmpty ? "light" : "light dark")
    case .themeColors: .records(ThemeColorScope(tokens), 0..<(tokens.dark.isEmpty ? 1 : 2))
    default: .missing
    }
  }
}

/// The colour of the browser's own bars, for each scheme.
final class ThemeColorScope: Scope {
  private let tokens: Tokens

  init(_ tokens: Tokens) {
    self.tokens = tokens
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .scheme: .text(index == 0 ? "light" : "dark")
    case .color: Value(tokens.value("color-canvas", isDark: index == 1))
    default: .missing
    }
  }
}
