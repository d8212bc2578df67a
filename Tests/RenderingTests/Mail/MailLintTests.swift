import Composing
import Datasets
import Formats
import Foundation
import JSON
import Model
import TestSupport
import Testing

@testable import Rendering

/// Mails use only elements, attributes, properties and values that all mail programs support, in
/// every example, theme and width.
@Suite struct MailLintTests {
  private static let elements: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "div", "table", "tr", "td", "p", "h1", "h2",
    "h3", "h4", "h5", "h6", "span", "b", "strong", "em", "a", "br", "hr", "ul", "ol", "li",
    "blockquote", "code",
  ]
  private static let attributes: Set<String> = [
    "lang", "dir", "charset", "name", "content", "class", "style", "role", "width", "height",
    "cellpadding", "cellspacing", "border", "bgcolor", "align", "valign", "colspan", "rowspan",
    "href",
    "title",
    "start",
  ]
  private static let properties: Set<String> = [
    "margin", "padding", "padding-left", "padding-right", "color", "background-color",
    "font-family", "font-size", "font-weight", "line-height", "mso-line-height-rule", "text-align",
    "text-decoration", "border", "border-top", "border-bottom", "border-left", "border-right",
    "border-left-width", "border-right-width", "border-width", "border-color", "border-collapse",
    "width", "max-width", "word-break",
    // Ignored where not supported.
    "border-radius",
  ]
  /// The properties that hide the preheader; nothing else may be hidden.
  private static let hiding: Set<String> = ["display", "mso-hide", "max-height", "overflow"]

  static let examples = ["nightly", "incident", "quiet", "release", "rtl", "single"]
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func example(_ name: String) throws -> Report {
    let folder = root.appending(path: "Examples/\(name)")
    let file = try #require(
      ["\(name).json", "\(name).json5"].map { folder.appending(path: $0) }
        .first { FileManager.default.fileExists(atPath: $0.path) })
    var merger = InputMerger()
    merger.read(
      file: name, from: ByteSource(bytes: Array(try Data(contentsOf: file))))
    let night = try #require(merger.finish().0)
    return try report(night, baseline: before, locale: night.locale ?? "en")
  }

  private static let before = dataset([message(.error, "Gone")])

  @Test(.enabled(if: FuzzScale.isThorough), arguments: examples, ["horizon", "plain", "contrast"])
  func mailsUseWidelySupportedMarkupOnly(example: String, theme: String) throws {
    for width in [ScreenWidth.regular, .compact] {
      var options = RenderOptions()
      options.screenWidth = width
      let mail = try render(
        try Self.example(example), to: .mail, theme: theme, options: options)
      #expect(mail.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
      #expect(mail.utf8.count <= 80 << 10)
      for tag in try MailReader.tags(of: mail) where tag.kind != .end { Self.check(tag) }
      try Self.checkSheet(of: mail)
    }
  }

  private static func check(_ tag: PageReader.Tag) {
    #expect(elements.contains(tag.name), "\(tag.line)")
    for (name, value) in tag.attributes {
      #expect(attributes.contains(name), "\(tag.line)")
      if name == "href" { #expect(value.contains(":"), "\(tag.line)") }
    }
    if tag.name == "table" { #expect(tag["role"] == "presentation", "\(tag.line)") }
    guard let style = tag["style"] else { return }
    let declarations = MailReader.declarations(style)
    let isHidden = declarations.first.map { $0 == ("display", "none") } ?? false
    for (property, value) in declarations {
      let isButton = tag.name == "a" && property == "display" && value == "block"
      let isKnown =
        properties.contains(property) || isButton || isHidden && hiding.contains(property)
      #expect(isKnown, "\(property) in \(tag.line)")
      check(value, tag.line)
    }
    let names = Set(declarations.map(\.property))
    #expect(names.count == declarations.count, "\(tag.line)")
    // Outlook supports padding on cells only; lists work without it.
    if names.contains("padding") {
      #expect(["td", "body", "ul", "ol"].contains(tag.name), "\(tag.line)")
      if tag.name == "td",
        let ground = declarations.first(where: { $0.property == "background-color" })
      {
        #expect(tag["bgcolor"] == ground.value, "\(tag.line)")
      }
    }
    // Text on a background must set its own colour.
    let isThin = declarations.contains { $0 == ("font-size", "1px") }
    if names.contains("background-color"), !isThin {
      #expect(names.contains("color"), "\(tag.line)")
    }
    if names.contains("max-width") { #expect(tag["width"] != nil, "\(tag.line)") }
  }

  private static func check(_ value: String, _ place: String) {
    for word in ["var(", "calc(", "url(", "rgb", "hsl", "rem", "em ", "vw", "inline", "!", "\\"] {
      #expect(!value.contains(word), "\(value) in \(place)")
    }
    for colour in value.matches(of: /#([0-9A-Za-z]*)/) {
      #expect(colour.output.1.count == 6, "\(value) in \(place)")
    }
  }

  private static func checkSheet(of mail: String) throws {
    let sheet = try MailReader.sheet(of: mail)
    #expect(sheet.utf8.count < 16 << 10)
    #expect(!sheet.contains("var(") && !sheet.contains("url(") && !sheet.contains("inline"))
    var depth = 0
    for character in sheet {
      if character == "{" { depth += 1 } else if character == "}" { depth -= 1 }
      #expect(character != "@" || depth == 0, "an at-rule stands in another")
    }
    #expect(depth == 0)
  }

  @Test func fixedWidthFontsSurviveOutlook() throws {
    let mail = try render(
      try report(dataset([message(.error, "a", text: "```\nx  y\n```\n\n> quote")])), to: .mail)
    let outlook = try #require(mail.firstMatch(of: /<!--\[if mso\]><style>([^<]*)/)).output.1
    #expect(!outlook.contains("!important") && outlook.contains("td,"))
    #expect(!outlook.contains("code") && !outlook.contains("span") && !outlook.contains("a,"))
    let tags = try MailReader.tags(of: mail)
    let code = try #require(
      tags.first { $0.name == "td" && $0["style"]?.contains("monospace") == true })
    let declarations = MailReader.declarations(code["style"] ?? "")
    #expect(
      declarations.contains { $0.property == "font-family" && $0.value.hasPrefix("Consolas") })
    #expect(declarations.contains { $0.property == "padding" && $0.value != "0" })
    #expect(code["bgcolor"]?.count == 7 && code["dir"] == "ltr")
    let quote = try #require(tags.first { $0.name == "blockquote" && $0.kind == .start })
    #expect(
      quote["style"]?.contains("padding") == false && quote["style"]?.contains("border") == false)
  }

  @Test(arguments: examples)
  func mailsAreCompleteWithoutTheirStyleSheet(example: String) throws {
    let mail = try render(try Self.example(example), to: .mail)
    let tags = try MailReader.tags(of: mail)
    // Without the style sheet everything is visible except what is hidden on narrow screens.
    for tag in tags where tag.kind == .start && ["td", "table"].contains(tag.name) {
      guard let words = tag["class"]?.split(separator: " ") else { continue }
      if words != ["extra"] { #expect(tag["style"] != nil, "\(tag.line)") }
    }
    let sheet = try MailReader.sheet(of: mail)
    let hidden = sheet.matches(of: /([^{}]*)\{display:none/).map { String($0.output.1) }
    #expect(hidden == [".extra"])
  }
}
