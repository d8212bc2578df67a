internal import Basics

/// A document of another format in a report of lines.
enum ForeignDocument {
  /// Whether a document in XML or JSON begins with a line.
  static func begins(with line: String) -> Bool {
    switch line.utf8.first {
    case UInt8(ascii: "<"):
      guard let next = line.utf8.dropFirst().first else { return false }
      return (SourceLine.isLetter(next) || next == UInt8(ascii: "?")) && line.utf8.contains(0x3E)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let rest = PlainText.trimmedLine(line[...].dropFirst())
      return rest.isEmpty || rest.utf8.first == UInt8(ascii: "{")
    default: return false
    }
  }
}
