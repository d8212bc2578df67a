/// Groups a site's projects by the first words of their folder names: `api-lint` and `api-test` are
/// in the group `api`. First words that all names share are part of every group's name.
struct ProjectGroups {
  /// Up to this many projects are one list.
  static let most = 30
  /// The smallest number of projects in a group. All other projects are listed together.
  static let fewest = 3

  /// The group of each project; a project without a group is absent.
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

  /// The words of a name. Every word except the first includes the separator before it.
  private static func words(_ name: String) -> [Substring] {
    var words: [Substring] = []
    var start = name.startIndex
    for index in name.utf8.indices where index > start && isSeparator(name.utf8[index]) {
      words.append(name[start..<index])
      start = index
    }
    return words + [name[start...]]
  }

  /// The number of first words that all names share, without the last word of each name.
  private static func shared(_ names: [[Substring]]) -> Int {
    guard var common = names.first?.dropLast() else { return 0 }
    for words in names {
      let length = zip(common, words.dropLast()).prefix { $0 == $1 }.count
      common = common.prefix(length)
    }
    return common.count
  }
}
