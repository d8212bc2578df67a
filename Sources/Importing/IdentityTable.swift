internal import Diagnostics

/// Detects duplicate ids by their positions in a list of the caller. Costs eight bytes per id.
struct IdentityTable: Sendable {
  /// Positions in the list plus one; 0 is free.
  private var slots: [UInt32] = []
  private var hashes: [UInt32] = []
  private var count = 0

  /// Records `id` at `position`. Returns the position of an earlier equal id, if any.
  mutating func insert(_ id: String, at position: Int, idAt: (Int) -> String?) -> Int? {
    if count * 2 >= slots.count { grow() }
    let hash = Self.hash(id)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let known = Int(slots[slot]) - 1
      if hashes[slot] == hash, idAt(known) == id { return known }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard let entry = UInt32(exactly: position + 1) else { return nil }
    slots[slot] = entry
    hashes[slot] = hash
    count += 1
    return nil
  }

  private mutating func grow() {
    let (oldSlots, oldHashes) = (slots, hashes)
    let size = max(64, oldSlots.count * 2)
    slots = Array(repeating: 0, count: size)
    hashes = Array(repeating: 0, count: size)
    for index in oldSlots.indices where oldSlots[index] != 0 {
      var slot = Int(oldHashes[index]) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = oldSlots[index]
      hashes[slot] = oldHashes[index]
    }
  }

  /// A hash seeded per process, so that colliding ids can't be prepared. The output doesn't depend
  /// on it.
  private static func hash(_ id: String) -> UInt32 {
    var hasher = Hasher()
    id.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
