/// Writes numbers and texts one after the other, in few bytes.
struct PackedWriter {
  private(set) var bytes: [UInt8] = []

  /// Seven bits a byte, the lowest first.
  mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(count: Int) { write(UInt64(clamping: count)) }

  /// The sign is the lowest bit, so that small negative numbers are short as well.
  mutating func write(signed number: Int64) {
    write(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  mutating func write(_ text: String) {
    write(count: text.utf8.count)
    bytes += text.utf8
  }

  mutating func write(_ text: String?) {
    write(text == nil ? 0 : 1)
    if let text { write(text) }
  }

  mutating func write(raw: some Collection<UInt8>) { bytes += raw }
}

/// Reads what `PackedWriter` wrote. Nothing that is read is taken for granted: the bytes may be any.
struct PackedReader {
  private let bytes: ArraySlice<UInt8>
  private var next: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    next = bytes.startIndex
  }

  var isAtEnd: Bool { next == bytes.endIndex }

  mutating func number() -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while next < bytes.endIndex, shift < 64 {
      let byte = bytes[next]
      next += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  mutating func count() -> Int? {
    number().flatMap { $0 <= 1_000_000_000 ? Int($0) : nil }
  }

  mutating func signed() -> Int64? {
    number().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  mutating func raw(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.endIndex - next else { return nil }
    defer { next += count }
    return bytes[next..<(next + count)]
  }

  mutating func text() -> String? {
    count().flatMap { raw($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A text that may be absent: nil within.
  mutating func optionalText() -> String?? {
    switch number() {
    case 0: .some(nil)
    case 1: text().map { .some($0) }
    default: nil
    }
  }

  /// One of a list, by its place.
  mutating func choice<Value>(of list: [Value]) -> Value? {
    number().flatMap { $0 < UInt64(list.count) ? list[Int($0)] : nil }
  }
}
