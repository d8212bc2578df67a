package import Diagnostics
package import Templating

/// Determines the HTML context of each value in a component, so that it can be escaped, and rejects
/// components for which that is impossible.
///
/// The result is independent of the data: a section may be rendered any number of times, so it must
/// end in the context in which it began. A partial is checked on its own, so it is allowed between
/// elements only.
package struct ComponentContext {
  /// The permissions of a file beyond those of a component.
  package struct Rights {
    /// Names with values made by the program, which are allowed unescaped in styles, scripts and
    /// attributes.
    var finished: Set<String>
    /// Whether it is a complete document with `<!doctype>`, `<style>` and `<script>`.
    var isDocument: Bool
    /// Whether it is a mail. The program writes the style attributes of mails.
    var isMail = false
    /// Names of addresses that a page loads: images embedded in it, the only ones that its policy
    /// allows, and its script, which is before the policy.
    static let loaded: Set<String> = [
      "logo", "image", "video", "scriptAddress", "ownScriptAddress",
    ]

    package static let component = Rights(finished: [], isDocument: false)
    package static let mailComponent = Rights(finished: [], isDocument: false, isMail: true)

    package static func document(finished: Set<String>) -> Rights {
      Rights(finished: finished, isDocument: true)
    }
  }

  /// The template with the context of each tag, nil if it has errors, and all diagnostics.
  package static func assign(
    _ template: Template, rights: Rights = .component
  ) -> (Template?, [Diagnostic]) {
    var context = ComponentContext(rights: rights)
    var template = template
    template.assignContexts { piece, offset in context.judge(piece, at: offset) }
    context.finish()
    guard context.problems.isEmpty else {
      return (nil, context.problems.diagnostics(template.locationFinder()))
    }
    return (template, context.warnings(template.locationFinder()))
  }

  private mutating func warnings(_ finder: LocationFinder) -> [Diagnostic] {
    var finder = finder
    return elements.findings().prefix(Self.mostWarnings).map {
      Diagnostic(
        .warning, "unclosed-element", $0.summary, at: finder.location(at: $0.offset),
        help: [$0.help])
    }
  }

  private static let mostWarnings = 100

  struct Problem {
    var offset: Int
    var id: String
    var summary: String
    var help: String
  }

  private struct Opening {
    var kind: Node.Kind
    var name: String
    /// The position where the section began, to compare with its end.
    var position: HTMLPosition
    /// The position after the section if it is not rendered.
    var after: HTMLPosition
    var isBetweenElements: Bool
  }

  let rights: Rights
  var position = HTMLPosition()
  var problems = HTMLProblems()
  /// Whether the tag is a `<meta>` with `http-equiv`, and the offset of a value in its content.
  var isHTTPEquiv = false
  var httpEquivValue: Int?
  /// The values in a `<style>` or `<script>`, and whether it also has text.
  var rawValues: [Int] = []
  var hasRawText = false
  /// The offset in the tag of an address that the page's policy blocks.
  var blockedAddress: Int?
  /// The open elements.
  var elements = ElementReview()
  /// Whether the tag ends with '/>'.
  var isClosed = false
  private var open: [Opening] = []

  private init(rights: Rights) {
    self.rights = rights
  }

  private mutating func judge(_ piece: TemplatePiece, at offset: Int) -> TagContext {
    switch piece {
    case .text(let text): read(text)
    case .variable(let name, let isRaw): return judgeValue(name, isRaw: isRaw, at: offset)
    case .partial(let name):
      if position.state != .text { refuse("the partial", name, at: offset) }
    case .enter(let kind, let name): enter(kind, name, at: offset)
    case .leave: leave(at: offset)
    }
    return .text
  }

  private mutating func refuse(_ what: String, _ name: String, at offset: Int) {
    problems.add(
      "partial-place", at: offset,
      "\(what) \(VisibleText.quoted(name)) is in \(position.description)",
      help: "move it between elements")
  }

  private mutating func enter(_ kind: Node.Kind, _ name: String, at offset: Int) {
    let outer = position
    if outer.state == .text { elements.enterSection() }
    let isGiven = kind == .block && open.last?.kind == .parent
    switch kind {
    case .parent:
      if position.state != .text { refuse("the parent", name, at: offset) }
      position = HTMLPosition()
    case .block:
      if !isGiven, position.state != .text { refuse("the block", name, at: offset) }
      position = HTMLPosition()
    default: enterSection(name, at: offset)
    }
    var after = kind == .block || kind == .parent ? outer : position
    if after.address == .uncertain { after.address = .fixed }
    open.append(
      Opening(
        kind: kind, name: name, position: position, after: after,
        isBetweenElements: outer.state == .text))
  }

  private mutating func enterSection(_ name: String, at offset: Int) {
    switch position.state {
    case .text, .titleText, .betweenAttributes, .attributeEnd: break
    case .tagName where !position.isEndTag, .attributeName: position.state = .attributeEnd
    case .afterName: position.state = .betweenAttributes
    case .doubleQuoted:
      if position.address == .empty { position.address = .uncertain }
    default:
      problems.add(
        "section-place", at: offset,
        "the section \(VisibleText.quoted(name)) begins in \(position.description)",
        help: "begin it between elements, between attributes or in a double-quoted attribute")
    }
  }

  private mutating func leave(at offset: Int) {
    guard let opening = open.popLast() else { return }
    if opening.isBetweenElements { elements.leaveSection() }
    var end = position
    switch end.state {
    case .attributeName: end.state = .attributeEnd
    case .afterName: end.state = .betweenAttributes
    default: break
    }
    position = opening.after
    if opening.kind == .parent { return }
    let begin = opening.position
    guard begin.isSame(as: end) else {
      let noun = opening.kind == .block ? "block" : "section"
      problems.add(
        "section-place", at: offset,
        "the \(noun) \(VisibleText.quoted(opening.name)) begins in \(begin.description)"
          + " and ends in \(end.description)",
        help: "end it in the same place, so that the page is whole with and without it")
      return
    }
    guard opening.kind != .block else { return }
    // The following text must be valid after the section and without it.
    if end.state == .attributeEnd { position.state = .attributeEnd }
    if end.address != begin.address { position.address = .fixed }
  }

  private mutating func finish() {
    guard position.state != .text else { return }
    let isElement = position.state.isInsideElement
    problems.add(
      "unterminated-tag", at: position.tagStart,
      isElement
        ? "the element \(VisibleText.quoted(String(decoding: position.element, as: UTF8.self)))"
          + " is not closed"
        : "the file ends in \(position.description)",
      help: isElement ? "close it in the same file" : "end what begins here")
  }
}

/// The problems of one component.
struct HTMLProblems {
  private static let limit = 1_000
  private var problems: [ComponentContext.Problem] = []
  private var omitted = 0
  private var offsets: Set<Int> = []

  var isEmpty: Bool { problems.isEmpty }

  /// Adds a problem, at most one per position, because others would be consequences of the first.
  mutating func add(_ id: String, at offset: Int, _ summary: String, help: String) {
    guard problems.count < Self.limit else {
      omitted += 1
      return
    }
    guard offsets.insert(offset).inserted else { return }
    problems.append(
      ComponentContext.Problem(offset: offset, id: id, summary: summary, help: help))
  }

  func diagnostics(_ finder: LocationFinder) -> [Diagnostic] {
    var finder = finder
    let reported = problems.sorted { $0.offset < $1.offset }.map {
      Diagnostic(
        .error, $0.id, $0.summary, at: finder.location(at: $0.offset), help: [$0.help])
    }
    return omitted == 0 ? reported : reported + [.more(omitted, in: finder.file)]
  }
}
