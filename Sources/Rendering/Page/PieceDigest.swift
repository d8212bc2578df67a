internal import Diagnostics
import Synchronization
import Text

/// The SHA-256 digest of a style or a script. A content security policy allows it by this digest,
/// and its file is named by it.
enum PieceDigest {
  /// The latest digests. Pages of a site share styles and scripts, and a digest takes ten times as
  /// long as a comparison.
  private static let known = Mutex<[(pieces: [String], digest: [UInt8])]>([])
  private static let most = 12

  static func of(_ pieces: [String]) -> [UInt8] {
    let found = known.withLock { known in known.first { areSame($0.pieces, pieces) }?.digest }
    if let found { return found }
    var hash = SHA256()
    for piece in pieces { hash.update(piece) }
    let digest = hash.digest()
    known.withLock { known in
      if known.count == most { known.removeFirst() }
      known.append((pieces, digest))
    }
    return digest
  }

  /// The source of a content security policy: `'sha256-…'`.
  static func policySource(of pieces: [String]) -> String {
    "'sha256-" + Base64.encode(of(pieces)) + "'"
  }

  /// Compares bytes, because `==` also accepts canonically equivalent texts.
  private static func areSame(_ one: [String], _ other: [String]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}
