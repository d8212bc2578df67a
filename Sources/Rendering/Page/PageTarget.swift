import Composing
import Diagnostics
import Localization
import Markup
import Model
import Preparing
import Templating
import Text

extension OutputFormat {
  package static let page = OutputFormat(
    name: "page", title: "a page", fileName: "index.html", endings: ["html", "htm"],
    mimeType: "text/html", isAttachable: true,
    templateParts: [
      AssetPart(folder: "page", name: ".html"), AssetPart(folder: "page", name: ".css"),
      AssetPart(folder: "page", name: ".js"), AssetPart(folder: "page/icons", name: ".svg"),
      AssetPart(folder: "page/icons/entries", name: ".svg"),
      AssetPart(folder: "site", name: "shell.html"), AssetPart(folder: "site", name: ".page"),
      AssetPart(folder: "site", name: ".css"), AssetPart(folder: "site", name: ".js"),
      AssetPart(folder: "site", name: ".xml"), AssetPart(folder: "site/index", name: ".css"),
      AssetPart(folder: "site/index", name: ".js"),
    ],
    themeParts: [
      AssetPart(name: "tokens.json"), AssetPart(name: "page.css"),
      AssetPart(folder: "icons", name: ".svg"),
      AssetPart(folder: "fonts", name: ".woff2", isImage: true),
    ] + Logo.names.map { AssetPart(name: $0, isImage: true) }
  ) { job, outlet in PageTarget(job).render(to: outlet).problems }
}

/// Renders a report as one self-contained page, or as a page that links its style and its script.
struct PageTarget {
  private let job: ReportRenderer
  /// The address of the folder with the linked files; nil for a self-contained page.
  private let assetFolder: String?

  /// Smaller than a slice of a long list, so that each slice is flushed without being copied.
  private static let flushSize = 1 << 17

  init(_ job: ReportRenderer, assetsIn assetFolder: String? = nil) {
    self.job = job
    self.assetFolder = assetFolder
  }

  func render(to outlet: @escaping Outlet) -> Result {
    var result = Result()
    result.problems = render(to: outlet, assets: &result.assets)
    return result
  }

  struct Result {
    /// The linked files.
    var assets: [PageAsset] = []
    var problems: [Diagnostic] = []
  }

  private func render(to outlet: @escaping Outlet, assets: inout [PageAsset]) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let template = TargetTemplate(
      job.templateName, form: OutputFormat.page.name, in: job.store,
      stringKeys: job.report.locale.stringKeys, problems: &problems)
    let theme = Theme(job.themeName, in: job.store, problems: &problems)
    guard let template, let theme else { return problems }

    let icons = IconSprite(
      template: job.templateName, theme: job.themeName, in: job.store,
      entries: Set((job.report.timeline?.entries ?? []).compactMap(\.entry.icon)),
      problems: &problems)
    let names = icons.names
    problems += IconSprite.unknown(in: job.report, known: names)
    let style = TargetStyle(
      usesHTML: true, packsWaiting: packsWaiting, foldsDetails: true,
      codeFrame: CodeFrame(reach: 3, columns: 160),
      mostKnown: 1_000, hasAside: true,
      hasList: template.library.templates.contains { $0.partialLocations["sections"] != nil },
      sideParts: template.sideParts)
    let attachments = AttachmentPlan(job.report, job.options.attachedFiles)
    let view = ReportView(
      job.report, style: style, icons: names, logo: theme.logo, recent: job.frame?.recent,
      attachments: attachments)
    let root = Value.record(ReportScope(view), 0)
    let sheets = styles(theme)
    // A site finds a font's file by the link in the shell.
    let linksFonts = assetFolder != nil && template.hasName(.fonts)
    let fonts =
      linksFonts
      ? theme.fonts : ThemeFont.embedded(theme.fonts, of: theme.name, problems: &problems)
    let fontFiles = linksFonts ? fonts.map(PageAsset.init(font:)) : []
    let rules = fonts.indices.map { index in
      fonts[index].rule(linksFonts ? fontFiles[index].name : fonts[index].dataAddress)
    }
    let sheet = StyleSheet(
      sheets, tokens: theme.tokens.css, fonts: rules.joined(), problems: &problems)
    problems += propertyProblems(theme, sheets)
    let packs = packsWaiting && ChunkScope.areAnyWaiting(of: view.listParts)
    let unused = Set(
      [(packs, Self.unpacker), (attachments.hasPictures, Self.viewer)].lazy.filter { !$0.0 }
        .map { path($0.1) })
    let scripts = paths(endingIn: ".js").filter { !unused.contains($0) }
      .compactMap(job.store.file)
    var script = PageScript(scripts, problems: &problems)
    if let frame = job.frame { script.append(frame.script) }
    let links = assetFolder.map { folder in
      link(sheet, script, fontFiles, in: folder, of: template, assets: &assets)
    }
    let favicon = Favicon(job.report, icons, theme.tokens).address
    func shell(_ style: StyleSheet, _ own: ShellElements) -> PageShell {
      PageShell(
        style: style, script: script, icons: icons.symbols, theme: theme, favicon: favicon,
        attachments: attachments, hasFonts: !fonts.isEmpty, frame: job.frame, links: links,
        own: own)
    }
    let hasOwnShell = job.store.file(path("shell.html"))?.isBuiltIn == false
    let own =
      hasOwnShell
      ? ShellElements(of: shell(sheet, ShellElements()), in: template.library, stack: [root])
      : ShellElements()
    func wrapper(_ style: StyleSheet, _ findings: inout TemplateFindings) -> TemplateWrapper? {
      TemplateWrapper(
        PageShell.name, in: template.library, PageEscaper(),
        stack: [root, .record(shell(style, own), 0)],
        reserving: links == nil ? style.length + script.length : 0,
        inTail: links == nil ? script.length : 0, findings: &findings)
    }
    // The names that a user's script makes are unknown, and a file of style is shared by pages.
    let leavesOut =
      links == nil && !packs && own.scripts.isEmpty
      && scripts.allSatisfy { $0.isBuiltIn || $0.text.isEmpty }
    var findings = TemplateFindings()
    guard let shell = wrapper(leavesOut ? StyleSheet() : sheet, &findings) else {
      problems.append(template.shellProblem(PageShell.name, of: job.templateName))
      return problems
    }
    problems += findings.diagnostics(in: template.library)
    guard !problems.contains(where: { $0.severity == .error }) else { return problems }

