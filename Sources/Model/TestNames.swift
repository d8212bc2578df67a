/// The fingerprints of tests while a report is in memory. Datasets and the files of runs store only
/// digests (`TestDigests`); a site's memory of tests has each name once.
package struct TestNames: Sendable {
  /// The limits for tests and bytes. Tests beyond them have only digests.
  private static let (mostTests, mostBytes) = (100_000, 8 << 20)

  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  package init() {}

  package mutating func insert(_ fingerprint: some Collection<UInt8>) {
    guard ends.count < Self.mostTests, bytes.count + fingerprint.count <= Self.mostBytes else {
      return
    }
    bytes += fingerprint
    ends.append(bytes.count)
  }

  package mutating func insert(_ other: TestNames) {
    if ends.isEmpty {
      self = other
      return
    }
    var start = 0
    for end in other.ends {
      insert(other.bytes[start..<end])
      start = end
    }
  }

  /// The known fingerprints.
  package var all: some Sequence<String> {
    ends.indices.lazy.map { index in
      let start = index == 0 ? 0 : ends[index - 1]
      return String(decoding: bytes[start..<ends[index]], as: UTF8.self)
    }
  }

  /// The known fingerprints of these digests.
  package func fingerprints(of digests: Set<UInt64>) -> [UInt64: String] {
    var found: [UInt64: String] = [:]
    if digests.isEmpty { return found }
    var start = 0
    for end in ends {
      let fingerprint = String(decoding: bytes[start..<end], as: UTF8.self)
      let digest = TestDigests.digest(of: fingerprint)
      if digests.contains(digest) { found[digest] = fingerprint }
      start = end
    }
    return found
  }
}
