// Unsafe pointers: zlib is a C library.

internal import CZlib
package import JSON
internal import Text

/// The text of one input, unpacked and in UTF-8. Its beginning is kept for recognition.
package final class InputStream {
  /// The reason why an input is not a text.
  package enum Refusal: Hashable {
    case unreadable(code: Int)
    case encoding(String)
    case damagedGzip
    case tooLong
  }

  /// The sizes of the head in bytes. Recognition tries each until it finds the format.
  package static let headSizes = [64 << 10, 1 << 20, 16 << 20]

  /// The first bytes, in UTF-8 and without a byte order mark.
  package private(set) var head: [UInt8] = []
  package private(set) var isPacked = false
  package private(set) var refusal: Refusal?
  /// Whether the head is the whole text.
  package var isWhole: Bool { hasEnded && head.count == ready.count }

  private let source: ByteSource
  private let limit: Int
  private var decoder = TextDecoder(.utf8)
  private var inflater: Inflater?
  private var hasEnded = false
  private var count = 0
  /// Decoded text. The first `taken` bytes are already returned.
  private var ready: [UInt8] = []
  private var taken = 0

  /// Reads the beginning. `limit` is the largest size of an unpacked input in bytes.
  package init(_ source: ByteSource, limit: Int = 1 << 40) {
    self.source = source
    self.limit = limit
    var start: [UInt8] = []
    while start.count < Self.headSizes[0], refusal == nil, !hasEnded {
      let piece = readRaw()
      if start.isEmpty { start = piece } else { start += piece }
    }
    begin(with: start)
  }

  /// The whole text, including the head.
  package func text() -> ByteSource {
    taken = 0
    head = []
    return ByteSource(expectedCount: isText ? source.expectedCount : nil) { [self] in fill($0) }
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while taken == ready.count {
      if case .unreadable(let code) = refusal { return -code }
      // A truncated or damaged file is reported as an error of reading (`EIO`).
      if refusal != nil { return -5 }
      if hasEnded { return 0 }
      if isText { return fillDirectly(buffer) }
      ready.removeAll(keepingCapacity: true)
      taken = 0
      decode(unpacked(readRaw()))
    }
    let count = min(buffer.count, ready.count - taken)
    buffer.copyBytes(from: ready[taken..<taken + count])
    taken += count
    return count
  }

  /// Whether the bytes of the source are the text.
  private var isText: Bool { inflater == nil && decoder.encoding == .utf8 }

  /// Copies bytes after the head from the source.
  private func fillDirectly(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    (ready, taken) = ([], 0)
    let made = source.fill(buffer)
    if made < 0 { refusal = .unreadable(code: -made) }
    if made == 0 { hasEnded = true }
    count += max(made, 0)
    if count > limit { refusal = .tooLong }
    return refusal == .tooLong ? -5 : made
  }

  // MARK: Bytes

  private func readRaw() -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    let count = piece.withUnsafeMutableBytes { source.fill($0) }
    if count < 0 { refusal = .unreadable(code: -count) }
    if count <= 0 { hasEnded = true }
    piece.removeLast(piece.count - min(max(count, 0), piece.count))
    return piece
  }

  private func unpacked(_ bytes: [UInt8]) -> [UInt8] {
    guard let inflater else { return bytes }
    var output: [UInt8] = []
    if !inflater.inflate(bytes, into: &output) || (hasEnded && !inflater.isComplete) {
      refusal = .damagedGzip
    }
    return output
  }

  private func decode(_ bytes: [UInt8]) {
    count += bytes.count
    if count > limit { refusal = .tooLong }
    if ready.isEmpty, decoder.encoding == .utf8 {
      // UTF-8 needs no conversion.
      ready = bytes
    } else {
      bytes.withUnsafeBytes { decoder.decode($0, into: &ready) }
    }
    if hasEnded { decoder.finish(into: &ready) }
  }

  // MARK: The beginning

  private func begin(with raw: [UInt8]) {
    var start = raw
    if start.starts(with: [0x1F, 0x8B]) {
      isPacked = true
      inflater = Inflater()
      start = unpacked(start)
    }
    if let name = Self.refusedEncoding(start) {
      refusal = .encoding(name)
      return
    }
    decoder = TextDecoder(Self.encoding(of: start))
    decode(start)
    if ready.starts(with: [0xEF, 0xBB, 0xBF]) { ready.removeFirst(3) }
    extendHead(to: Self.headSizes[0])
  }

  /// Reads more of the beginning.
  package func extendHead(to size: Int) {
    while ready.count < size, !hasEnded, refusal == nil { decode(unpacked(readRaw())) }
    head = ready.count <= size ? ready : Array(ready[..<size])
  }

  private static func refusedEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return "UTF-32"
    }
    guard let name = declaredEncoding(bytes), TextDecoder.named(name) == nil else { return nil }
    return name
  }

  private static func encoding(of bytes: [UInt8]) -> TextDecoder.Encoding {
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    guard bytes.count >= 2, !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return .utf8 }
    // Without a byte order mark: every other byte of ASCII text in UTF-16 is 0.
    let start = bytes.prefix(16)
    if isASCII(start, at: 0), isZero(start, at: 1) { return .utf16LittleEndian }
    if isASCII(start, at: 1), isZero(start, at: 0) { return .utf16BigEndian }
    guard let name = declaredEncoding(bytes), let named = TextDecoder.named(name) else {
      return .utf8
    }
    // Many files are UTF-8 although they declare another encoding.
    return named != .utf8 && isUTF8(bytes) ? .utf8 : named
  }

  private static func isASCII(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Bool {
    stride(from: offset, to: bytes.count, by: 2).allSatisfy { 0x09...0x7E ~= bytes[$0] }
  }

  private static func isZero(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Bool {
    stride(from: offset, to: bytes.count, by: 2).allSatisfy { bytes[$0] == 0 }
  }

  /// Whether the bytes are UTF-8 and have characters beyond ASCII.
  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    // The end may cut a character.
    let whole = bytes.prefix(max(bytes.count - 4, 0))
    return whole.contains { $0 >= 0x80 } && String(validating: whole, as: UTF8.self) != nil
  }

  /// The encoding that an XML declaration names.
  private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let head = String(decoding: bytes.dropFirst(start).prefix(200), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>"),
      let key = head[..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let value = head[key.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}

/// Unpacks gzip piece by piece; several members in a row are one text.
final class Inflater {
  private var stream = z_stream()
  private let isUsable: Bool
  private(set) var isComplete = false

  /// - Parameter isRaw: Whether the bytes have no header, as in a ZIP archive.
  init(isRaw: Bool = false) {
    isUsable =
      (isRaw ? tidemark_inflate_raw_begin(&stream) : tidemark_inflate_begin(&stream)) == Z_OK
  }

  deinit {
    if isUsable { inflateEnd(&stream) }
  }

  /// Appends the unpacked bytes of a piece. Returns false if the piece is damaged.
  func inflate(_ bytes: [UInt8], into output: inout [UInt8]) -> Bool {
    guard isUsable else { return false }
    var input = bytes
    return input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while stream.avail_in > 0 || !isComplete {
        if isComplete {
          guard inflateReset(&stream) == Z_OK else { return false }
          isComplete = false
        }
        let (status, made) = buffer.withUnsafeMutableBufferPointer { buffer in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          let status = CZlib.inflate(&stream, Z_NO_FLUSH)
          return (status, buffer.count - Int(stream.avail_out))
        }
        output += buffer[..<made]
        switch status {
        case Z_STREAM_END: isComplete = true
        case Z_OK, Z_BUF_ERROR: if stream.avail_in == 0, made < buffer.count { return true }
        default: return false
        }
      }
      return true
    }
  }
}
