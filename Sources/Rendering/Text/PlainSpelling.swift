/// Replaces non-ASCII punctuation of the interface by ASCII. Never applied to values.
enum PlainSpelling {
  static func of(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xA0, 0x2000...0x200A, 0x202F, 0x3000: plain += " "
      case 0xB7, 0x2010...0x2015, 0x2022, 0x2212: plain += "-"
      case 0xAB, 0xBB, 0x201C...0x201F: plain += "\""
      case 0x2018...0x201B: plain += "'"
      case 0x2026: plain += "..."
      case 0xFF5E: plain += "~"
      case 0x2066...0x2069, 0x200E, 0x200F: break
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }
}
