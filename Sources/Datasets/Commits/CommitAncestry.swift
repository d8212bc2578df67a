package import Diagnostics
internal import Model
internal import Text

/// A commit and its ancestors, the newest first: the output of `git rev-list HEAD`.
package struct CommitAncestry: Sendable, Equatable {
  package static let command = "git rev-list HEAD"
  /// The size limit of the output, in bytes: six million commits.
  package static let mostBytes = 256 << 20
  /// The fewest digits that identify a commit.
  package static let leastDigits = 7
  private static let lengths = [40, 64]

  /// The digits of all hashes.
  private let digits: [UInt8]
  /// The number of digits of a hash.
  private let length: Int

  package var count: Int { digits.count / length }

  /// Reads the commits; nil with the reason if the bytes have another form.
  ///
  /// - Parameter name: The name of the file, for the reason.
  package static func read(_ bytes: [UInt8], name: String) -> (CommitAncestry?, Diagnostic?) {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count)
    var length: Int?
    var number = 0
    for line in bytes.split(separator: 0x0A) {
      number += 1
      let hash = line.last == 0x0D ? line.dropLast() : line
      guard lengths.contains(hash.count), hash.count == length ?? hash.count,
        hash.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
      else { return (nil, refusal(name, line: number)) }
      length = hash.count
      digits += hash
    }
    guard let length else { return (nil, refusal(name, line: 1)) }
    return (CommitAncestry(digits: digits, length: length), nil)
  }

  private static func refusal(_ name: String, line: Int) -> Diagnostic {
    Diagnostic(
      .error, "bad-ancestry", "not a list of commits as 'git rev-list' writes it",
      at: SourceLocation(file: VisibleText.of(name), line: line, column: 1),
      help: ["write it with: \(command)"])
  }

  /// The positions of commits in the list, by their names. A name may be the beginning of a hash.
  /// A name that is too short, absent, or the beginning of several hashes has no position.
  package func positions(of names: Set<String>) -> [String: Int] {
    var searched: [UInt64: [(name: String, digits: [UInt8])]] = [:]
    for name in names {
      let digits = Array(name.lowercased().utf8)
      guard Self.leastDigits...length ~= digits.count, Commit.isHash(name.lowercased()) else {
        continue
      }
      searched[Self.key(digits[...]), default: []].append((name, digits))
    }
    var found: [String: Int] = [:]
    var ambiguous: Set<String> = []
    for position in 0..<count {
      let hash = digits[(position * length)..<((position + 1) * length)]
      for (name, digits) in searched[Self.key(hash)] ?? [] where hash.starts(with: digits) {
        if let other = found[name] {
          // A repeated line is the same commit.
          let isSame = self.digits[(other * length)..<((other + 1) * length)].elementsEqual(hash)
          if !isSame { ambiguous.insert(name) }
        } else {
          found[name] = position
        }
      }
    }
    for name in ambiguous { found[name] = nil }
    return found
  }

  /// The first digits of a hash as a number.
  private static func key(_ digits: ArraySlice<UInt8>) -> UInt64 {
    digits.prefix(leastDigits).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
