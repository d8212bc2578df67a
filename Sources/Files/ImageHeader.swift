/// The format and the size of an image, from its first bytes. Nothing is decompressed.
package struct ImageHeader: Sendable, Hashable {
  /// Formats that browsers display and that can't contain scripts, by file extension.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    case png, jpg, gif, webp

    package var mediaType: String { self == .jpg ? "image/jpeg" : "image/\(rawValue)" }
  }

  package let format: Format
  package let width: Int
  package let height: Int

  /// Limits the memory of a browser: a pixel takes four bytes, even if the file is small.
  package static let mostPixels = 40_000_000

  /// Parses the beginning of a file; nil unless it is an image of at most `mostPixels`.
  package init?(_ bytes: [UInt8]) {
    let reader = HeaderBytes(bytes: bytes)
    let size: (Int, Int)?
    if reader.holds([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
      format = .png
      size = reader.holds("IHDR", at: 12) ? (reader.big(16, 4), reader.big(20, 4)) : nil
    } else if reader.holds([0xFF, 0xD8, 0xFF], at: 0) {
      format = .jpg
      size = reader.sizeOfJPEG
    } else if reader.holds("GIF87a", at: 0) || reader.holds("GIF89a", at: 0) {
      format = .gif
      size = (reader.little(6, 2), reader.little(8, 2))
    } else if reader.holds("RIFF", at: 0), reader.holds("WEBP", at: 8) {
      format = .webp
      size = reader.sizeOfWebP
    } else {
      return nil
    }
    guard let (width, height) = size, width > 0, height > 0, width <= Self.mostPixels,
      height <= Self.mostPixels / width
    else { return nil }
    (self.width, self.height) = (width, height)
  }
}

/// Reads numbers at offsets in bytes; each byte beyond the end is 0.
private struct HeaderBytes {
  let bytes: [UInt8]

  func holds(_ mark: [UInt8], at start: Int) -> Bool {
    bytes.count >= start + mark.count && bytes[start..<start + mark.count].elementsEqual(mark)
  }

  func holds(_ mark: StaticString, at start: Int) -> Bool {
    holds(Array(String(describing: mark).utf8), at: start)
  }

  private subscript(_ index: Int) -> Int { index < bytes.count ? Int(bytes[index]) : 0 }

  func big(_ start: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 << 8 | self[start + $1] }
  }

  func little(_ start: Int, _ count: Int) -> Int {
    (0..<count).reversed().reduce(0) { $0 << 8 | self[start + $1] }
  }

  /// The size from the frame header of a JPEG, found by walking the segments.
  var sizeOfJPEG: (Int, Int)? {
    var place = 2
    while place + 9 < bytes.count, bytes[place] == 0xFF {
      let mark = bytes[place + 1]
      switch mark {
      case 0xFF: place += 1
      case 0x01, 0xD0...0xD7: place += 2
      case 0xC4, 0xC8, 0xCC: place += 2 + max(big(place + 2, 2), 2)
      case 0xC0...0xCF: return (big(place + 7, 2), big(place + 5, 2))
      case 0xD8, 0xD9, 0xDA: return nil
      default: place += 2 + max(big(place + 2, 2), 2)
      }
    }
    return nil
  }

  var sizeOfWebP: (Int, Int)? {
    if holds("VP8X", at: 12) { return (little(24, 3) + 1, little(27, 3) + 1) }
    if holds("VP8L", at: 12), self[20] == 0x2F {
      let bits = little(21, 4)
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    if holds("VP8 ", at: 12), holds([0x9D, 0x01, 0x2A], at: 23) {
      return (little(26, 2) & 0x3FFF, little(28, 2) & 0x3FFF)
    }
    return nil
  }
}
