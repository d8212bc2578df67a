import Basics

/// The hash by which a content security policy allows a style or a script: `'sha256-…'`.
enum PolicyHash {
  /// - Parameters:
  ///   - pieces: The text.
  ///   - blocks: The state after the beginning of the text, if it is known.
  static func of(_ pieces: [String], after blocks: SHA256.Midstate? = nil) -> String {
    var digest = SHA256()
    var skipped = 0
    if let blocks, blocks.length <= pieces.reduce(0, { $0 + $1.utf8.count }) {
      digest = SHA256(after: blocks)
      skipped = blocks.length
    }
    for piece in pieces {
      let start = min(skipped, piece.utf8.count)
      skipped -= start
      digest.update(Array(piece.utf8.dropFirst(start)))
    }
    return source(digest.digest())
  }

  /// What a policy says of a digest.
  static func source(_ digest: [UInt8]) -> String { "'sha256-" + Base64.encode(digest) + "'" }
}
