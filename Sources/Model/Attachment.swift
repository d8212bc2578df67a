package import Basics

extension Message {
  /// A file that belongs to a message: a screenshot, a log.
  @usableFromInline package struct Attachment: Sendable, Hashable {
    /// What a picture shows of a comparison.
    package enum Role: String, Sendable, Hashable, CaseIterable {
      case expected, actual, diff
    }

    package var title: String?
    /// From the folder of the input, or from a root of the sources.
    package var path: String?
    package var url: String?
    /// Its media type as given, which decides nothing.
    package var type: String?
    package var role: String?
    /// What was found at its path; no part of the dataset.
    package var file: AttachedFile?

    package init(
      title: String? = nil, path: String? = nil, url: String? = nil, type: String? = nil,
      role: String? = nil
    ) {
      (self.title, self.path, self.url, self.type, self.role) = (title, path, url, type, role)
    }

    /// The title, else the last part of path or address.
    package var name: String {
      if let title, !title.isEmpty { return title }
      let given = path ?? url ?? ""
      return given.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? given
    }
  }
}

/// The content of an attached file. A reference, as messages are copied.
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

  /// The name under which a site keeps it, by its content. A browser shows no file of this ending as
  /// a document that may hold a script.
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
