import Basics
import Diagnostics
import JSON
import Preparing
import Templating

/// What need not be done when the program starts, since embedded files never change: templates are packed,
/// strings files packed, tokens resolved, icons judged, style sheets and scripts made compact.
struct Preparation {
  private var packer = TemplatePacker()
  /// The problems of the files, which are errors of the build.
  private(set) var problems: [Diagnostic] = []

  /// What was made of the files so far, in their order.
  private(set) var made: [(path: String, prepared: String)] = []
  /// The style of each theme's tokens.
  private(set) var tokenStyles: [(theme: String, css: String)] = []

  /// The words of the packed templates.
  var words: [String] { packer.words }
  var nodes: [UInt64] { packer.nodes }

  /// What is made of a file; empty when nothing is.
  mutating func prepared(_ text: String, at path: String) -> String {
    let prepared = make(of: text, at: path)
    made.append((path, prepared))
    return prepared
  }

  private mutating func make(of text: String, at path: String) -> String {
    let parts = path.split(separator: "/", maxSplits: 2).map(String.init)
    guard parts.count == 3 else { return "" }
    switch parts[0] {
    case "Templates" where parts[1] == "strings": return strings(text, path)
    case "Templates" where TemplateFile.isTemplate(parts[2]): return packed(text, path, parts[2])
    case "Themes" where parts[2] == "tokens.json": return tokens(text, path)
    case "Templates", "Themes":
      if path.hasSuffix(".svg") {
        let name = path.split(separator: "/").last?.dropLast(".svg".count)
        return name.flatMap { IconDrawing(text)?.symbol(named: String($0)) } ?? ""
      }
      if path.hasSuffix(".css") { return Compacted.style(text) }
      return path.hasSuffix(".js") ? Compacted.script(text) : ""
    default: return ""
    }
  }

  private mutating func packed(_ text: String, _ path: String, _ place: String) -> String {
    // A document with the characters of tokens is cleaned before it is parsed.
    if text.unicodeScalars.contains(where: { $0.value >= 0xF_0000 }) { return "" }
    var vocabulary = Vocabulary()
    let (template, found) = TemplateFile.read(
      text, at: place, name: place, file: path, vocabulary: &vocabulary)
    problems += found
    guard let template else { return "" }
    if let packed = packer.pack(template) { return packed }
    problems.append(
      Diagnostic(
        .error, "template-too-large",
        "a number in it is larger than a packed template has room for",
        at: SourceLocation(file: path)))
    return ""
  }

  private mutating func strings(_ text: String, _ path: String) -> String {
    let (root, found) = JSONValue.parse(text, file: path)
    problems += found
    guard let root else { return "" }
    let (packed, wrong) = LocalePacker.pack(root)
    problems += wrong
    return packed ?? ""
  }

  private mutating func tokens(_ text: String, _ path: String) -> String {
    let (root, found) = JSONValue.parse(text, file: path)
    problems += found
    guard let root else { return "" }
    let tokens = Tokens(root, problems: &problems)
    tokenStyles.append((path.split(separator: "/").map(String.init)[1], tokens.css))
    return tokens.packed
  }
}
