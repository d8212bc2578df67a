package import Composing
package import Model
import Text

/// Decides which attached files a page embeds, and which it links. It shows pictures and
/// videos, also linked ones.
package struct AttachmentPlan: Sendable {
  /// The maximum size in bytes of one embedded picture, and of all embedded pictures.
  static let largestImage = 256 << 10
  static let mostBytes = 2 << 20

  private struct Key: Hashable {
    var message: Int
    /// Its index among those of the message and its steps.
    var attachment: Int
  }

  private var inlined: Set<Key> = []
  /// The files that the page links if they are next to it.
  package private(set) var linked: Set<AttachedFile> = []
  private var place = RenderOptions.AttachedFiles.unreachable

  /// Whether the page shows pictures that it contains, pictures that it links, and videos.
  private(set) var (hasEmbedded, hasLinked, hasVideos) = (false, false, false)

  var hasPictures: Bool { hasEmbedded || hasLinked }

  /// Where a page has the picture or the video that it shows.
  enum Source: Sendable, Hashable {
    case embedded
    case linked(String)
  }

  /// The picture of a mail.
  private var picture: RenderOptions.Picture?
  /// The width in pixels to which pictures are reduced.
  private(set) var mostWidth: Int?

  /// A plan for a target that embeds no files.
  init() {}

  /// A plan for a mail, which has no room for wide pictures.
  init(mailWith picture: RenderOptions.Picture?) {
    self.picture = picture
    mostWidth = 520
  }

  /// Embeds the pictures of the first messages in display order, up to `mostBytes`.
  package init(_ report: Report, _ place: RenderOptions.AttachedFiles) {
    self.place = place
    var room = Self.mostBytes
    for items in [report.alerts, report.banners] + report.sections.map(\.items) {
      for message in items where !report.messages[message].rest.isEmpty {
        for (index, attachment) in report.messages[message].allAttachments.enumerated() {
          guard let file = attachment.file else { continue }
          guard file.image != nil, file.bytes.count <= min(Self.largestImage, room) else {
            if attachment.url?.isEmpty != false { linked.insert(file) }
            guard shows(file) else { continue }
            if file.isVideo { hasVideos = true } else { hasLinked = true }
            continue
          }
          room -= file.bytes.count
          hasEmbedded = true
          inlined.insert(Key(message: message, attachment: index))
        }
      }
    }
  }

  /// Where the page has the picture or the video; nil for one that it does not show, and for other
  /// files.
  ///
  /// - Parameters:
  ///   - attachment: The index among the files of the message and its steps.
  ///   - position: The index of the message.
  func source(of attachment: Int, _ file: AttachedFile?, at position: Int) -> Source? {
    if inlined.contains(Key(message: position, attachment: attachment)) { return .embedded }
    if let picture, picture.message == position, picture.attachment == attachment {
      return .linked(picture.address)
    }
    guard let file, shows(file) else { return nil }
    return address(of: file).map(Source.linked)
  }

  /// Whether the page shows a file that it links.
  private func shows(_ file: AttachedFile) -> Bool {
    (file.image != nil || file.isVideo) && address(of: file) != nil
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
