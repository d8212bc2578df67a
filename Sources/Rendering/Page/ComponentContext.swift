package import Diagnostics
package import Templating

/// Works out where in HTML each value of a component stands, so that it is escaped for that place,
/// and refuses components in which no escaping would help.
///
/// The judgement holds for whatever the data is: a section may be rendered never, once or often, so
/// it must end in the place it began in, and a partial is judged by itself, so it may stand between
/// elements only.
package struct ComponentContext {
  /// What a file may do beyond a component.
  package struct Rights {
    /// Names whose values the program makes itself; they may stand in styles, scripts and
    /// attributes as they are.
    var finished: Set<String>
    /// A whole document with `<!doctype>`, `<style>` and `<script>`.
    var isDocument: Bool
    /// A mail, whose style attributes the program writes.
    var isMail = false
    /// Names whose values are images that the program has written into the page: the one thing that
    /// its policy lets an element show.
    static let images: Set<String> = ["logo"]

    package static let component = Rights(finished: [], isDocument: false)
    package static let mailComponent = Rights(finished: [], isDocument: false, isMail: true)

    package static func document(finished: Set<String>) -> Rights {
      Rights(finished: finished, isDocument: true)
    }
  }

  /// The template with the context of each tag; nil when something is wrong with it, and then
  /// everything that is.
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
    return (template, [])
  }

  struct Problem {
    var offset: Int
    var id: String
    var summary: String
    var help: String
  }

  private struct Opening {
    var kind: Node.Kind
    var name: String
    /// Where the section began, to compare with where it ends.
    var place: HTMLPlace
    /// Where the text goes on if the section is never rendered.
    var after: HTMLPlace
  }

  let rights: Rights
  var place = HTMLPlace()
  var problems = HTMLProblems()
  /// Whether the tag is a `<meta>` with `http-equiv`, and where its content has a value.
  var givesOrders = false
  var orderedValue: Int?
  /// Where in the tag an address stands that the page's policy keeps the browser from fetching.
  var blockedAddress: Int?
  private var open: [Opening] = []

  private init(rights: Rights) {
    self.rights = rights
  }

  private mutating func judge(_ piece: TemplatePiece, at offset: Int) -> TagContext {
    switch piece {
    case .text(let text): read(text)
    case .variable(let name, let isRaw): return judgeValue(name, isRaw: isRaw, at: offset)
    case .partial(let name):
      if place.state != .text { refuse("the partial", name, at: offset) }
    case .enter(let kind, let name): enter(kind, name, at: offset)
    case .leave: leave(at: offset)
    }
    return .text
  }

  private mutating func refuse(_ what: String, _ name: String, at offset: Int) {
    problems.add(
      "partial-place", at: offset,
      "\(what) \(VisibleText.quoted(name)) stands in \(place.description)",
      help: "move it between elements")
  }

  private mutating func enter(_ kind: Node.Kind, _ name: String, at offset: Int) {
    let outer = place
    let isGiven = kind == .block && open.last?.kind == .parent
    switch kind {
    case .parent:
      if place.state != .text { refuse("the parent", name, at: offset) }
      place = HTMLPlace()
    case .block:
      if !isGiven, place.state != .text { refuse("the block", name, at: offset) }
      place = HTMLPlace()
    default: enterSection(name, at: offset)
    }
    var after = kind == .block || kind == .parent ? outer : place
    if after.address == .uncertain { after.address = .fixed }
    open.append(Opening(kind: kind, name: name, place: place, after: after))
  }

  private mutating func enterSection(_ name: String, at offset: Int) {
    switch place.state {
    case .text, .titleText, .betweenAttributes, .attributeEnd: break
    case .tagName where !place.isEndTag, .attributeName: place.state = .attributeEnd
    case .afterName: place.state = .betweenAttributes
    case .doubleQuoted:
      if place.address == .empty { place.address = .uncertain }
    default:
      problems.add(
        "section-place", at: offset,
        "the section \(VisibleText.quoted(name)) begins in \(place.description)",
        help: "let it begin between elements, between attributes or in a double-quoted attribute")
    }
  }

  private mutating func leave(at offset: Int) {
    guard let opening = open.popLast() else { return }
    var end = place
    switch end.state {
    case .attributeName: end.state = .attributeEnd
    case .afterName: end.state = .betweenAttributes
    default: break
    }
    place = opening.after
    if opening.kind == .parent { return }
    let begin = opening.place
    guard begin.isSame(as: end) else {
      let noun = opening.kind == .block ? "block" : "section"
      problems.add(
        "section-place", at: offset,
        "the \(noun) \(VisibleText.quoted(opening.name)) begins in \(begin.description)"
          + " and ends in \(end.description)",
        help: "let it end in the same place, so that the page is whole with and without it")
      return
    }
    guard opening.kind != .block else { return }
    // What is next must be right after the section and where there is none.
    if end.state == .attributeEnd { place.state = .attributeEnd }
    if end.address != begin.address { place.address = .fixed }
  }

  private mutating func finish() {
    guard place.state != .text else { return }
    let isElement = place.state.isInsideElement
    problems.add(
      "unterminated-tag", at: place.tagStart,
      isElement
        ? "the element \(VisibleText.quoted(String(decoding: place.element, as: UTF8.self)))"
          + " is not closed"
        : "the file ends in \(place.description)",
      help: isElement ? "close it in the same file" : "end what begins here")
  }
}

/// What is wrong with one component.
struct HTMLProblems {
  private static let limit = 1_000
  private var problems: [ComponentContext.Problem] = []
  private var omitted = 0
  private var offsets: Set<Int> = []

  var isEmpty: Bool { problems.isEmpty }

  /// One problem at a place is enough: what follows from it is told by the first.
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
    let told = problems.sorted { $0.offset < $1.offset }.map {
      Diagnostic(
        .error, $0.id, $0.summary, at: finder.location(at: $0.offset), help: [$0.help])
    }
    return omitted == 0 ? told : told + [.more(omitted, in: finder.file)]
  }
}
