import Composing
import Model
import Templating

/// The place of a message.
final class LocationScope: Scope {
  private let view: ReportView
  private let location: Message.Location
  private let base: String?

  init(_ view: ReportView, _ location: Message.Location, base: String?) {
    self.view = view
    self.location = location
    self.base = base
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .text: .text(location.text)
    case .breakable: .finished(WordBreaks.html(place: location.text))
    case .file: .text(location.file)
    case .name:
      .text(
        view.style.hasAside
          ? TextLimits.place(view.report.shortPaths.path(of: location)) : location.name)
    case .shortPath: .text(view.report.shortPaths.path(of: location))
    case .line: location.line.map { .text(String($0)) } ?? .absent
    case .column: location.column.map { .text(String($0)) } ?? .absent
    case .url: view.address(location.url, base: base)
    case .relativeURL: view.relativeURL(location.url, base: base)
    default: .missing
    }
  }
}
