import Basics
package import Composing
package import Model

/// Which attached files a page holds itself, and where the others are.
package struct AttachmentPlan: Sendable {
  /// The most bytes of a picture that a page holds, and of all of them.
  static let largestImage = 256 << 10
  static let mostBytes = 2 << 20

  private struct Key: Hashable {
    var message: Int
    var attachment: Int
  }

  private var inlined: Set<Key> = []
  /// The files that it links to, if they are beside it.
  package private(set) var linked: Set<AttachedFile> = []
  private var place = RenderOptions.AttachedFiles.unreachable

  var hasImages: Bool { !inlined.isEmpty }

  /// A plan for a target that holds no files.
  init() {}

  /// The pictures of the first messages in their order, as long as there is room.
  package init(_ report: Report, _ place: RenderOptions.AttachedFiles) {
    self.place = place
    var room = Self.mostBytes
    for items in [report.alerts, report.banners] + report.sections.map(\.items) {
      for message in items where !report.messages[message].attachments.isEmpty {
        for (index, attachment) in report.messages[message].attachments.enumerated() {
          guard let file = attachment.file else { continue }
          guard file.image != nil, file.bytes.count <= min(Self.largestImage, room) else {
            if attachment.url?.isEmpty != false { linked.insert(file) }
            continue
          }
          room -= file.bytes.count
          inlined.insert(Key(message: message, attachment: index))
        }
      }
    }
  }

  func holds(_ attachment: Int, of message: Int) -> Bool {
    inlined.contains(Key(message: message, attachment: attachment))
  }

  /// The address of a file beside the page; nil if a reader can't reach it.
  func address(of file: AttachedFile) -> String? {
    switch place {
    case .unreachable: return nil
    // A site keeps no second copy of what the page holds.
    case .beside: return linked.contains(file) ? file.siteName : nil
    case .below(let folder):
      let folder = folder.hasSuffix("/") ? folder : folder + "/"
      guard file.path.hasPrefix(folder) else { return nil }
      let inner = String(file.path.dropFirst(folder.count))
      // `a:b` would read as a scheme.
      return "./" + PercentEncoding.encoded(path: inner)
    }
  }
}
