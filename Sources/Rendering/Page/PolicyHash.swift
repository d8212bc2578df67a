import Basics
internal import Diagnostics
import Synchronization

/// The hash by which a content security policy allows a style or a script: `'sha256-…'`.
enum PolicyHash {
  /// The last few: the pages of a site have the same styles and scripts, and a digest takes ten times
  /// as long as a comparison.
  private static let known = Mutex<[(pieces: [String], hash: String)]>([])
  private static let most = 12

  /// - Parameters:
  ///   - pieces: The text.
  ///   - blocks: The state after the beginning of the text, if it is known.
  static func of(_ pieces: [String], after blocks: SHA256.Midstate? = nil) -> String {
    let found = known.withLock { known in known.first { areSame($0.pieces, pieces) }?.hash }
    if let found { return found }
    var digest = SHA256()
    var skipped = 0
    if let blocks, blocks.length <= pieces.reduce(0, { $0 + $1.utf8.count }) {
      digest = SHA256(after: blocks)
      skipped = blocks.length
    }
    for piece in pieces {
      let start = min(skipped, piece.utf8.count)
      skipped -= start
      piece.withBytes { bytes in
        digest.update(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start...])))
      }
    }
    let hash = source(digest.digest())
    known.withLock { known in
      if known.count == most { known.removeFirst() }
      known.append((pieces, hash))
    }
    return hash
  }

  /// By bytes: equal texts may be spelled differently.
  private static func areSame(_ one: [String], _ other: [String]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).allSatisfy { one, other in
      one.withBytes { one in other.withBytes { ByteSearch.areSame(one, $0) } }
    }
  }

  /// What a policy says of a digest.
  static func source(_ digest: [UInt8]) -> String { "'sha256-" + Base64.encode(digest) + "'" }
}
