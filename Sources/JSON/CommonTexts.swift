internal import Platform
internal import Synchronization

/// The kept texts of ASCII that were asked for last, by their hash: those of all threads, so that a path in each of
/// a hundred thousand messages is usually kept once. A text that others have replaced here is kept again. An entry is
/// one number, which is replaced and never changed in part: it needs no lock.
enum CommonTexts {
  /// The lengths of the texts that may be found again: longer ones are hardly ever equal.
  static let lengths = 16...255

  // In a larger table more would be found, but at places that are in no cache: looking there takes longer
  // than keeping a text again.
  private static let count = 1 << 14
  private static let entries = Entries(count)

  private struct Entries: @unchecked Sendable {
    let start: UnsafeMutablePointer<Atomic<UInt64>>

    init(_ count: Int) {
      start = .allocate(capacity: count)
      for index in 0..<count { (start + index).initialize(to: Atomic(0)) }
    }
  }

  /// Two entries, in each of which a text may be.
  struct Place {
    private let first: UnsafeMutablePointer<Atomic<UInt64>>
    private let second: UnsafeMutablePointer<Atomic<UInt64>>
    /// The length of a text and a part of its hash, above its address.
    private let mark: UInt64

    private static let addressMask: UInt64 = 0xFFFF_FFFF_FFFF

    init(_ text: UnsafePointer<UInt8>, _ count: Int) {
      let raw = UnsafeRawPointer(text)
      let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
      var hash = UInt64(truncatingIfNeeded: count)
      var index = 0
      while index &+ 8 < count {
        hash = (hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* factor
        hash ^= hash >> 29
        index &+= 8
      }
      // The last eight bytes, some of which may have been seen before.
      hash =
        (hash ^ raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)) &* factor
      hash ^= hash >> 32
      let slot = Int(truncatingIfNeeded: hash) & (CommonTexts.count - 1)
      first = CommonTexts.entries.start + slot
      second = CommonTexts.entries.start + (slot ^ 1)
      mark = (hash >> 56) << 56 | UInt64(truncatingIfNeeded: count) << 48
    }

    /// The kept text with these bytes.
    func text(equalTo start: UnsafePointer<UInt8>, _ count: Int) -> UnsafePointer<UInt8>? {
      text(first.pointee.load(ordering: .acquiring), equalTo: start, count)
        ?? text(second.pointee.load(ordering: .acquiring), equalTo: start, count)
    }

    private func text(
      _ entry: UInt64, equalTo start: UnsafePointer<UInt8>, _ count: Int
    ) -> UnsafePointer<UInt8>? {
      guard entry & ~Self.addressMask == mark,
        let known = UnsafePointer<UInt8>(bitPattern: UInt(entry & Self.addressMask)),
        memcmp(known, start, count) == 0
      else { return nil }
      return known
    }

    /// Remembers a kept text of ASCII.
    func remember(_ text: UnsafePointer<UInt8>, _ count: Int) {
      let address = UInt64(UInt(bitPattern: text))
      // Some machines have longer addresses.
      guard address & ~Self.addressMask == 0 else { return }
      let isFree = first.pointee.load(ordering: .relaxed) == 0
      let place =
        isFree || second.pointee.load(ordering: .relaxed) != 0 ? first : second
      place.pointee.store(mark | address, ordering: .releasing)
    }
  }
}
