import Diagnostics
package import Time

/// Builds the file name of an attachment.
package enum AttachmentName {
  private static let longest = 60

  /// `Nightly-build-2026-11-20.html`: the report's title, the day and the extension.
  package static func of(_ title: String, on day: CivilDate, ending: String) -> String {
    var words: [String] = []
    var word = ""
    for scalar in title.unicodeScalars {
      if isKept(scalar) {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
    }
    words.append(word)
    var name = words.filter { !$0.isEmpty }.joined(separator: "-")
    name = String(name.prefix(longest))
    // One grapheme cluster may consist of many scalars.
    if name.unicodeScalars.count > longest * 2 {
      name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(longest * 2)))
    }
    while let last = name.last, "-._".contains(last) { name.removeLast() }
    while let first = name.first, "-._".contains(first) { name.removeFirst() }
    let dated = name.isEmpty ? day.machineTime : "\(name)-\(day.machineTime)"
    return "\(dated).\(ending)"
  }

  /// Whether the scalar is kept: visible letters, digits and marks of any script, and those
  /// characters that every file system accepts.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return Mailbox.isAtom(UInt8(truncatingIfNeeded: scalar.value))
        && !"!#$%&'*/=?^`{|}~".unicodeScalars.contains(scalar) || scalar == "."
    }
    if HiddenCharacters.contains(scalar) { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }
}
