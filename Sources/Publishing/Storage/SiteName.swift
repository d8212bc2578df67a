package import Diagnostics

/// A name of a project or a run: valid as a folder and in an address.
package enum SiteName {
  package static let longest = 100

  /// The error of a name; nil when it is valid.
  package static func problem(_ name: String, _ what: String, option: String) -> Diagnostic? {
    guard let reason = reason(name) else { return nil }
    let better = suggestion(for: name)
    var help = [
      "a name is letters from A to Z, digits, '-', '_' and '.', and begins with a letter or digit"
    ]
    if !better.isEmpty, better != name { help.insert("try '\(option) \(better)'", at: 0) }
    return Diagnostic(
      .error, "bad-name", "\(VisibleText.quoted(name)) can't be the name of a \(what): \(reason)",
      help: help)
  }

  /// Whether a project or a run can have the name.
  static func isValid(_ name: String) -> Bool { reason(name) == nil }

  private static func reason(_ name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > longest { return "it is longer than \(longest) letters" }
    if !name.utf8.allSatisfy(isAllowed), let wrong = name.first(where: { !isAllowed($0) }) {
      return "\(VisibleText.quoted(String(wrong))) is not allowed in a name"
    }
    if let first = name.utf8.first, !isAlphanumeric(first) {
      return "it does not begin with a letter or digit"
    }
    if name.hasSuffix(".") { return "it ends in a period" }
    let stem = name.utf8.prefix { $0 != UInt8(ascii: ".") }
    // Only short names can be a device's, and only names with a period the site's own files.
    if stem.count <= longestDevice, devices.contains(String(Substring(stem)).lowercased()) {
      return "it is reserved"
    }
    if stem.count < name.utf8.count, isOwnFile(name) { return "it is reserved" }
    return nil
  }

  private static func isAllowed(_ letter: Character) -> Bool {
    guard let byte = letter.utf8.first, letter.utf8.count == 1 else { return false }
    return isAllowed(byte)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ".")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
  }

  /// Names that some file systems reserve.
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })
  private static let longestDevice = 4
  /// The site's own files.
  private static let own: Set<String> = [
    "index.html", "404.html", "sitemap.xml", SiteLook.fileName,
  ]

  /// Whether the name belongs to one of the site's own files.
  static func isOwnFile(_ name: String) -> Bool {
    own.contains(name.lowercased()) || SiteMap.isPart(name) || IndexPages.Page.isFile(name)
  }

  private static func suggestion(for name: String) -> String {
    var result = ""
    for letter in name {
      if isAllowed(letter), letter != "." {
        result.append(letter)
      } else if let last = result.last, last != "-" {
        result.append("-")
      }
    }
    while let last = result.last, last == "-" { result.removeLast() }
    result = String(result.drop { $0 == "-" || $0 == "_" }.prefix(longest))
    return reason(result) == nil ? result : ""
  }

  package static func twins(_ name: String, _ twin: String, _ what: String) -> Diagnostic {
    Diagnostic(
      .error, "bad-name",
      "the \(what) '\(name)' and '\(twin)' differ only in capitals",
      help: ["write it as '\(twin)', or choose another name"])
  }

  /// Returns the first other name that differs only in case, which some file systems ignore.
  package static func twin(of name: String, among names: [String]) -> String? {
    func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    return names.first { other in
      other.utf8.count == name.utf8.count && other != name
        && zip(other.utf8, name.utf8).allSatisfy { folded($0) == folded($1) }
    }
  }
}
