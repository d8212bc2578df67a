/// Suggests the most similar known word for a misspelled one.
package enum Suggestion {
  /// The candidate most similar to `word`, ignoring case; nil if none is similar enough. Of equally
  /// similar candidates, the first one.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = folded(word)
    guard !typed.isEmpty, typed.count <= longest else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let known = folded(candidate)
      guard !known.isEmpty, known.count <= longest else { continue }
      let allowed = tolerance(max(typed.count, known.count))
      var distance = distance(typed, known, atMost: allowed)
      if distance > allowed {
        if isShortened(typed, of: known) {
          distance = allowed
        } else if isSwapped(typed, known) {
          distance = 1
        } else {
          continue
        }
      }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The help line with the suggestion, if any.
  package static func help(for word: String, among candidates: some Sequence<String>) -> [String] {
    nearest(to: word, among: candidates).map { ["did you mean '\($0)'?"] } ?? []
  }

  /// Whether a word is a known one with another separator or case, or with one wrong letter. A known
  /// word of fewer than five letters has other words one letter away.
  package static func isMisspelled(_ word: String, from known: String) -> Bool {
    func letters(_ word: String) -> [Unicode.Scalar] {
      folded(word).filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
    let (typed, letters) = (letters(word), letters(known))
    if typed == letters { return true }
    return letters.count >= 5 && distance(typed, letters, atMost: 1) <= 1
  }

  private static let longest = 64

  private static func folded(_ word: String) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for scalar in word.unicodeScalars {
      result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      if result.count > longest { break }
    }
    return result
  }

  private static func tolerance(_ length: Int) -> Int {
    switch length {
    case ...2: 0
    case ...5: 1
    case ...8: 2
    default: 3
    }
  }

  /// Whether one is a prefix of the other: `warn` for `warning`, which the edit distance does not
  /// cover.
  private static func isShortened(_ typed: [Unicode.Scalar], of known: [Unicode.Scalar]) -> Bool {
    min(typed.count, known.count) >= 3 && (known.starts(with: typed) || typed.starts(with: known))
  }

  /// Whether the two letters of a word are swapped. Other edits of such a short word would match
  /// most other short words.
  private static func isSwapped(_ typed: [Unicode.Scalar], _ known: [Unicode.Scalar]) -> Bool {
    typed.count == 2 && typed.elementsEqual(known.reversed())
      && typed.allSatisfy(\.properties.isAlphabetic)
  }

  /// The edit distance, with swapped neighbours as one edit; `limit` + 1 if it exceeds `limit`.
  private static func distance(
    _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int
  ) -> Int {
    if abs(left.count - right.count) > limit { return limit + 1 }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        var cost = min(last[column + 1], current[column]) + 1
        cost = min(cost, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      if current.allSatisfy({ $0 > limit }) { return limit + 1 }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
