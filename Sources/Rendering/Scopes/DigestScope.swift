import Composing
import Localization
import Model
import Templating

/// The short form of a report.
final class DigestScope: Scope {
  private let view: ReportView
  private let digest: Report.Digest
  private let groups: DigestGroupScope

  init(_ view: ReportView, _ digest: Report.Digest) {
    self.view = view
    self.digest = digest
    groups = DigestGroupScope(view, top: digest.top)
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .messages: view.messages(digest.named, heading: 3)
    case .more: view.more(digest.more)
    case .groups: .records(groups, 0..<groups.count)
    case .moreMessages: view.more(groups.more)
    case .backlog: view.said(digest.backlog)
    case .still:
      digest.counts.isEmpty ? .absent : .record(DigestCountsScope(view, digest), 0)
    default: .missing
    }
  }
}

/// The groups of similar messages of all sections: the most urgent first, then the largest. A group
/// of new messages only is omitted, because the list of new messages has it.
final class DigestGroupScope: Scope {
  private let blocks: [(scope: BlockScope, index: Int)]
  /// The number of messages in groups beyond the limit.
  let more: Int

  init(_ view: ReportView, top: Int) {
    let groups = view.report.groupsByWeight()
    more = groups.dropFirst(top).reduce(0) { $0 + $1.group.count }
    blocks = groups.prefix(top).map { section, block, _ in
      let messages = view.messageScope(section.items, heading: 4, category: section.title)
      return (BlockScope(view, section, messages, before: 0), block)
    }
  }

  var count: Int { blocks.count }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .isLast: .flag(index == blocks.count - 1)
    default: blocks[index].scope.value(name, at: blocks[index].index)
    }
  }
}

/// The counts of unchanged messages by category; without a baseline, of all messages.
final class DigestCountsScope: Scope {
  private let view: ReportView
  private let digest: Report.Digest

  init(_ view: ReportView, _ digest: Report.Digest) {
    self.view = view
    self.digest = digest
  }

  func value(_ name: Name, at index: Int) -> Value {
    let locale = view.report.locale
    let title = locale.string(view.report.comparison == nil ? .messages : .headingStill)
    return switch Field(name) {
    case .titleWithCount: view.titleWithCount(title, digest.counted)
    case .counts: .records(CategoryCountScope(view, digest.counts), 0..<digest.counts.count)
    case .more: view.more(digest.moreCounts)
    default: .missing
    }
  }
}

/// The numbers of a category: "5 errors, 7 warnings".
final class CategoryCountScope: Scope {
  private let view: ReportView
  private let counts: [Report.Digest.Count]

  init(_ view: ReportView, _ counts: [Report.Digest.Count]) {
    self.view = view
    self.counts = counts
  }

  func value(_ name: Name, at index: Int) -> Value {
    let count = counts[index]
    return switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .title: .text(count.title)
    case .count: view.said(view.report.locale.number(count.total))
    case .text: view.said(view.report.locale.list(count.parts))
    case .target: count.position.map { view.hosted("section-\($0)") } ?? .absent
    case .sign: .text(view.style.urgency(count.urgency))
    case .tint: .finished(view.style.tint(view.report.tone(of: count.urgency)))
    case .tone: .text(view.report.tone(of: count.urgency).rawValue)
    case .urgency: .text(count.urgency.rawValue)
    case .urgencyWord: .text(view.labels.urgency(count.urgency))
    default: .missing
    }
  }
}

/// The text below a mail: why it is sent, and how to stop it.
final class FooterScope: Scope {
  private let view: ReportView
  private let footer: RenderOptions.Footer

  init(_ view: ReportView, _ footer: RenderOptions.Footer) {
    self.view = view
    self.footer = footer
  }

  func value(_ name: Name, at index: Int) -> Value {
    let locale = view.report.locale
    return switch Field(name) {
    case .reason:
      view.said(
        footer.occasion ?? locale.string(footer.isForNews ? .mailForNews : .mailForEveryRun))
    case .links: .records(UnsubscribeScope(footer.unsubscribe, view), 0..<footer.unsubscribe.count)
    case .name: Value(footer.program)
    default: .missing
    }
  }
}

/// The addresses that stop the mails.
final class UnsubscribeScope: Scope {
  private let addresses: [String]
  private let view: ReportView

  init(_ addresses: [String], _ view: ReportView) {
    self.addresses = addresses
    self.view = view
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .title: view.said(view.report.locale.string(.mailUnsubscribe))
    case .url: view.address(addresses[index])
    default: .missing
    }
  }
}
