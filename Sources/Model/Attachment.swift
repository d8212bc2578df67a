extension Message {
  /// A file that belongs to a message: a screenshot, a log.
  @usableFromInline package struct Attachment: Sendable, Hashable {
    /// The most attachments of a message.
    package static let mostOfMessage = 100

    /// The part of an image in a visual comparison.
    package enum Role: String, Sendable, Hashable, CaseIterable {
      case expected, actual, diff
    }

    package var title: String?
    /// Relative to the folder of the input, or to a root of the sources.
    package var path: String?
    package var url: String?
    /// The media type as given. It has no effect; the content determines the kind.
    package var type: String?
    package var role: String?
    /// The file found at `path`; not part of the dataset.
    package var file: AttachedFile?
    /// The address of the message's link or action to it; not part of the dataset.
    package var linked: String?

    package init(
      title: String? = nil, path: String? = nil, url: String? = nil, type: String? = nil,
      role: String? = nil
    ) {
      (self.title, self.path, self.url, self.type, self.role) = (title, path, url, type, role)
    }

    /// The title, else the last component of the path or address.
    package var name: String {
      if let title, !title.isEmpty { return title }
      let given = path ?? url ?? ""
      return given.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? given
    }
  }
}
