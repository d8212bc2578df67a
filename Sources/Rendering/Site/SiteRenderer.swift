package import Composing
package import Diagnostics
package import Localization
import Model
import Preparing
package import Templating
internal import Text

/// Renders a site's own pages and parts from a template's `site/` folder, with the style and tokens
/// of the reports.
package struct SiteRenderer: Sendable {
  private let library: TemplateLibrary
  private let locale: Locale
  private let style: StyleSheet
  private let script: PageScript
  /// The style and the script of the page of tests.
  private let testsStyle: StyleSheet
  private let testsScript: PageScript
  /// Whether the shell is a user's.
  private let hasOwnShell: Bool
  private let icons: [String]
  private let theme: Theme
  /// The style sheets to add to the pages of reports.
  private let additions: [AssetStore.File]
  /// The indices of the templates that differ from the built-in ones.
  private let own: Set<Int>

  /// The style sheets of a report's page that other pages need, too.
  private static let sharedSheets = ["10-base", "65-trend"]

  /// Takes the renderer from the store's cache, or creates it. Nil if there are errors.
  ///
  /// - Parameters:
  ///   - locale: A locale of the store.
  ///   - names: The names of the site's records, in addition to those of reports.
  ///   - hasIndex: Whether it also has the styles and the script for pages of many projects.
  package init?(
    template: String, theme: String, in store: AssetStore, locale: Locale, names: [String],
    hasIndex: Bool = false, problems: inout [Diagnostic]
  ) {
    let key = Reading.Key(
      template: template, theme: theme, language: locale.tag, names: names, hasIndex: hasIndex)
    let reading = store.sites.reading(key) {
      var found: [Diagnostic] = []
      let renderer = Self(reading: key, in: store, locale: locale, problems: &found)
      return Reading(renderer: renderer, problems: found)
    }
    problems += reading.problems
    guard let renderer = reading.renderer else { return nil }
    self = renderer
  }

  struct Reading: Sendable {
    struct Key: Hashable {
      var template: String
      var theme: String
      var language: String
      var names: [String]
      var hasIndex: Bool
    }

    var renderer: SiteRenderer?
    var problems: [Diagnostic]
  }

  private init?(
    reading key: Reading.Key, in store: AssetStore, locale: Locale, problems: inout [Diagnostic]
  ) {
    let template = key.template
    let folder = "Templates/\(template)/site/"
    let index = folder + "index/"
    var reader = TemplateReader(SiteVocabulary.words(with: key.names, locale))
    let root = "Templates/\(template)/"
    let trend = "Templates/\(template)/components/\(Self.trend).page"
    for path in store.paths(under: folder) + [trend] {
      let isShell = path == folder + "shell.html"
      let isXML = path.hasSuffix(".xml")
      guard isShell || isXML || path.hasSuffix(".page") else { continue }
      let part = path == trend ? Self.trend + ".page" : String(path.dropFirst(folder.count))
      let name = isShell ? PageShell.name : isXML ? part : String(part.dropLast(5))
      reader.addTemplate(path, below: root, as: name, of: store, &problems)
    }
    hasOwnShell = store.file(folder + "shell.html")?.isBuiltIn == false
    guard let theme = Theme(key.theme, in: store, problems: &problems) else { return nil }
    library = TemplateLibrary(reader.templates, vocabulary: reader.vocabulary)
    problems += library.findings.diagnostics(in: library)
    own = reader.own
    if !reader.own.isEmpty { problems += Self.names(library, locale).diagnostics(in: reader.own) }
    self.locale = locale
    let tests = folder + "tests/"
    let files = store.paths(under: folder).filter {
      (key.hasIndex || !$0.hasPrefix(index)) && !$0.hasPrefix(tests)
    }
    additions = files.filter { $0.hasSuffix(".css") }.compactMap(store.file)
    let shared = Self.sharedSheets.compactMap {
      store.file("Templates/\(template)/page/\($0).css")
    }
    let overrides = [theme.overrides].compactMap { $0 }
    style = StyleSheet(
      shared + additions + overrides, tokens: theme.tokens.css, problems: &problems)
    let scripts = files.filter { $0.hasSuffix(".js") }.compactMap(store.file)
    script = PageScript(scripts, problems: &problems)
    let ofTests = store.paths(under: tests).compactMap(store.file)
    var found: [Diagnostic] = []
    testsStyle = StyleSheet(
      shared + additions + ofTests.filter { $0.name.hasSuffix(".css") } + overrides,
      tokens: theme.tokens.css, problems: &found)
    testsScript = PageScript(
      scripts + ofTests.filter { $0.name.hasSuffix(".js") }, problems: &found)
    for problem in found where !problems.contains(problem) { problems.append(problem) }
    icons =
      IconSprite(
        template: template, theme: theme.name, in: store,
        only: Set(Urgency.allCases.map(\.rawValue)), problems: &problems
      ).symbols
    self.theme = theme
    if let shell = library.index(of: PageShell.name) {
      let template = library.templates[shell]
      if !template.hasName(Field.content.rawValue), !template.includesReplaced {
        problems.append(TargetTemplate.noContent(in: template.file))
      }
    } else {
      problems.append(
        Diagnostic(.error, "no-shell", "template '\(template)' has no site/shell.html"))
    }
    if problems.contains(where: { $0.severity == .error }) { return nil }
  }

  /// A warning for each of the user's files that no page of a site includes.
  package var unusedFiles: [Diagnostic] {
    if own.isEmpty { return [] }
    let reached = Self.names(library, locale).reached
    return own.sorted().filter { !reached.contains($0) && !library.templates[$0].isEmpty }
      .map { index in
        let template = library.templates[index]
        return Diagnostic(
          .warning, "component-not-shown", "no page of a site shows '\(template.name)'",
          at: SourceLocation(file: template.file, line: 1, column: 1),
          help: Suggestion.help(
            for: template.name, among: library.templateNames.filter { $0 != template.name })
            + ["include it with '{{> \(template.name)}}', or remove the file"])
      }
  }

  private static func names(_ library: TemplateLibrary, _ locale: Locale) -> NameReview {
    var review = NameReview(library, SiteKinds.kinds(stringKeys: locale.stringKeys))
    for part in SiteKinds.parts { review.read(part, in: SiteKinds.stack(of: part)) }
    review.read(PageShell.name, in: SiteKinds.shellStack)
    return review
  }

  /// Renders a part of a page by the site's template of this name; empty when there is none.
  package func part(_ name: String, _ data: Value) -> String {
    Renderer(library: library, escaper: PageEscaper())
      .render(name, stack: [.record(SiteGround(locale), 0), data])?.0 ?? ""
  }

  /// The component of a report's page that draws a trend.
  static let trend = "trend-charts"

  /// Renders a trend as in a report.
  ///
  /// - Parameters:
  ///   - runs: The address of the folder of all runs, with a slash at the end.
  ///   - archive: The address of the archive.
  package func trend(_ trend: Trend, runs: String, archive: String) -> String {
    let scope = TrendScope(trend, locale, TargetStyle(), runs: runs, archive: archive)
    return part(Self.trend, .record(scope, 0))
  }

  /// Renders an XML file by the site's template `NAME.xml`.
  package func xml(_ name: String, _ data: Value) -> [UInt8] {
    guard let index = library.index(of: name + ".xml") else { return [] }
    var sink = ByteSink()
    var findings = TemplateFindings()
    Renderer(library: library, escaper: XMLEscaper())
      .render(
        index, stack: [.record(SiteGround(locale), 0), data], to: &sink, findings: &findings)
    return sink.bytes
  }

  /// Renders a whole page around a part.
  package func page(_ name: String, _ data: Value) -> [UInt8] {
    page(name, data) { own in
      PageShell(style: style, script: script, icons: icons, theme: theme, own: own)
    }
  }

  /// Renders the page of a project's tests, whose script loads further scripts. It links its style
  /// and its script.
  ///
  /// - Parameter folder: The address of the folder of the linked files, with a slash at the end.
  /// - Returns: The linked files, which must exist before the page. A user's shell may link none.
  package func testsPage(
    _ data: Value, assetsIn folder: String
  ) -> (bytes: [UInt8], assets: [PageAsset]) {
    let sheet = PageAsset(style: testsStyle)
    let assets = [PageAsset(script: testsScript.pieces), PageAsset(script: testsScript.own)]
    let links = PageShell.Links(
      style: folder + sheet.name, script: assets[0].map { folder + $0.name },
      ownScript: assets[1].map { folder + $0.name })
    let bytes = page("tests", data) { own in
      PageShell(
        style: testsStyle, script: testsScript, icons: icons, theme: theme, links: links,
        loadsScripts: true, own: own)
    }
    return (bytes, [sheet] + assets.compactMap { $0 })
  }

  private func page(
    _ name: String, _ data: Value, _ makeShell: (ShellElements) -> PageShell
  ) -> [UInt8] {
    let ground = [.record(SiteGround(locale), 0), data]
    var shell = makeShell(ShellElements())
    if hasOwnShell { shell = makeShell(ShellElements(of: shell, in: library, stack: ground)) }
    let stack = ground + [Value.record(shell, 0)]
    var findings = TemplateFindings()
    let wrapper = TemplateWrapper(
      PageShell.name, in: library, PageEscaper(), stack: stack, findings: &findings)
    guard let wrapper else { return [] }
    var sink = ByteSink()
    sink.write(wrapper.head)
    if let index = library.index(of: name) {
      Renderer(library: library, escaper: PageEscaper())
        .render(
          index, stack: [.record(SiteGround(locale), 0), data], to: &sink, findings: &findings)
    }
    sink.write(wrapper.tail)
    return sink.bytes
  }

  /// The frame of a report's page.
  package func frame(above: String, below: String, recent: String = "") -> PageFrame {
    PageFrame(
      above: above, below: below, recent: recent, styles: additions, script: script)
  }
}

/// The names of every page of a site: its language and its strings.
private final class SiteGround: Scope {
  private let locale: Locale
  private let strings: StringsScope

  init(_ locale: Locale) {
    self.locale = locale
    strings = StringsScope(locale, TargetStyle())
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
