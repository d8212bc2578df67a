import Diagnostics
import Text

/// The custom properties that a style sheet declares and uses.
struct CustomProperties {
  struct Use {
    /// The name without its two hyphens.
    var name: String
    var hasFallback: Bool
    var offset: Int
  }

  private(set) var declared: Set<String> = []
  private(set) var uses: [Use] = []
  private let file: AssetStore.File
  private let bytes: [UInt8]

  init(of file: AssetStore.File) {
    self.file = file
    bytes = Array(file.text.utf8)
    read()
  }

  /// Warnings for each `var(--…)` that no style declares and no script sets, which disables its
  /// rule.
  func undefined(among known: Set<String>, orIn scripts: [String]) -> [Diagnostic] {
    var reported: Set<String> = []
    var finder = PositionFinder(bytes)
    return uses.compactMap { use in
      guard !use.hasFallback, !known.contains(use.name), reported.insert(use.name).inserted,
        !scripts.contains(where: { $0.contains("--" + use.name) })
      else { return nil }
      let position = finder.position(at: use.offset)
      return Diagnostic(
        .warning, "undefined-variable", "undefined variable '--\(use.name)'",
        at: SourceLocation(file: file.name, line: position.line, column: position.column),
        help: Suggestion.nearest(to: use.name, among: known.sorted())
          .map { ["did you mean '--\($0)'?"] } ?? ["define it as a token of the theme"])
    }
  }

  private mutating func read() {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "/") where byte(index + 1) == UInt8(ascii: "*"):
        index += 2
        while index < bytes.count,
          bytes[index] != UInt8(ascii: "*") || byte(index + 1) != UInt8(ascii: "/")
        {
          index += 1
        }
        index += 2
      case UInt8(ascii: "\""), UInt8(ascii: "'"): index = endOfString(from: index)
      case UInt8(ascii: "-") where byte(index + 1) == UInt8(ascii: "-") && !isName(byte(index - 1)):
        index = readName(at: index)
      default: index += 1
      }
    }
  }

  private func endOfString(from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start], bytes[index] != UInt8(ascii: "\n") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index + 1
  }

  /// Reads `--name`. Returns the index after it.
  private mutating func readName(at start: Int) -> Int {
    var end = start + 2
    while isName(byte(end)) { end += 1 }
    let name = String(decoding: bytes[(start + 2)..<end], as: UTF8.self)
    var next = end
    while isSpace(byte(next)) { next += 1 }
    var before = start - 1
    while isSpace(byte(before)) { before -= 1 }
    if byte(before) == UInt8(ascii: "("), endsWithVar(before) {
      let hasFallback = byte(next) == UInt8(ascii: ",")
      uses.append(Use(name: name, hasFallback: hasFallback, offset: start))
    } else if byte(next) == UInt8(ascii: ":") || byte(before) == UInt8(ascii: "y") {
      // `--name: value` and `@property --name`.
      declared.insert(name)
    }
    return max(end, start + 2)
  }

  private func endsWithVar(_ parenthesis: Int) -> Bool {
    parenthesis >= 3
      && zip(bytes[(parenthesis - 3)..<parenthesis], "var".utf8)
        .allSatisfy { $0 | 0x20 == $1 }
  }

  private func byte(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  private func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// Converts increasing offsets to lines and columns.
private struct PositionFinder {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func position(at wanted: Int) -> (line: Int, column: Int) {
    while offset < wanted, offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if bytes[offset] & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    return (line, column)
  }
}