    var tail = shell.tail
    func begin(_ style: StyleSheet) -> Bool {
      var ignored = TemplateFindings()
      var shell = leavesOut ? wrapper(style, &ignored) ?? shell : shell
      tail = shell.tail
      var sink = ByteSink()
      shell.moveHead(to: &sink)
      return outlet(&sink)
    }
    var isBegun = false
    let packed = packs ? PackedPage(outlet) : nil
    var schedule = Schedule()
    schedule.threads = job.threads
    // Each record of the page's long lists is a chunk of messages.
    schedule.threshold = 16
    schedule.sliceLength = 4
    schedule.flushSize = Self.flushSize
    schedule.flush = { content in
      if !isBegun {
        isBegun = true
        guard begin(sheet) else { return false }
      }
      return packed?.take(&content) ?? outlet(&content)
    }
    var content = ByteSink(reserving: Self.flushSize)
    // A site stores the page at another address than the dataset's `url`.
    let base = job.frame == nil ? nil : job.report.base
    let document = ReportDocument(
      template: template, escaper: PageEscaper(base: base), target: .html, base: nil)
    guard document.write(root, schedule: schedule, to: &content, problems: &problems) else {
      return problems + (packed?.problems ?? [])
    }
    if !isBegun {
      // The whole content is known before the style is written.
      let words = PageWords(shell.head, content.bytes, shell.tail)
      guard begin(leavesOut ? sheet.used(in: words) : sheet) else { return problems }
    }
    guard packed?.take(&content) ?? outlet(&content), packed?.finish() ?? true else {
      return problems + (packed?.problems ?? [])
    }
    var end = ByteSink()
    end.write(tail)
    _ = outlet(&end)
    return problems
  }

  /// Makes the files of style and scripts, and returns their addresses.
  private func link(
    _ sheet: StyleSheet, _ script: PageScript, _ fonts: [PageAsset], in folder: String,
    of template: TargetTemplate, assets: inout [PageAsset]
  ) -> PageShell.Links {
    // A shell may know one script only.
    let isApart = template.hasName(.ownScriptAddress)
    let style = PageAsset(style: sheet)
    let page = PageAsset(script: isApart ? script.pieces : script.pieces + script.own)
    let own = isApart ? PageAsset(script: script.own) : nil
    assets = [style] + [page, own].compactMap { $0 } + fonts
    return PageShell.Links(
      style: folder + style.name, script: page.map { folder + $0.name },
      ownScript: own.map { folder + $0.name }, fonts: fonts.map { folder + $0.name })
  }

  /// The script that unpacks messages, and the script that needs them.
  private static let (unpacker, main) = ("05-unpack.js", "10-script.js")

  /// The script that enlarges pictures.
  private static let viewer = "20-viewer.js"

  /// Whether messages that wait are packed, which needs both scripts. If only one of them is a
  /// user's, they may not fit together.
  private var packsWaiting: Bool {
    guard !job.options.hasEverythingInline, let unpacker = job.store.file(path(Self.unpacker)),
      let main = job.store.file(path(Self.main))
    else { return false }
    return !main.text.isEmpty && unpacker.isBuiltIn == main.isBuiltIn
  }

  /// The template's style sheets sorted by name, then the theme's styles.
  private func styles(_ theme: Theme) -> [AssetStore.File] {
    paths(endingIn: ".css").compactMap(job.store.file) + (job.frame?.styles ?? [])
      + [theme.overrides].compactMap { $0 }
  }

  /// Diagnostics for the custom properties of a user's styles and tokens; tests cover the built-in
  /// ones.
  private func propertyProblems(_ theme: Theme, _ sheets: [AssetStore.File]) -> [Diagnostic] {
    let own = sheets.filter { !$0.isBuiltIn }
    guard !own.isEmpty || !theme.ownTokens.isEmpty else { return [] }
    let properties = sheets.map(CustomProperties.init)
    var known = Set(theme.tokens.light.map(\.name))
    for sheet in properties { known.formUnion(sheet.declared) }
    // Scripts set some variables: `setProperty('--width', …)`.
    let scripts = paths(endingIn: ".js").compactMap(job.store.file).map(\.text)
    return own.map(CustomProperties.init).flatMap { $0.undefined(among: known, orIn: scripts) }
      + theme.unusedTokens(in: properties)
  }

  /// The files of the template's page folder, sorted by name.
  private func paths(endingIn ending: String) -> [String] {
    job.store.paths(under: path("")).filter { $0.hasSuffix(ending) }
  }

  private func path(_ name: String) -> String { "Templates/\(job.templateName)/page/\(name)" }
}
