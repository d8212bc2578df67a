import Composing
import Model
import Templating

final class ActionScope: Scope {
  private let view: ReportView
  private let actions: [Message.Action]
  private let base: String?

  init(_ view: ReportView, _ actions: [Message.Action], base: String?) {
    self.view = view
    self.actions = actions
    self.base = base
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .title: .text(actions[index].title)
    case .url: view.address(actions[index].url, base: base)
    case .relativeURL: view.relativeURL(actions[index].url, base: base)
    case .role: .text(actions[index].role.rawValue)
    case .isDestructive: .flag(actions[index].role == .destructive)
    case .isDefault: .flag(actions[index].role == .default)
    case .isCancel: .flag(actions[index].role == .cancel)
    default: .missing
    }
  }
}

/// The progress of a running message.
final class ProgressScope: Scope {
  private let view: ReportView
  private let progress: Message.Progress?

  init(_ view: ReportView, _ progress: Message.Progress?) {
    self.view = view
    self.progress = progress
  }

  func value(_ name: Name, at index: Int) -> Value {
    let state = view.saying.progress(progress)
    return switch Field(name) {
    case .isKnown: .flag(state.percent != nil)
    case .label: view.said(state.label)
    case .hasBegun: .flag((state.percent ?? 0) > 0)
    case .isFull: .flag((state.percent ?? 0) >= 100)
    case .done: view.said(state.done)
    case .of: view.said(state.of)
    case .percent: state.percent.map { .number($0) } ?? .absent
    case .text: view.said(state.text)
    case .bar: .text(view.style.bar(percent: state.percent))
    default: .missing
    }
  }
}
