import Composing
import Diagnostics
import Files
import Localization
import Model
import Templating
import Text

/// The attached files of a message or of one of its steps: pictures and videos that the page shows,
/// and the others.
final class AttachmentScope: Scope {
  private let view: ReportView
  private let attachments: [Message.Attachment]
  private let base: String?
  private let position: Int
  private let start: Int
  private let shown: [Int]
  private let films: [Int]
  private let others: [Int]

  /// - Parameters:
  ///   - position: The index of the message.
  ///   - start: The index of the first attachment among all of the message and its steps.
  init(
    _ view: ReportView, _ attachments: [Message.Attachment], base: String?, at position: Int,
    from start: Int = 0
  ) {
    (self.view, self.attachments, self.base) = (view, attachments, base)
    (self.position, self.start) = (position, start)
    let all = attachments.indices
    // The expected picture comes first, then the actual one, then their difference.
    let order = Message.Attachment.Role.allCases.map(\.rawValue)
    func rank(_ index: Int) -> Int {
      attachments[index].role.flatMap(order.firstIndex) ?? order.count
    }
    func source(_ index: Int) -> AttachmentPlan.Source? {
      view.attachments.source(of: start + index, attachments[index].file, at: position)
    }
    shown = all.filter { source($0) != nil && attachments[$0].file?.image != nil }
      .sorted { (rank($0), $0) < (rank($1), $1) }
    films = all.filter { source($0) != nil && attachments[$0].file?.isVideo == true }
    others = all.filter { source($0) == nil }
  }

  var all: Value { .records(self, attachments.indices) }
  var images: Value { .list(shown.map { .record(self, $0) }) }
  var videos: Value { .list(films.map { .record(self, $0) }) }
  var files: Value { .list(others.map { .record(self, $0) }) }
  var hasImages: Bool { !shown.isEmpty }
  var hasVideos: Bool { !films.isEmpty }
  var hasFiles: Bool { !others.isEmpty }

  func value(_ name: Name, at index: Int) -> Value {
    let attachment = attachments[index]
    return switch Field(name) {
    case .isFirst: .flag(index == 0)
    case .title: .text(attachment.name)
    case .role: Value(attachment.role)
    case .roleWord: view.said(word(of: attachment.role))
    case .url: address(of: attachment)
    case .relativeURL: view.relativeURL(attachment.url, base: base)
    case .image, .video: source(index).map { .finished($0) } ?? .absent
    case .download: Value(downloadName(of: attachment))
    case .isTrace: .flag(attachment.file?.isTrace ?? false)
    case .width: size(of: attachment).map { .number($0.width) } ?? .absent
    case .height: size(of: attachment).map { .number($0.height) } ?? .absent
    default: .missing
    }
  }

  /// The given address, otherwise that of the file next to the page.
  private func address(of attachment: Message.Attachment) -> Value {
    if let url = attachment.url, !url.isEmpty { return view.address(url, base: base) }
    guard let file = attachment.file, let address = view.attachments.address(of: file) else {
      return .absent
    }
    return .finished(address)
  }

  /// The address of a picture or a video that the page shows.
  private func source(_ index: Int) -> String? {
    guard let file = attachments[index].file else { return nil }
    switch view.attachments.source(of: start + index, file, at: position) {
    case .embedded:
      return file.image.map { "data:\($0.format.mediaType);base64," + Base64.encode(file.bytes) }
    case .linked(let address): return address
    case nil: return nil
    }
  }

  private func size(of attachment: Message.Attachment) -> (width: Int, height: Int)? {
    guard let image = attachment.file?.image else { return nil }
    let width = min(image.width, view.attachments.mostWidth ?? .max)
    return (width, max(image.height * width / image.width, 1))
  }

  /// The name for saving a file that the page links; nil if a browser may show it.
  private func downloadName(of attachment: Message.Attachment) -> String? {
    guard attachment.url?.isEmpty != false, let file = attachment.file,
      let address = view.attachments.address(of: file)
    else { return nil }
    return file.downloadName(at: address).map(VisibleText.of)
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
