import Composing
import Diagnostics
import Model
import Preparing
import Templating

/// The additional names of `mail/shell.html`.
final class MailShell: Scope {
  /// The name of the shell in the template library.
  static let name = TemplateFile.mailShell

  private let style: MailStyle
  private let schemes: String

  init(style: MailStyle, schemes: String) {
    self.style = style
    self.schemes = schemes
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .styles: .finished(style.sheet)
    case .content: .slot
    case .schemes: .text(schemes)
    default: .missing
    }
  }
}
