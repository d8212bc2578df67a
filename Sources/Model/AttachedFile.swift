package import Files
internal import Text

/// The content of an attached file. A class, because messages are copied.
package final class AttachedFile: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case image(ImageHeader)
    case video(Video)
    case text
    /// Text that a browser could run: HTML, SVG, other XML.
    case markup
    case archive(isTrace: Bool)
    case other
  }

  /// Formats that browsers play, by file extension.
  package enum Video: String, Sendable, Hashable {
    case webm, mp4
  }

  /// Its absolute path; empty for a file inside a report.
  package let path: String
  package let bytes: [UInt8]
  package let kind: Kind

  package init(path: String, bytes: [UInt8]) {
    (self.path, self.bytes) = (path, bytes)
    if let image = ImageHeader(bytes) {
      kind = .image(image)
    } else if let video = Video(bytes) {
      kind = .video(video)
    } else if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      kind = .archive(isTrace: Self.traces.contains { ByteSearch.first($0, in: bytes) != nil })
    } else if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil {
      kind = .other
    } else {
      kind = Self.isMarkup(bytes) ? .markup : .text
    }
    let digest = SHA256.digest(of: bytes).prefix(16).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    siteName = Self.sitePrefix + digest.joined() + "." + Self.endings(of: kind)[0]
  }

  /// The names of the files in a trace of Playwright end like this.
  private static let traces: [StaticString] = ["trace.trace", "test.trace"]

  /// Whether the first visible character begins a tag.
  private static func isMarkup(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark.count : 0
    return bytes[start...].first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  package var image: ImageHeader? {
    if case .image(let header) = kind { header } else { nil }
  }

  package var isVideo: Bool {
    if case .video = kind { true } else { false }
  }

  /// Whether it is a trace that Playwright's viewer opens.
  package var isTrace: Bool { kind == .archive(isTrace: true) }

  /// The name of the file in a site, a digest of its content. Browsers display no file with these
  /// extensions as a document that may run scripts.
  package let siteName: String

  package static let sitePrefix = "file-"

  /// The extensions with which a browser may show the file. The first one is that of a site.
  private static func endings(of kind: Kind) -> [String] {
    switch kind {
    case .image(let header): header.format == .jpg ? ["jpg", "jpeg"] : [header.format.rawValue]
    case .video(let video): [video.rawValue]
    case .text: ["txt", "log", "json", "csv", "md"]
    case .markup, .other: ["bin"]
    case .archive: ["zip"]
    }
  }

  /// The name for saving the file, if a browser can't or must not show it at this address; nil if it
  /// may.
  package func downloadName(at address: String) -> String? {
    let name = address.split(separator: "/").last.map(String.init) ?? address
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    switch kind {
    case .image, .video, .text: if Self.endings(of: kind).contains(ending) { return nil }
    case .markup, .archive, .other: break
    }
    let given = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    guard isTrace else { return given.isEmpty ? name : given }
    // The page shows a command with this name.
    let isSafe = given.utf8.allSatisfy {
      0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || [0x2D, 0x2E, 0x5F].contains($0)
    }
    return isSafe && !given.hasPrefix("-") && !given.isEmpty ? given : "trace.zip"
  }

  package static func == (left: AttachedFile, right: AttachedFile) -> Bool {
    left.path == right.path && left.bytes == right.bytes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(bytes.count)
  }
}

extension AttachedFile.Video {
  /// The kinds of MP4 that are videos. Others are pictures, such as AVIF.
  private static let brands = ["iso", "mp4", "avc1", "M4V", "dash", "MSNV", "f4v"]

  /// Recognizes a video by its first bytes; nil for another file.
  fileprivate init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      // Matroska files begin alike.
      guard ByteSearch.first("webm", in: bytes.prefix(64)) != nil else { return nil }
      self = .webm
    } else if bytes.count > 12, bytes[4..<8].elementsEqual("ftyp".utf8),
      Self.brands.contains(where: { bytes[8...].starts(with: $0.utf8) })
    {
      self = .mp4
    } else {
      return nil
    }
  }
}
