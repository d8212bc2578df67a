import Diagnostics
import Files
import Rendering

/// The target that an output's name implies.
enum OutputNames {
  /// ".html, .md, .txt, .json": one file name extension of each target.
  static let endings = OutputFormat.all.compactMap(\.endings.first).map { "." + $0 }
    .joined(separator: ", ")

  /// Kinds of files that other programs make, by their endings.
  static let foreign: [String: (title: String, help: String)] = [
    "eml": ("a mail", "'tidemark mail INPUT… -o nightly.eml' writes a mail"),
    "pdf": (
      "a PDF",
      "write a page and print it: chromium --headless --print-to-pdf=report.pdf report.html"
    ),
  ]

  /// The targets by the endings of their files: `page` for `html`.
  static let targets: [String: String] = {
    var names: [String: String] = [:]
    for format in OutputFormat.all {
      for ending in format.endings where ending != format.name { names[ending] = format.name }
    }
    return names
  }()

  /// The problem of a file name without a target's ending.
  static func unknownEnding(_ output: Setting) -> [Diagnostic] {
    guard let (name, ending) = parts(of: output.value), !output.value.hasSuffix("/"),
      !Folder.exists(output.value)
    else { return [] }
    if let other = foreign[ending.lowercased()] {
      return [
        Diagnostic(
          .error, "unknown-ending",
          "\(VisibleText.quoted(name)) asks for \(other.title), which 'render' does not write",
          at: output.location, help: [other.help])
      ]
    }
    return [
      Diagnostic(
        .warning, "unknown-ending", "\(VisibleText.quoted(name)) is written as a page, in HTML",
        at: output.location, help: ["'--to' names the target; known endings: \(endings)"])
    ]
  }

  /// The problem of a file name with the ending of a target that 'convert' does not write.
  static func notConverted(_ output: Setting) -> [Diagnostic] {
    guard let (name, ending) = parts(of: output.value) else { return [] }
    let title: String
    let help: String
    if let format = OutputFormat(writtenTo: output.value), format.usesTemplate {
      (title, help) = (
        format.title, "'tidemark render INPUT… -o \(VisibleText.of(name))' writes it"
      )
    } else if let other = foreign[ending.lowercased()] {
      (title, help) = other
    } else {
      return []
    }
    return [
      Diagnostic(
        .error, "unknown-ending",
        "\(VisibleText.quoted(name)) asks for \(title), which 'convert' does not write",
        at: output.location, help: [help])
    ]
  }

  /// The warning about a folder with the name of a file.
  static func folderNamedAsFile(
    _ output: Setting, _ destination: Destination, _ formats: [OutputFormat]
  ) -> [Diagnostic] {
    guard case .folder = destination, let (name, ending) = parts(of: output.value),
      targets[ending] != nil || OutputFormat.all.contains(where: { $0.endings.contains(ending) })
    else { return [] }
    let files = formats.compactMap(destination.path(of:)).map { VisibleText.quoted($0, limit: 400) }
    return [
      Diagnostic(
        .warning, "folder-named-as-file",
        "\(VisibleText.quoted(name)) is a folder here: \(files.listed()) "
          + (files.count == 1 ? "is written" : "are written"),
        at: output.location,
        help: [
          formats.count > 1
            ? "several targets need a folder, such as -o report/"
            : "a file has a name without a slash at its end, and no folder of that name is there"
        ])
    ]
  }

  /// The last component of a path, and its ending.
  private static func parts(of path: String) -> (name: String, ending: String)? {
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."),
      dot > name.startIndex
    else { return nil }
    return (String(name), String(name[name.index(after: dot)...]))
  }
}
