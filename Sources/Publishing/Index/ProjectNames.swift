import Model
import Text

/// The names of many projects for the search of the page's script, one sorted line per project: a
/// letter for state and mark, the number of bytes shared with the name before, a space and the rest
/// of the name. If the title adds to the name, a tab and the title follow.
struct ProjectNames {
  private let projects: ArraySlice<LatestFile>

  init(_ projects: ArraySlice<LatestFile>) {
    self.projects = projects
  }

  /// The lines. Omits the titles if the text would exceed `limit` bytes; nil if it still exceeds
  /// the limit.
  func text(within limit: Int) -> String? {
    lines(hasTitles: true, within: limit) ?? lines(hasTitles: false, within: limit)
  }

  private static let marks =
    [RunLabels.missing] + Urgency.allCases.reversed().map(\.rawValue)

  private func lines(hasTitles: Bool, within limit: Int) -> String? {
    var text: [UInt8] = []
    var before: [UInt8] = []
    text.reserveCapacity(12 * projects.count)
    for project in projects {
      let name = Array(project.project.utf8)
      let state = LatestFile.State.allCases.firstIndex(of: project.state) ?? 0
      let mark = Self.marks.firstIndex(of: RunLabels.mark(project.run)) ?? 0
      let shared = zip(before, name).prefix { $0 == $1 }.count
      text.append(UInt8(ascii: "a") + UInt8(state * Self.marks.count + mark))
      text += String(shared).utf8
      text.append(UInt8(ascii: " "))
      text += name[shared...]
      if hasTitles, let title = project.title, title != project.project,
        !Self.haveSameLetters(title, project.project)
      {
        text.append(UInt8(ascii: "\t"))
        text += Self.line(title.truncated(toClusters: RunLabels.longest)).utf8
      }
      text.append(UInt8(ascii: "\n"))
      if text.count > limit { return nil }
      before = name
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A title in one line, with single spaces.
  private static func line(_ title: String) -> String {
    var last = UInt8(ascii: " ")
    let isLine = title.utf8.allSatisfy { byte in
      defer { last = byte }
      return 0x21...0x7E ~= byte || byte == UInt8(ascii: " ") && last != byte
    }
    // Most titles need no change, and reading their characters takes ten times as long.
    if isLine, last != UInt8(ascii: " ") { return title }
    return title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether two texts have the same letters and digits, such as "Harbor core" and `harbor-core`.
  private static func haveSameLetters(_ title: String, _ name: String) -> Bool {
    if title.utf8.allSatisfy({ $0 < 0x80 }), name.utf8.allSatisfy({ $0 < 0x80 }) {
      // Most names are ASCII: comparing their bytes is ten times as fast as their characters.
      return letters(title.utf8).elementsEqual(letters(name.utf8))
    }
    return letters(title) == letters(name)
  }

  private static func letters(_ text: String) -> String {
    text.filter { $0.isLetter || $0.isNumber }.lowercased()
  }

  private static func letters(_ bytes: String.UTF8View) -> some Sequence<UInt8> {
    bytes.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      .filter { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }
}
