internal import Diagnostics

extension CodeOwners {
  /// The limits of a file; sizes are in bytes. GitHub accepts files of up to 3 MB.
  static let mostPatterns = 50_000
  static let mostSections = 100
  static let longestLine = 8_192
  static let mostBytes = 3 << 20

  /// Parses a file. Reports and skips invalid lines.
  ///
  /// - Parameter report: Receives the number of an invalid line, from 1, and the mistake.
  init(_ bytes: [UInt8], room: Int = CodeOwners.mostSteps, _ report: (Int, String) -> Void) {
    self.init(room: room)
    var names: [String: Int] = [:]
    var section = 0
    var count = 0
    for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      if line.count > Self.longestLine {
        report(index + 1, "the line is longer than \(Self.longestLine) bytes")
        continue
      }
      var reader = OwnersLine(String(decoding: line, as: UTF8.self))
      guard !reader.isEmpty else { continue }
      if let header = reader.header() {
        guard let owners = reader.owners() else {
          report(index + 1, reader.mistake)
          continue
        }
        let name = header.lowercased()
        if let known = names[name] {
          section = known
          if !owners.isEmpty { setDefaults(owners, of: known) }
        } else if sections.count <= Self.mostSections {
          section = addSection(owners)
          names[name] = section
        } else {
          report(
            index + 1, "there are more than \(Self.mostSections) sections; the rest is not read")
          return
        }
        continue
      }
      let isException = reader.skip("!")
      guard let pattern = OwnersPattern(reader.pattern()) else {
        report(index + 1, "the pattern names no file")
        continue
      }
      guard let owners = reader.owners() else {
        report(index + 1, reader.mistake)
        continue
      }
      count += 1
      guard count <= Self.mostPatterns else {
        report(index + 1, "there are more than \(Self.mostPatterns) patterns; the rest is not read")
        return
      }
      if isException {
        except(pattern, from: section)
      } else {
        add(pattern, owners, to: section)
      }
    }
  }
}

/// Reads the parts of a line.
private struct OwnersLine {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  /// The reason why `owners` returned nil.
  private(set) var mistake = ""

  init(_ line: String) {
    scalars = Array(line.unicodeScalars)
    skipSpaces()
  }

  /// Whether nothing or only a comment is left.
  var isEmpty: Bool { position == scalars.count || scalars[position] == "#" }

  private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\u{FEFF}"
  }

  private mutating func skipSpaces() {
    while position < scalars.count, isSpace(scalars[position]) { position += 1 }
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard position < scalars.count, scalars[position] == scalar else { return false }
    position += 1
    return true
  }

  /// The name of a section: `[Name]`, `^[Name]` or `[Name][2]`; nil for a pattern.
  mutating func header() -> String? {
    let start = position
    _ = skip("^")
    guard let name = bracketed() else {
      position = start
      return nil
    }
    _ = bracketed()
    guard position == scalars.count || isSpace(scalars[position]) || scalars[position] == "@" else {
      position = start
      return nil
    }
    return name
  }

  private mutating func bracketed() -> String? {
    guard position < scalars.count, scalars[position] == "[",
      let end = scalars[position...].firstIndex(of: "]"), end > position + 1
    else { return nil }
    defer { position = end + 1 }
    return text(position + 1..<end)
  }

  /// The pattern, up to the first space without a backslash.
  mutating func pattern() -> [OwnersPattern.Token] {
    var tokens: [OwnersPattern.Token] = []
    while position < scalars.count, !isSpace(scalars[position]) {
      var token = OwnersPattern.Token(scalar: scalars[position])
      if token.scalar == "\\", position + 1 < scalars.count {
        position += 1
        token = OwnersPattern.Token(scalar: scalars[position], isEscaped: true)
      }
      tokens.append(token)
      position += 1
    }
    return tokens
  }

  /// The owners, up to the end or a comment. Returns nil if one of them is not an owner: `@name`,
  /// `@org/team`, `@@role` or an address.
  mutating func owners() -> [String]? {
    var owners: [String] = []
    while true {
      skipSpaces()
      guard !isEmpty else { return owners }
      let start = position
      while position < scalars.count, !isSpace(scalars[position]) { position += 1 }
      let owner = text(start..<position)
      guard owner.utf8.count > 1, owner.utf8.contains(UInt8(ascii: "@")), !owner.hasSuffix("@")
      else {
        mistake = "\(VisibleText.quoted(owner)) is no owner"
        return nil
      }
      if !owners.contains(owner), owners.count < Self.mostOwners { owners.append(owner) }
    }
  }

  private static let mostOwners = 64

  private func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range])
    return String(text)
  }
}
