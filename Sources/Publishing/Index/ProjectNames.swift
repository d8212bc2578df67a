import Basics
import Model

/// The names of many projects as a script searches them, a line for each in the order of the names: a
/// letter for state and mark, the number of bytes that it has in common with the name before, a space,
/// the rest of the name, and, where it says more, a tab and the title.
struct ProjectNames {
  private let projects: ArraySlice<LatestFile>

  init(_ projects: ArraySlice<LatestFile>) {
    self.projects = projects
  }

  /// The lines; without titles if they would be longer than `limit` with them, nil if they would be
  /// without.
  func text(within limit: Int) -> String? {
    [true, false].lazy.map(lines).first { $0.utf8.count <= limit }
  }

  private static let marks =
    [RunLabels.missing] + Urgency.allCases.reversed().map(\.rawValue)

  private func lines(hasTitles: Bool) -> String {
    var text: [UInt8] = []
    var before: [UInt8] = []
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
        Self.letters(title) != Self.letters(project.project)
      {
        text.append(UInt8(ascii: "\t"))
        text += Self.line(title.truncated(toClusters: RunLabels.longest)).utf8
      }
      text.append(UInt8(ascii: "\n"))
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
    // Most are as they should be, and to look at their characters takes ten times as long.
    if isLine, last != UInt8(ascii: " ") { return title }
    return title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Letters and digits alone: "Harbor core" says no more than `harbor-core`.
  private static func letters(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      // Of ASCII, by bytes: most of ten thousand names are, and characters take ten times as long.
      let kept = text.utf8.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        .filter { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      return String(decoding: Array(kept), as: UTF8.self)
    }
    return text.filter { $0.isLetter || $0.isNumber }.lowercased()
  }
}
