import Basics
internal import Diagnostics
import Synchronization

/// The hash by which a content security policy allows a style or a script: `'sha256-…'`.
enum PolicyHash {
  /// The last few: the pages of a site have the same styles and scripts, and a digest takes ten times
  /// as long as a comparison.
  private static let known = Mutex<[(text: String, hash: String)]>([])
  private static let most = 12

  /// - Parameter blocks: The state after the beginning of the text, if it is known.
  static func of(_ text: String, after blocks: SHA256.Midstate? = nil) -> String {
    return text.withBytes { bytes in
      let found = known.withLock { known in
        // By bytes: equal texts may be spelled differently.
        known.first { $0.text.withBytes { ByteSearch.areSame($0, bytes) } }?.hash
      }
      if let found { return found }
      var digest = SHA256()
      var rest = bytes[...]
      if let blocks, blocks.length <= bytes.count {
        digest = SHA256(after: blocks)
        rest = bytes[blocks.length...]
      }
      digest.update(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest)))
      let hash = source(digest.digest())
      known.withLock { known in
        if known.count == most { known.removeFirst() }
        known.append((text, hash))
      }
      return hash
    }
  }

  /// What a policy says of a digest.
  static func source(_ digest: [UInt8]) -> String { "'sha256-" + Base64.encode(digest) + "'" }
}
