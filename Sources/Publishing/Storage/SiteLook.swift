package import Diagnostics
package import Files
import JSON

/// The template and the theme that a site remembers, so that a call without them renders the same
/// pages. A call with others replaces them.
package struct SiteLook: Sendable, Equatable {
  package var template: String?
  package var theme: String?

  package init(template: String? = nil, theme: String? = nil) {
    self.template = template
    self.theme = theme
  }

  static let fileName = "look.json"
  private static let longest = 400

  /// The look of the site in a folder, and its problems. A site without the file has none.
  package static func read(in site: String) throws(FileError) -> (SiteLook, [Diagnostic]) {
    let staging = Staging(root: site)
    let bytes = staging.read(fileName, .index)
    try staging.check()
    guard let bytes else { return (SiteLook(), []) }
    if let look = SiteLook(bytes) { return (look, []) }
    return (
      SiteLook(),
      [
        Diagnostic(
          .warning, "damaged-look",
          "'\(path(in: site))' is damaged: the pages have the built-in template and theme",
          help: ["name both with --template and --theme, and the site remembers them"])
      ]
    )
  }

  package static func path(in site: String) -> String {
    site.hasSuffix("/") ? site + fileName : site + "/" + fileName
  }

  /// Whether a site can remember a value: a name, or a path below the working folder.
  package static func canRemember(_ value: String) -> Bool {
    guard !value.isEmpty, value.utf8.count <= longest, !value.hasPrefix("/"),
      value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return false }
    return !value.split(separator: "/").contains("..")
  }

  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.member("template", template)
      writer.member("theme", theme)
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Nil if the file is damaged, or has a value that a site can't remember.
  init?(_ bytes: [UInt8]) {
    guard let root = JSONValue.parse(bytes, file: Self.fileName).0, root["version"]?.count == 1
    else { return nil }
    for (key, value) in [("template", root["template"]), ("theme", root["theme"])] {
      guard let value else { continue }
      guard let text = value.string, Self.canRemember(text) else { return nil }
      if key == "template" { template = text } else { theme = text }
    }
  }
}
