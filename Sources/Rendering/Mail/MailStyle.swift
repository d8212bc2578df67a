import Diagnostics
import Preparing

/// The style of a mail: the rules of the template's `mail/inline*.css`, which are written into the
/// elements, and one additional style sheet.
///
/// It contains only files of the template and the theme, never values of a dataset.
struct MailStyle: Sendable {
  private let rules: [MailRule]
  /// The class names used by the style sheet. Other classes are not written.
  private let usedClasses: Set<String>
  /// The content of `<style>`: the dark scheme of the rules, then the template's other sheets.
  let sheet: String

  init(
    template: String, in store: AssetStore, tokens: Tokens, isRightToLeft: Bool,
    problems: inout [Diagnostic]
  ) {
    let folder = "Templates/\(template)/mail/"
    let paths = store.paths(under: folder).filter { $0.hasSuffix(".css") }
    let inline = paths.filter { $0.hasPrefix(folder + "inline") }
    var light = MailSheet(tokens, isDark: false, isRightToLeft: isRightToLeft)
    var dark = MailSheet(tokens, isDark: true, isRightToLeft: isRightToLeft)
    var rules: [MailRule] = []
    var sheet = ""
    var darkRules: [MailRule] = []
    for file in inline.compactMap(store.file) {
      rules += light.rules(of: file, problems: &problems)
      // The file's problems were reported for the light scheme.
      var ignored: [Diagnostic] = []
      darkRules += dark.rules(of: file, problems: &ignored)
    }
    if !tokens.dark.isEmpty { sheet = Self.dark(rules, darkRules) }
    for path in paths where !inline.contains(path) {
      guard let file = store.file(path) else { continue }
      sheet += light.text(of: file, problems: &problems)
    }
    self.sheet = sheet
    usedClasses = Self.classes(in: sheet)
    // Sorted by specificity, as in CSS.
    self.rules = rules.enumerated().sorted {
      ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset)
    }.map(\.element)
  }

  func usesClass(_ name: String) -> Bool { usedClasses.contains(name) }

  /// The background of a cell that is a box (has padding). It is also written as an attribute, for
  /// older mail programs.
  func boxGround(for classes: [String]) -> String? {
    let found = settled("td", classes)
    guard found.contains(where: { $0.property == "padding" }) else { return nil }
    return found.first { $0.property == "background-color" }?.value
  }

  /// The declarations for an element with these classes, as the value of a style attribute.
  func declarations(for element: String, _ classes: [String]) -> String {
    let found = settled(element, classes)
    let size = found.first { $0.property == "font-size" }?.value
    return found.map { declaration in
      // Word increases a line height that differs from the font size, unless it must be exact.
      let isLine = declaration.property == "line-height" && declaration.value != size
      let prefix = isLine ? "mso-line-height-rule:exactly;" : ""
      return "\(prefix)\(declaration.property):\(declaration.value)"
    }.joined(separator: ";")
  }

  /// One declaration for each property, from the most specific rule.
  private func settled(_ element: String, _ classes: [String]) -> [MailRule.Declaration] {
    var found: [MailRule.Declaration] = []
    for rule in rules where rule.applies(to: element, classes) {
      for declaration in rule.declarations {
        found.removeAll { $0.property == declaration.property }
        found.append(declaration)
      }
    }
    return found
  }

  // MARK: - The dark scheme

  /// The declarations that differ in the dark scheme, for programs with media queries and for
  /// Outlook's own selectors.
  private static func dark(_ light: [MailRule], _ dark: [MailRule]) -> String {
    var scheme = Rules()
    var outlook = Rules()
    for (old, new) in zip(light, dark) {
      let changed = zip(old.declarations, new.declarations)
        .filter { $0.value != $1.value }.map(\.1)
      scheme.add(new.selector, changed)
      outlook.add("[data-ogsc] \(new.selector)", changed.filter { $0.property == "color" })
      outlook.add(
        "[data-ogsb] \(new.selector)", changed.filter { $0.property == "background-color" })
    }
    return scheme.text.isEmpty
      ? "" : "@media (prefers-color-scheme:dark){\(scheme.text)}" + outlook.text
  }

  /// Collects rules as text. Merges adjacent ones with equal declarations.
  private struct Rules {
    private var written = ""
    private var selectors: [String] = []
    private var body = ""

    var text: String {
      selectors.isEmpty ? written : written + selectors.joined(separator: ",") + body
    }

    mutating func add(_ selector: String, _ declarations: [MailRule.Declaration]) {
      guard !declarations.isEmpty else { return }
      let properties = declarations.map { "\($0.property):\($0.value)!important" }
      let body = "{" + properties.joined(separator: ";") + "}"
      if body != self.body {
        written = text
        (selectors, self.body) = ([], body)
      }
      selectors.append(selector)
    }
  }

  private static func classes(in sheet: String) -> Set<String> {
    var names: Set<String> = []
    for piece in sheet.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .dropFirst()
    {
      names.insert(String(decoding: piece.prefix { $0.isNameByte && $0 != 0x2E }, as: UTF8.self))
    }
    return names
  }
}

/// A rule of `mail/inline*.css`: an element, classes, or both.
struct MailRule: Sendable {
  struct Declaration: Sendable {
    var property: String
    var value: String
  }

  let element: String?
  let classes: [String]
  let declarations: [Declaration]

  /// Parses a selector; nil if it is not of this form.
  init?(selector: Substring, _ declarations: [Declaration]) {
    let parts = selector.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy({ $0.utf8.allSatisfy { $0.isNameByte && $0 != UInt8(ascii: ":") } }),
      let first = parts.first,
      parts.count > 1 || !first.isEmpty, !parts.dropFirst().contains("")
    else { return nil }
    element = first.isEmpty ? nil : first
    classes = Array(parts.dropFirst())
    self.declarations = declarations
  }

  var selector: String { (element ?? "") + classes.map { "." + $0 }.joined() }
  var weight: Int { classes.count * 2 + (element == nil ? 0 : 1) }

  func applies(to name: String, _ others: [String]) -> Bool {
    if let element, element != name { return false }
    return classes.allSatisfy(others.contains)
  }
}
