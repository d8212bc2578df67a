import Composing
import Files
import Localization
import Model
import Templating
import Text

/// The attached files of a message: embedded pictures, and the others.
final class AttachmentScope: Scope {
  private let view: ReportView
  private let message: Message
  private let position: Int
  private let shown: [Int]
  private let others: [Int]

  init(_ view: ReportView, _ message: Message, at position: Int) {
    (self.view, self.message, self.position) = (view, message, position)
    let all = message.attachments.indices
    // The expected picture comes first, then the actual one, then their difference.
    let order = Message.Attachment.Role.allCases.map(\.rawValue)
    func rank(_ index: Int) -> Int {
      message.attachments[index].role.flatMap(order.firstIndex) ?? order.count
    }
    shown = all.filter { view.attachments.holds($0, of: position) }
      .sorted { (rank($0), $0) < (rank($1), $1) }
    others = all.filter { !view.attachments.holds($0, of: position) }
  }

  var all: Value { .records(self, message.attachments.indices) }
  var images: Value { .list(shown.map { .record(self, $0) }) }
  var files: Value { .list(others.map { .record(self, $0) }) }
  var hasImages: Bool { !shown.isEmpty }
  var hasFiles: Bool { !others.isEmpty }

  func value(_ name: Name, at index: Int) -> Value {
    let attachment = message.attachments[index]
    return switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .title: .text(attachment.name)
    case .role: Value(attachment.role)
    case .roleWord: view.said(word(of: attachment.role))
    case .url: address(of: attachment)
    case .relativeURL: view.relativeURL(attachment.url, base: message.base)
    case .image: image(index).map { .finished($0) } ?? .absent
    case .width: attachment.file?.image.map { .number($0.width) } ?? .absent
    case .height: attachment.file?.image.map { .number($0.height) } ?? .absent
    default: .missing
    }
  }

  /// The given address, otherwise that of the file next to the page.
  private func address(of attachment: Message.Attachment) -> Value {
    if let url = attachment.url, !url.isEmpty { return view.address(url, base: message.base) }
    guard let file = attachment.file, let address = view.attachments.address(of: file) else {
      return .absent
    }
    return .finished(address)
  }

  private func image(_ index: Int) -> String? {
    guard view.attachments.holds(index, of: position),
      let file = message.attachments[index].file, let image = file.image
    else { return nil }
    return "data:\(image.format.mediaType);base64," + Base64.encode(file.bytes)
  }

  private func word(of role: String?) -> String? {
    let locale = view.report.locale
    return switch role.flatMap(Message.Attachment.Role.init) {
    case .expected: locale.string(.roleExpected)
    case .actual: locale.string(.roleActual)
    case .diff: locale.string(.roleDiff)
    case nil: nil
    }
  }
}
