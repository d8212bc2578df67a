package import Basics
package import Diagnostics
import Model
package import Templating

/// Renders what a site has beside its reports: the parts of a template's `site/` folder, in the
/// style and with the tokens of the reports.
package struct SiteRenderer: Sendable {
  private let library: TemplateLibrary
  private let locale: Locale
  private let style: StyleSheet
  private let script: PageScript
  private let icons: String
  private let theme: Theme
  /// For the pages of reports, which have the rest of the style already.
  private let additions: [AssetStore.File]

  /// Of the page's own style, what a page without a report needs.
  private static let sharedSheets = ["10-base"]

  /// - Parameter names: what the site's own records know, beside the names of reports.
  package init?(
    template: String, theme: String, in store: AssetStore, locale: Locale, names: [String],
    problems: inout [Diagnostic]
  ) {
    let folder = "Templates/\(template)/site/"
    var vocabulary = Vocabulary(
      Field.allCases.map(\.rawValue) + locale.stringKeys + names)
    var templates: [Template] = []
    for path in store.paths(under: folder) {
      let isShell = path == folder + "shell.html"
      guard isShell || path.hasSuffix(".page"), let file = store.file(path) else { continue }
      let name = isShell ? PageShell.name : String(path.dropFirst(folder.count).dropLast(5))
      let (read, found) = Template.parse(
        file.text, name: name, file: file.name, vocabulary: &vocabulary)
      problems += found
      guard let read else { continue }
      let (placed, wrong) = isShell ? PageShell.contexts(read) : ComponentContext.assign(read)
      problems += wrong
      if let placed { templates.append(placed) }
    }
    guard let theme = Theme(theme, in: store, problems: &problems) else { return nil }
    library = TemplateLibrary(templates, vocabulary: vocabulary)
    problems += library.findings.diagnostics(in: library)
    self.locale = locale
    additions = store.paths(under: folder).filter { $0.hasSuffix(".css") }
      .compactMap(store.file)
    let shared = Self.sharedSheets.compactMap {
      store.file("Templates/\(template)/page/\($0).css")
    }
    style = StyleSheet(
      shared + additions + [theme.overrides].compactMap { $0 }, tokens: theme.tokens.css,
      problems: &problems)
    script = PageScript(
      store.paths(under: folder).filter { $0.hasSuffix(".js") }.compactMap(store.file),
      problems: &problems)
    icons =
      IconSprite.make(
        template: template, theme: theme.name, in: store,
        only: Set(Urgency.allCases.map(\.rawValue)), problems: &problems
      ).symbols
    self.theme = theme
    guard library.place(of: PageShell.name) != nil else {
      problems.append(
        Diagnostic(.error, "no-shell", "template '\(template)' has no site/shell.html"))
      return nil
    }
    if problems.contains(where: { $0.severity == .error }) { return nil }
  }

  /// A part of a page: the site's template of this name, of a record; blank when there is none.
  package func part(_ name: String, _ data: Value) -> String {
    Renderer(library: library, escaper: PageEscaper())
      .render(name, stack: [.record(SiteGround(locale), 0), data])?.0 ?? ""
  }

  /// A whole page around a part.
  package func page(_ name: String, _ data: Value) -> [UInt8] {
    let shell = PageShell(style: style, script: script, icons: icons, theme: theme)
    let stack = [.record(SiteGround(locale), 0), data, Value.record(shell, 0)]
    guard
      let (frame, _) = Renderer(library: library, escaper: PageEscaper())
        .render(PageShell.name, stack: stack),
      let (head, tail) = PageTarget.split(frame)
    else { return [] }
    return Array((head + part(name, data) + tail).utf8)
  }

  /// What a report's page is given.
  package func frame(above: String, below: String) -> PageFrame {
    PageFrame(above: above, below: below, styles: additions, script: script.text)
  }
}

/// What every page of a site knows: its language and the words of it.
private final class SiteGround: Scope {
  private let locale: Locale
  private let strings: StringsScope

  init(_ locale: Locale) {
    self.locale = locale
    strings = StringsScope(locale, Signs())
  }

  func value(_ name: Name, at index: Int) -> Value {
    switch Field(name) {
    case .strings: .record(strings, 0)
    case .language: .text(locale.tag)
    case .direction: .text(locale.isRightToLeft ? "rtl" : "ltr")
    default: .missing
    }
  }
}
