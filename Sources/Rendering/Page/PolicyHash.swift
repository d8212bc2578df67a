internal import Diagnostics
import Synchronization
import Text

/// The hash by which a content security policy allows a style or a script: `'sha256-…'`.
enum PolicyHash {
  /// The latest hashes. Pages of a site share styles and scripts, and a digest takes ten times as
  /// long as a comparison.
  private static let known = Mutex<[(pieces: [String], hash: String)]>([])
  private static let most = 12

  static func of(_ pieces: [String]) -> String {
    let found = known.withLock { known in known.first { areSame($0.pieces, pieces) }?.hash }
    if let found { return found }
    var digest = SHA256()
    for piece in pieces { digest.update(piece) }
    let hash = "'sha256-" + Base64.encode(digest.digest()) + "'"
    known.withLock { known in
      if known.count == most { known.removeFirst() }
      known.append((pieces, hash))
    }
    return hash
  }

  /// Compares bytes, because `==` also accepts canonically equivalent texts.
  private static func areSame(_ one: [String], _ other: [String]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}
