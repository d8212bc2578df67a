package import Composing
package import Model
import Text

/// Decides which attached files a page embeds, and which it links.
package struct AttachmentPlan: Sendable {
  /// The maximum size in bytes of one embedded picture, and of all embedded pictures.
  static let largestImage = 256 << 10
  static let mostBytes = 2 << 20

  private struct Key: Hashable {
    var message: Int
    var attachment: Int
  }

  private var inlined: Set<Key> = []
  /// The files that the page links if they are next to it.
  package private(set) var linked: Set<AttachedFile> = []
  private var place = RenderOptions.AttachedFiles.unreachable

  var hasImages: Bool { !inlined.isEmpty }

  /// A plan for a target that embeds no files.
  init() {}

  /// Embeds the pictures of the first messages in display order, up to `mostBytes`.
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

  /// The address of a file that the page links; nil if a reader can't reach it.
  func address(of file: AttachedFile) -> String? {
    switch place {
    case .unreachable: return nil
    // A site stores no second copy of an embedded file.
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
