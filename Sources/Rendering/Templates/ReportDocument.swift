import Composing
import Diagnostics
import Markup
import Templating
import Text

/// Renders a template's document for a report: Mustache expands it with tokens, cmark parses it,
/// and each token is resolved in its context.
struct ReportDocument {
  let template: TargetTemplate
  let escaper: any Escaper
  let target: DocumentTarget
  /// The base of relative addresses; a page keeps them relative.
  let base: String?
  /// The width of a line of text.
  var columns = Int.max

  /// Writes the document and collects diagnostics. Returns false if `flush` stopped it.
  func write(
    _ root: Value, schedule: Schedule, to sink: inout ByteSink, problems: inout [Diagnostic]
  ) -> Bool {
    let tokens = DocumentTokens()
    var findings = TemplateFindings()
    let source = expand(root, tokens, &findings)
    guard !TemplateDocument.isTooCostly(source) else {
      problems.append(DocumentProblem.tooCostly(template.library.templates[template.document]))
      return true
    }
    let document = TemplateDocument(parsing: source)
    var resolver = ComponentResolver(
      tokens: tokens.all, renderer: Renderer(library: template.library, escaper: escaper),
      schedule: schedule,
      parts: target == .html ? DocumentParts(template.library, escaper, root) : nil,
      trimsBlocks: target == .markdown || target == .text)
    let found = document.findings(isBlock: resolver.isBlock)
    if !found.isEmpty {
      let locator = DocumentProblem.Locator(
        template: template.library.templates[template.document], expanded: source)
      problems += found.map {
        DocumentProblem.diagnostic($0, locatedBy: locator, tokens: tokens.all)
      }
    }
    guard !problems.contains(where: { $0.severity == .error }) else { return true }
    document.write(as: target, base: base, columns: columns, resolver: &resolver, to: &sink)
    resolver.parts?.finish(&sink)
    findings.merge(resolver.findings)
    if let parts = resolver.parts { findings.merge(parts.findings) }
    problems += findings.diagnostics(in: template.library)
    return !resolver.isStopped
  }

  /// Writes the parts of a mail: the document, or with `isBrief` the component for a run without
  /// changes, and the footer if there is one.
  func write(
    _ root: Value, as options: RenderOptions, schedule: Schedule, to sink: inout ByteSink,
    problems: inout [Diagnostic]
  ) -> Bool {
    let library = template.library
    if options.isBrief, let unchanged = library.index(of: "unchanged") {
      guard write(component: unchanged, root, schedule, to: &sink, &problems) else { return false }
    } else {
      guard write(root, schedule: schedule, to: &sink, problems: &problems) else { return false }
    }
    guard options.footer != nil, let footer = library.index(of: "footer") else { return true }
    return write(component: footer, root, schedule, to: &sink, &problems)
  }

  /// Writes a component in place of the document.
  func write(
    component index: Int, _ root: Value, _ schedule: Schedule, to sink: inout ByteSink,
    _ problems: inout [Diagnostic]
  ) -> Bool {
    var findings = TemplateFindings()
    let isWhole = Renderer(library: template.library, escaper: escaper).render(
      index, stack: [root], to: &sink, findings: &findings, schedule: schedule)
    problems += findings.diagnostics(in: template.library)
    return isWhole
  }

  /// Expands the template, with tokens for values and components.
  private func expand(
    _ root: Value, _ tokens: DocumentTokens, _ findings: inout TemplateFindings
  ) -> String {
    var renderer = Renderer(
      library: template.library, escaper: DocumentEscaper(tokens: tokens))
    renderer.replacePartial = { call, sink in
      guard let index = call.template else { return false }
      tokens.write(
        .component(name: call.name, template: index, stack: call.stack), to: &sink)
      // A standalone tag includes the line end.
      sink.write(byte: UInt8(ascii: "\n"))
      return true
    }
    var sink = ByteSink()
    renderer.render(template.document, stack: [root], to: &sink, findings: &findings)
    return sink.string
  }
}

/// Resolves a document's tokens for a target.
struct ComponentResolver: TokenResolver {
  let tokens: [DocumentToken]
  let renderer: Renderer
  let schedule: Schedule
  /// Wraps the parts of the document; nil unless the target is a page.
  fileprivate(set) var parts: DocumentParts?
  /// Whether to omit empty components and to end each block with exactly one line end.
  let trimsBlocks: Bool
  private(set) var findings = TemplateFindings()
  private(set) var isStopped = false

  init(
    tokens: [DocumentToken], renderer: Renderer, schedule: Schedule, parts: DocumentParts?,
    trimsBlocks: Bool
  ) {
    self.tokens = tokens
    self.renderer = renderer
    self.schedule = schedule
    self.parts = parts
    self.trimsBlocks = trimsBlocks
  }

  func isBlock(_ token: Int) -> Bool {
    guard tokens.indices.contains(token) else { return false }
    return switch tokens[token] {
    case .component, .value(.rich, isRaw: true): true
    case .value: false
    }
  }

  func hasContent(_ token: Int) -> Bool {
    guard trimsBlocks, case .component(_, let template, let stack) = tokens[token] else {
      return true
    }
    // Rendering stops after the first kilobytes, which prove that there is content.
    var probe = ByteSink()
    var ignored = TemplateFindings()
    var schedule = Schedule()
    schedule.flushSize = 4_096
    schedule.flush = { _ in false }
    let isWhole = renderer.render(
      template, stack: stack, to: &probe, findings: &ignored, schedule: schedule)
    return !isWhole || probe.bytes.contains { $0 > 0x20 }
  }

  func text(of token: Int) -> String {
    guard tokens.indices.contains(token), case .value(let value, _) = tokens[token] else {
      return ""
    }
    return switch value {
    case .text(let text), .title(let text), .rich(let text, _, _, _), .address(let text): text
    case .number(let number): String(number)
    default: ""
    }
  }

  mutating func writeText(_ token: Int, to sink: inout ByteSink) {
    guard tokens.indices.contains(token), case .value(let value, _) = tokens[token] else { return }
    renderer.escaper.write(value, isRaw: false, in: .text, to: &sink)
  }

  mutating func writeBlock(_ token: Int, to sink: inout ByteSink) {
    guard !isStopped, tokens.indices.contains(token) else { return }
    switch tokens[token] {
    case .value(let value, let isRaw):
      renderer.escaper.write(value, isRaw: isRaw, in: .text, to: &sink)
    case .component(_, let template, let stack):
      isStopped = !renderer.render(
        template, stack: stack, to: &sink, findings: &findings, schedule: schedule)
    }
    endBlock(&sink)
  }

  /// Ends a block with exactly one line end.
  private func endBlock(_ sink: inout ByteSink) {
    guard trimsBlocks else { return }
    while let last = sink.bytes.last, last == 0x0A || last == 0x20 { sink.bytes.removeLast() }
    sink.write(byte: 0x0A)
  }

  mutating func beginPart(_ number: Int, to sink: inout ByteSink) {
    parts?.begin(number, to: &sink)
  }

  mutating func endPart(_ number: Int, to sink: inout ByteSink) {
    parts?.end(to: &sink)
  }
}
