import Files
import Testing

/// The format and the size of pictures, by their first bytes.
struct ImageHeaderTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 1, 0x90, 0, 0, 0, 0xF0, 8, 2, 0, 0, 0]
  private static let gif: [UInt8] = Array("GIF89a".utf8) + [0x2C, 1, 0xC8, 0, 0, 0]
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xFF, 0xC4, 0, 3, 0, 0xFF, 0xC2, 0, 11, 8]
    + [0, 120, 1, 64, 3, 0, 0]
  private static func webp(_ chunk: String, _ bytes: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(chunk.utf8) + [0, 0, 0, 0]
      + bytes
  }
  private static let lossy = webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x90, 0x41, 0xF0, 0])
  private static let lossless = webp("VP8L", [0x2F, 0x8F, 0xC1, 0x3B, 0])
  private static let extended = webp("VP8X", [0, 0, 0, 0, 0x8F, 1, 0, 0xEF, 0, 0])

  @Test(arguments: [
    (png, "png", 400, 240), (gif, "gif", 300, 200), (jpeg, "jpg", 320, 120),
    (lossy, "webp", 400, 240), (lossless, "webp", 400, 240), (extended, "webp", 400, 240),
  ])
  func formatAndSizeAreReadFromTheFirstBytes(
    bytes: [UInt8], format: String, width: Int, height: Int
  ) {
    let header = ImageHeader(bytes)
    #expect(header?.format.rawValue == format)
    #expect(header?.width == width && header?.height == height)
  }

  @Test(
    arguments: [
      [], Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), Array("BM".utf8),
      Array("%PDF-1.4".utf8), [0xFF, 0xD8, 0xFF],
      [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func otherBytesAreNoPicture(bytes: [UInt8]) {
    #expect(ImageHeader(bytes) == nil)
  }

  @Test func aPictureThatTakesTooMuchMemoryIsNone() {
    var bytes = Self.png
    bytes.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
    #expect(ImageHeader(bytes) == nil)
    bytes.replaceSubrange(16..<24, with: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(ImageHeader(bytes) == nil)
    bytes.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(ImageHeader(bytes) == nil)
  }

  @Test func damagedHeadersAreReadToTheirEnd() {
    for sound in [Self.png, Self.gif, Self.jpeg, Self.lossy, Self.lossless, Self.extended] {
      for end in sound.indices {
        _ = ImageHeader(Array(sound[..<end]))
        for byte: UInt8 in [0, 1, 0x7F, 0xC0, 0xFF] {
          var damaged = sound
          damaged[end] = byte
          _ = ImageHeader(damaged)
        }
      }
    }
    let long: [UInt8] = [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 1_000_000)
    #expect(ImageHeader(long) == nil)
  }
}
