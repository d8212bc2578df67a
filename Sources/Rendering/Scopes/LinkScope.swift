import Model
import Templating

/// The link of a message.
final class LinkScope: Scope {
  private let view: ReportView
  private let link: Message.Link
  private let base: String?

  init(_ view: ReportView, _ link: Message.Link, base: String?) {
    self.view = view
    self.link = link
    self.base = base
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .title: .text(link.title)
    case .url: view.address(link.url, base: base)
    case .relativeURL: view.relativeURL(link.url, base: base)
    default: .missing
    }
  }
}
