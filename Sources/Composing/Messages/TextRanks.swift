internal import Text

/// Ranks texts as numbers, so that each text is folded once instead of once a comparison.
struct TextRanks {
  /// nil for an empty text.
  private let ranks: [Int64?]

  init(_ texts: [String]) {
    var keys: [(key: NaturalOrder.Key, position: Int)] = []
    keys.reserveCapacity(texts.count)
    for position in texts.indices where !texts[position].isEmpty {
      keys.append((NaturalOrder.Key(texts[position]), position))
    }
    keys.sort { $0.key < $1.key }
    var ranks = [Int64?](repeating: nil, count: texts.count)
    var rank: Int64 = 0
    for index in keys.indices {
      if index > 0, keys[index - 1].key != keys[index].key { rank += 1 }
      ranks[keys[index].position] = rank
    }
    self.ranks = ranks
  }

  func column(isDescending: Bool) -> [Int64] {
    ranks.map { rank in
      guard let rank else { return SortValue.missing }
      return SortValue.of(rank, isDescending: isDescending)
    }
  }
}
