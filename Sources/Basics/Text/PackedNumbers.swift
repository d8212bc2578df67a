/// Numbers as text, which a Swift literal can hold: each character has five bits, the lowest first, and says
/// whether more follow. Numbers of a table have three characters of six bits each, so that one is found
/// without reading those before it.
package struct PackedNumbers: Sendable {
  private var bytes: [UInt8] = []

  @usableFromInline static let base = UInt8(ascii: "0")
  /// The number of characters of a number in a table.
  static let fixedLength = 3
  private static let largestFixed = 1 << 18 - 1

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func write(_ number: Int) {
    var rest = UInt(bitPattern: number)
    while rest > 0x1F {
      bytes.append(Self.base + 0x20 + UInt8(rest & 0x1F))
      rest >>= 5
    }
    bytes.append(Self.base + UInt8(rest))
  }

  /// Writes a text behind its length.
  mutating func write(text: String) {
    write(text.utf8.count)
    bytes += text.utf8
  }

  var count: Int { bytes.count }

  mutating func append(_ others: PackedNumbers) { bytes += others.bytes }

  /// Writes a number of a table; returns false if it is too large for one.
  mutating func write(fixed number: Int) -> Bool {
    guard (0...Self.largestFixed).contains(number) else { return false }
    for shift in [0, 6, 12] { bytes.append(Self.base + UInt8(number >> shift & 0x3F)) }
    return true
  }

  /// Reads packed numbers, one after the other or by their place in a table.
  package struct Reader {
    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline var position = 0

    @inlinable package init(_ bytes: UnsafeBufferPointer<UInt8>) {
      self.bytes = bytes
    }

    /// The number of characters that were read.
    var offset: Int { position }

    /// The same numbers from another place on.
    func moved(to offset: Int) -> Self {
      var reader = self
      reader.position = offset
      return reader
    }

    /// The bytes of a text that follows its length; nil behind the end.
    mutating func nextText() -> UnsafeBufferPointer<UInt8>? {
      guard let length = next(), length >= 0, length <= bytes.count - position else { return nil }
      defer { position += length }
      return UnsafeBufferPointer(rebasing: bytes[position..<position + length])
    }

    /// The next number; nil at the end.
    @inlinable @inline(__always)
    package mutating func next() -> Int? {
      var number: UInt = 0
      var shift: UInt = 0
      while position < bytes.count {
        let digit = UInt(bytes[position] &- PackedNumbers.base)
        position += 1
        number |= (digit & 0x1F) << shift
        if digit & 0x20 == 0 { return Int(bitPattern: number) }
        shift += 5
      }
      return nil
    }

    /// The number at a place of the table that begins at `start`; nil behind the end.
    func fixed(_ place: Int, from start: Int) -> Int? {
      let first = start + place * PackedNumbers.fixedLength
      guard place >= 0, first >= 0, first + PackedNumbers.fixedLength <= bytes.count else {
        return nil
      }
      var number = 0
      for digit in 0..<PackedNumbers.fixedLength {
        number |= Int(bytes[first + digit] &- PackedNumbers.base) << (6 * digit)
      }
      return number
    }
  }
}
