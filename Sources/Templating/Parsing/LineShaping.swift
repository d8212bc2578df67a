/// Finds standalone tags. The line of a standalone tag is removed, and the white space before the
/// tag becomes the indentation of its content.
///
/// The opening and closing tags of a parent count as one tag. Text directly inside a parent is not
/// written, so only its own side of the line matters for a block passed to a parent.
struct LineShaping {
  private let source: [UInt8]
  private(set) var tokens: [TemplateToken]

  init(_ tokens: [TemplateToken], source: [UInt8]) {
    self.source = source
    self.tokens = tokens
    for index in tokens.indices { shape(index) }
  }

  private mutating func shape(_ index: Int) {
    let token = tokens[index]
    guard token.kind != .text else { return }
    let before = spaceBefore(index)
    if let before {
      tokens[index].beginsLine = true
      (tokens[index].indentStart, tokens[index].indentCount) = (before, token.start - before)
    }
    if token.kind == .close {
      closeShape(index, before: before)
    } else if token.kind == .parent {
      let end = spaceAfter(token.partner)
      if let before, let end {
        standAlone(index, dropping: before)
        tokens[token.partner].standsAlone = true
        dropAfter(token.partner, until: end)
      }
    } else if token.kind == .block, token.isInsideParent {
      if let end = spaceAfter(index) {
        tokens[index].standsAlone = true
        dropAfter(index, until: end)
      }
    } else if token.kind.mayStandAlone, let before, let end = spaceAfter(index) {
      standAlone(index, dropping: before)
      dropAfter(index, until: end)
    }
  }

  private mutating func closeShape(_ index: Int, before: Int?) {
    let opener = tokens[tokens[index].partner]
    if opener.kind == .parent { return }
    if opener.kind == .block, opener.isInsideParent {
      if let before { standAlone(index, dropping: before) }
    } else if let before, let end = spaceAfter(index) {
      standAlone(index, dropping: before)
      dropAfter(index, until: end)
    }
  }

  private mutating func standAlone(_ index: Int, dropping start: Int) {
    tokens[index].standsAlone = true
    if index > 0, tokens[index - 1].kind == .text { tokens[index - 1].innerEnd = start }
  }

  private mutating func dropAfter(_ index: Int, until end: Int) {
    if index + 1 < tokens.count, tokens[index + 1].kind == .text {
      tokens[index + 1].innerStart = end
    }
  }

  /// The start of the white space before a tag; nil if something else precedes it on its line.
  private func spaceBefore(_ index: Int) -> Int? {
    var start = tokens[index].start
    guard index > 0 else { return start }
    let text = tokens[index - 1]
    guard text.kind == .text else { return nil }
    while start > text.start, source[start - 1] == 0x20 || source[start - 1] == 0x09 { start -= 1 }
    if start > text.start { return source[start - 1] == 0x0A ? start : nil }
    return index == 1 ? start : nil
  }

  /// The start of the next line; nil if something else follows the tag on its line.
  private func spaceAfter(_ index: Int) -> Int? {
    guard index + 1 < tokens.count else { return source.count }
    let text = tokens[index + 1]
    guard text.kind == .text else { return nil }
    var end = text.start
    while end < text.end, source[end] == 0x20 || source[end] == 0x09 { end += 1 }
    if end == text.end { return index + 2 == tokens.count ? end : nil }
    if source[end] == 0x0A { return end + 1 }
    if source[end] == 0x0D, end + 1 < text.end, source[end + 1] == 0x0A { return end + 2 }
    return nil
  }
}
