/// The projects of a site in groups, by the words that their folders' names begin with: `api-lint` and
/// `api-test` are in the group `api`. Words that all names begin with are part of every group's name.
struct ProjectGroups {
  /// Up to this many projects are one list.
  static let most = 30
  /// A group has this many projects or more; others stay in the list of all others.
  static let fewest = 3

  /// The group of each project that is in one.
  let groups: [String: String]

  init(_ names: [String]) {
    guard names.count > Self.most else {
      groups = [:]
      return
    }
    let words = names.map(Self.words)
    let shared = Self.shared(words)
    let keys = words.map { $0.prefix(shared + 1).joined() }
    let sizes = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    var groups: [String: String] = [:]
    for (name, key) in zip(names, keys) where sizes[key, default: 0] >= Self.fewest {
      groups[name] = key
    }
    self.groups = groups
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  /// The words of a name, each but the first with the separator in front of it.
  private static func words(_ name: String) -> [Substring] {
    var words: [Substring] = []
    var start = name.startIndex
    for index in name.utf8.indices where index > start && isSeparator(name.utf8[index]) {
      words.append(name[start..<index])
      start = index
    }
    return words + [name[start...]]
  }

  /// The number of words that all names begin with, but for the last word of each.
  private static func shared(_ names: [[Substring]]) -> Int {
    guard var common = names.first?.dropLast() else { return 0 }
    for words in names {
      let length = zip(common, words.dropLast()).prefix { $0 == $1 }.count
      common = common.prefix(length)
    }
    return common.count
  }
}
