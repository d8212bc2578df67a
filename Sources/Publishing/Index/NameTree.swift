/// Sorts many names into folders by prefix, so that no folder lists more than a page can show. A
/// folder has every name with its prefix, so that its address has the same meaning in each run.
struct NameTree {
  /// The most names of a folder that is not divided.
  static let most = 200
  /// The most subfolders of a folder, unless its names have more first letters.
  static let widest = 100
  /// If names are divided at words, the least average number of names in a folder.
  static let fewest = 25

  /// A folder, or a single name.
  struct Folder {
    /// The prefix of its names, in lower case.
    var prefix: String
    /// The range of its names in the sorted names.
    var names: Range<Int>
    /// Empty when it is not divided.
    var folders: [Folder] = []
  }

  /// Sorted without regard to case, because the file names of the pages are in lower case.
  let names: [String]
  /// The indices of the sorted names in the given list.
  let order: [Int]
  private let folded: [[UInt8]]
  private(set) var root = Folder(prefix: "", names: 0..<0)

  init(_ names: [String]) {
    let all = names.map { $0.utf8.map(Self.folded) }
    let order = names.indices.sorted { all[$0].lexicographicallyPrecedes(all[$1]) }
    self.names = order.map { names[$0] }
    folded = order.map { all[$0] }
    self.order = order
    root = Folder(prefix: "", names: order.indices, folders: folders(in: order.indices))
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  /// Neighbouring names with the same prefix.
  private struct Part {
    var names: Range<Int>
    var prefix: ArraySlice<UInt8>
  }

  /// Divides names into folders. Replaces the largest folders by their subfolders, up to `widest`.
  private func folders(in range: Range<Int>) -> [Folder] {
    guard range.count > Self.most else { return [] }
    var parts = divided(range)
    var isWhole: Set<Int> = []
    while let place = parts.indices.filter({ !isWhole.contains(parts[$0].names.lowerBound) })
      .max(by: { parts[$0].names.count < parts[$1].names.count }),
      parts[place].names.count > Self.most
    {
      let inner = divided(parts[place].names)
      if inner.count > 1, parts.count + inner.count - 1 <= Self.widest {
        parts.replaceSubrange(place...place, with: inner)
      } else {
        isWhole.insert(parts[place].names.lowerBound)
      }
    }
    // Names that differ only in case can't be divided.
    guard parts.count > 1 else { return [] }
    return parts.map { part in
      Folder(
        prefix: String(decoding: part.prefix, as: UTF8.self), names: part.names,
        folders: folders(in: part.names))
    }
  }

  /// Divides sorted names by their next word if that yields few and large folders, else by their
  /// next letter.
  private func divided(_ range: Range<Int>) -> [Part] {
    let shared = shared(in: range)
    let words = parts(of: range) { word(of: $0, at: shared) }
    if words.count > 1, words.count <= Self.widest, words.count * Self.fewest <= range.count {
      return words
    }
    return parts(of: range) { $0.prefix(shared + 1) }
  }

  /// The length in bytes of the common prefix of all names in a range.
  private func shared(in range: Range<Int>) -> Int {
    guard let first = range.first, let last = range.last else { return 0 }
    return zip(folded[first], folded[last]).prefix { $0 == $1 }.count
  }

  /// A name up to the end of the word at an offset, including the separator after the word.
  private func word(of name: [UInt8], at offset: Int) -> ArraySlice<UInt8> {
    let end = name[min(offset, name.count)...].firstIndex(where: Self.isSeparator)
    return end.map { name[...$0] } ?? name[...]
  }

  private func parts(of range: Range<Int>, by key: ([UInt8]) -> ArraySlice<UInt8>) -> [Part] {
    var parts: [Part] = []
    for index in range {
      let prefix = key(folded[index])
      if let last = parts.indices.last, parts[last].prefix.elementsEqual(prefix) {
        parts[last].names = parts[last].names.lowerBound..<(index + 1)
      } else {
        parts.append(Part(names: index..<(index + 1), prefix: prefix))
      }
    }
    return parts
  }
}
