import Basics
internal import Diagnostics
import Synchronization

/// The hash by which a content security policy allows a style or a script: `'sha256-…'`.
enum PolicyHash {
  /// The last few: the pages of a site have the same styles and scripts, and a digest takes ten times
  /// as long as a comparison.
  private static let known = Mutex<[(bytes: [UInt8], hash: String)]>([])
  private static let most = 12

  static func of(_ text: String) -> String {
    return text.withBytes { bytes in
      let found = known.withLock { known in
        known.first { $0.bytes.withUnsafeBufferPointer { ByteSearch.areSame($0, bytes) } }?.hash
      }
      if let found { return found }
      let copy = Array(bytes)
      let hash = "'sha256-" + Base64.encode(SHA256.digest(of: copy)) + "'"
      known.withLock { known in
        if known.count == most { known.removeFirst() }
        known.append((copy, hash))
      }
      return hash
    }
  }
}
