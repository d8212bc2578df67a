internal import Platform
internal import Synchronization

/// Texts in common blocks of memory that are kept until the process ends: for a process that makes one report
/// and ends, and never for a loop or a server.
///
/// A string of its own costs an allocation, a header of 32 bytes, and a count of its references, which all
/// threads change by atomic operations. 100,000 messages have half a million strings, and each is passed on
/// many times. A literal has none of that: its bytes are in the program, and nothing counts who uses them.
/// The strings made here are to Swift what a literal is, with bytes that stay as well.
///
/// Which two words make up such a string is learned from literals (`LiteralLayout`). Where these turn out to be
/// something else than expected, there are no kept texts, and all strings are made as usual.
package struct KeptTexts: ~Copyable {
  private let layout: LiteralLayout
  private var block: Block

  /// Nil where strings have another layout.
  package init?() {
    guard let layout = LiteralLayout.current else { return nil }
    self.layout = layout
    block = Block.takeSpare()
  }

  deinit { block.giveBack() }

  /// A string of bytes, with U+FFFD for invalid UTF-8.
  ///
  /// - Parameter isASCII: Whether they are known to be ASCII.
  package mutating func string(
    _ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool = false
  ) -> String {
    // A short string is held in the two words themselves.
    guard bytes.count > 15, let start = bytes.baseAddress else {
      return String(decoding: bytes, as: UTF8.self)
    }
    if isASCII || Self.isASCII(start, bytes.count) {
      return keep(start, bytes.count, isASCII: true)
    }
    var valid = String(decoding: bytes, as: UTF8.self)
    return valid.withUTF8 { bytes in
      bytes.baseAddress.map { keep($0, bytes.count, isASCII: false) } ?? ""
    }
  }

  /// The same for bytes that other texts may have, too, such as a path: the string that was made of them
  /// before, if it is still known.
  package mutating func commonString(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard CommonTexts.lengths ~= bytes.count, let start = bytes.baseAddress else {
      return string(bytes)
    }
    let place = CommonTexts.Place(start, bytes.count)
    if let known = place.text(equalTo: start, bytes.count) {
      return layout.string(known, bytes.count, isASCII: true)
    }
    guard Self.isASCII(start, bytes.count) else { return string(bytes) }
    let memory = block.copy(start, bytes.count)
    place.remember(memory, bytes.count)
    return layout.string(memory, bytes.count, isASCII: true)
  }

  private mutating func keep(
    _ start: UnsafePointer<UInt8>, _ count: Int, isASCII: Bool
  ) -> String {
    layout.string(block.copy(start, count), count, isASCII: isASCII)
  }

  private static func isASCII(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let tops: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawPointer(start)
    var seen: UInt64 = 0
    var index = 0
    while index &+ 8 <= count {
      seen |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    // The last eight bytes, some of which were seen before.
    seen |= raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    return seen & tops == 0
  }
}

/// Memory that is handed out from its beginning to its end, and never freed. Its owner is one thread.
private struct Block: @unchecked Sendable {
  private var next: UnsafeMutablePointer<UInt8>
  private var room: Int

  private static let size = 1 << 20
  /// Those with room that nothing uses just now.
  private static let spares = Mutex<[Block]>([])

  private init() {
    next = .allocate(capacity: Self.size)
    room = Self.size
  }

  static func takeSpare() -> Block {
    spares.withLock { $0.popLast() } ?? Block()
  }

  func giveBack() {
    Self.spares.withLock { $0.append(self) }
  }

  /// A copy of bytes that ends in a zero, as strings of Swift do: they can be passed to C as they are.
  mutating func copy(_ start: UnsafePointer<UInt8>, _ count: Int) -> UnsafePointer<UInt8> {
    let memory = take(count + 1)
    memcpy(memory, start, count)
    memory[count] = 0
    return UnsafePointer(memory)
  }

  private mutating func take(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    // Of a block, at most an eighth is lost.
    if count > Self.size / 8 { return .allocate(capacity: count) }
    if count > room { self = Block() }
    defer {
      next += count
      room -= count
    }
    return next
  }
}

/// The two words of a literal: flags and length, and an address with a mark.
private struct LiteralLayout: Sendable {
  private typealias Words = (flags: UInt64, object: UInt64)

  private let asciiFlags: UInt64
  private let otherFlags: UInt64
  private let mark: UInt64
  /// What is added to the address in a literal to get to its first byte.
  private let bias: UInt64

  private static let countMask: UInt64 = 0xFFFF_FFFF_FFFF
  private static let addressMask: UInt64 = 0x00FF_FFFF_FFFF_FFFF

  /// The layout of this program's strings; nil if it is not known.
  static let current = LiteralLayout()

  private init?() {
    let samples = [
      "a literal that is too long to be held in two words",
      "another one, of another length and in another place of the program",
      // Taken apart, so that no flag says that it is not.
      "a literal with what is not ASCII: e\u{301}, €, 🙂, and therefore with other flags",
    ]
    let words = samples.compactMap(Self.words)
    guard words.count == samples.count,
      words.allSatisfy({ $0.mark == words[0].mark && $0.bias == words[0].bias }),
      words[0].flags == words[1].flags
    else { return nil }
    asciiFlags = words[0].flags
    otherFlags = words[2].flags
    mark = words[0].mark
    bias = words[0].bias
    guard samples.allSatisfy(canKeep) else { return nil }
  }

  /// Takes a literal apart; nil if it is not what is expected.
  private static func words(
    of literal: String
  ) -> (flags: UInt64, mark: UInt64, bias: UInt64)? {
    guard MemoryLayout<String>.size == MemoryLayout<Words>.size else { return nil }
    let words = unsafeBitCast(literal, to: Words.self)
    let storage = literal.utf8.withContiguousStorageIfAvailable {
      (address: UInt64(UInt(bitPattern: $0.baseAddress)), count: UInt64($0.count))
    }
    guard let storage, words.flags & countMask == storage.count else { return nil }
    let bias = storage.address &- words.object & addressMask
    guard bias <= 64, words.object >> 63 == 1 else { return nil }
    return (words.flags & ~countMask, words.object & ~addressMask, bias)
  }

  /// Whether a string made by this layout is equal to the one it was made of.
  private func canKeep(_ sample: String) -> Bool {
    let bytes = Array(sample.utf8) + [0]
    return bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return false }
      let isASCII = sample.utf8.allSatisfy { $0 < 0x80 }
      let made = string(start, bytes.count - 1, isASCII: isASCII)
      // Of its own storage, so that nothing of it outlives the bytes.
      let other = String(decoding: bytes.dropLast(), as: UTF8.self)
      return made == other && made.hashValue == other.hashValue && made.count == other.count
        && made + "." == other + "."
    }
  }

  /// A string of bytes that stay where they are. They are UTF-8, more than fifteen, and a zero follows.
  func string(_ start: UnsafePointer<UInt8>, _ count: Int, isASCII: Bool) -> String {
    let flags = isASCII ? asciiFlags : otherFlags
    let address = UInt64(UInt(bitPattern: start)) &- bias
    return unsafeBitCast((flags | UInt64(count), mark | address) as Words, to: String.self)
  }
}
