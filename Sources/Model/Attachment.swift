package import Files
internal import Text

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

/// The content of an attached file. A class, because messages are copied.
package final class AttachedFile: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case image(ImageHeader)
    case text
    case other
  }

  /// Its absolute path.
  package let path: String
  package let bytes: [UInt8]
  package let kind: Kind

  package init(path: String, bytes: [UInt8]) {
    (self.path, self.bytes) = (path, bytes)
    if let image = ImageHeader(bytes) {
      kind = .image(image)
    } else {
      let isText = !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
      kind = isText ? .text : .other
    }
  }

  package var image: ImageHeader? {
    if case .image(let header) = kind { header } else { nil }
  }

  /// The name of the file in a site, a digest of its content. Browsers display no file with these
  /// extensions as a document that may run scripts.
  package var siteName: String {
    let ending =
      switch kind {
      case .image(let header): header.format.rawValue
      case .text: "txt"
      case .other: "bin"
      }
    let digest = SHA256.digest(of: bytes).prefix(16).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    return Self.sitePrefix + digest.joined() + "." + ending
  }

  package static let sitePrefix = "file-"

  package static func == (left: AttachedFile, right: AttachedFile) -> Bool {
    left.path == right.path && left.bytes == right.bytes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(bytes.count)
  }
}
