internal import Diagnostics

/// Matches opening and closing tags.
struct TagMatching {
  private let source: [UInt8]
  private(set) var tokens: [TemplateToken]
  private(set) var problems: TemplateProblems
  /// The indices in `tokens` of the open tags, limited by `nestingLimit`.
  private var open: [Int] = []

  init(_ lexer: TemplateLexer, source: [UInt8]) {
    self.source = source
    tokens = lexer.tokens
    problems = lexer.problems
    match()
  }

  private mutating func match() {
    for index in tokens.indices {
      if tokens[index].kind == .close { closeTag(index) }
      tokens[index].isInsideParent = open.last.map { tokens[$0].kind == .parent } ?? false
      if tokens[index].kind.opens {
        guard open.count < Template.nestingLimit else {
          problems.add(
            "nesting-too-deep", at: tokens[index].start,
            "sections are nested more than \(Template.nestingLimit) levels deep",
            help: ["move the inner ones into a partial"])
          return
        }
        open.append(index)
      }
    }
    for index in open { reportUnclosed(index) }
  }

  private mutating func closeTag(_ index: Int) {
    guard let position = open.lastIndex(where: { isSame($0, index) }) else {
      reportStray(index)
      // A mistyped name closes the innermost tag, so that it is not reported twice.
      if !open.isEmpty { open.removeLast() }
      return
    }
    for unclosed in open[(position + 1)...] { reportUnclosed(unclosed) }
    let opener = open[position]
    tokens[opener].partner = index
    tokens[index].partner = opener
    open.removeSubrange(position...)
  }

  private func isSame(_ left: Int, _ right: Int) -> Bool {
    tokens[left].isDynamic == tokens[right].isDynamic
      && name(left).elementsEqual(name(right))
  }

  private func name(_ index: Int) -> ArraySlice<UInt8> {
    source[tokens[index].innerStart..<tokens[index].innerEnd]
  }

  private func writtenName(_ index: Int) -> String {
    (tokens[index].isDynamic ? "*" : "") + String(decoding: name(index), as: UTF8.self)
  }

  private mutating func reportUnclosed(_ index: Int) {
    let name = writtenName(index)
    // A missing name has been reported already.
    if name.isEmpty { return }
    problems.add(
      "unclosed-section", at: tokens[index].start,
      "\(Self.noun(tokens[index].kind)) \(VisibleText.quoted(name)) is not closed",
      help: ["close it with \(VisibleText.quoted("{{/\(name)}}"))"])
  }

  private mutating func reportStray(_ index: Int) {
    let name = VisibleText.quoted(writtenName(index))
    guard let expected = open.last else {
      problems.add("stray-close", at: tokens[index].start, "\(name) is closed but never opened")
      return
    }
    problems.add(
      "wrong-close", at: tokens[index].start,
      "\(name) is closed where \(VisibleText.quoted(writtenName(expected))) is open",
      help: ["write \(VisibleText.quoted("{{/\(writtenName(expected))}}"))"])
  }

  private static func noun(_ kind: TemplateToken.Kind) -> String {
    switch kind {
    case .parent: "the parent"
    case .block: "the block"
    default: "the section"
    }
  }
}
