internal import Diagnostics
internal import Templating

extension ComponentContext {
  /// The context of a value. Reports values where they are not allowed.
  mutating func judgeValue(_ name: String, isRaw: Bool, at offset: Int) -> TagContext {
    let isFinished = rights.finished.contains(name)
    switch position.state {
    case .text: return .text
    case .titleText:
      if isRaw, !isFinished { refuseRaw(name, at: offset) }
      // In a mail, text of the other direction gets an element.
      return rights.isMail ? .attribute : .text
    case .rawText where isFinished:
      rawValues.append(offset)
      return .text
    case .doubleQuoted
    where Rights.loaded.contains(name) && blockedAddress != nil && position.address == .empty:
      blockedAddress = nil
      position.address = .fixed
      return .attribute
    case .doubleQuoted:
      if isRaw, !isFinished {
        refuseRaw(name, at: offset)
        return .attribute
      }
      return isFinished ? .attribute : judgeAttribute(name, at: offset)
    case .beforeValue, .unquoted, .singleQuoted:
      refuseValue(name, at: offset, help: "put double quotes around the attribute's value")
      if position.state == .beforeValue { position.state = .unquoted }
    case .tagOpen, .endTagOpen, .tagName, .betweenAttributes, .attributeEnd, .attributeName,
      .afterName:
      refuseValue(
        name, at: offset,
        help: "a value may stand between elements or in a double-quoted attribute only")
      if position.state == .tagOpen || position.state == .endTagOpen { position.state = .tagName }
    case .comment:
      refuseValue(name, at: offset, help: "for a comment write {{! … }}")
    case .rawText, .rawTagOpen, .rawEndTag, .titleTagOpen, .titleEndTag, .declaration,
      .declarationOpen:
      refuseValue(name, at: offset, help: "values can't be escaped there")
    }
    return .text
  }

  private mutating func judgeAttribute(_ name: String, at offset: Int) -> TagContext {
    let attribute = String(decoding: position.attribute, as: UTF8.self)
    let element = String(decoding: position.element, as: UTF8.self)
    switch HTMLNames.rule(attribute: attribute, of: element) {
    case .plain:
      if element == "meta", attribute == "content" { httpEquivValue = offset }
      return .attribute
    case .forbidden(let reason):
      refuseValue(name, at: offset, help: "\(reason), so values are not allowed in it")
      return .attribute
    case .address: return judgeAddress(name, at: offset)
    }
  }

  private mutating func judgeAddress(_ name: String, at offset: Int) -> TagContext {
    switch position.address {
    case .empty:
      position.address = .value
      return .address
    case .fragment: return .attribute
    case .value, .fixed:
      refuseValue(
        name, at: offset, in: "the middle of a web address",
        help: "use the value as the whole address, its start, or what follows a fixed '#'")
    case .uncertain:
      refuseValue(
        name, at: offset, in: "a section within a web address",
        help: "put the section around the attribute")
    }
    return .address
  }

  private mutating func refuseRaw(_ name: String, at offset: Int) {
    let name = VisibleText.of(name)
    problems.add(
      "value-place", at: offset,
      "{{{\(name)}}} is in \(position.description)",
      help: "write {{\(name)}} there: elements are allowed between elements only")
  }

  private mutating func refuseValue(
    _ name: String, at offset: Int, in spot: String? = nil, help: String
  ) {
    problems.add(
      "value-place", at: offset,
      "the value \(VisibleText.quoted(name)) is in \(spot ?? position.description)", help: help)
  }
}

extension HTMLPosition.State {
  /// Whether the state is the content of an element that only its own end tag ends.
  var isInsideElement: Bool {
    switch self {
    case .titleText, .titleTagOpen, .titleEndTag, .rawText, .rawTagOpen, .rawEndTag: true
    default: false
    }
  }
}

extension HTMLPosition {
  /// The name of the position in messages.
  var description: String {
    let element = VisibleText.quoted(String(decoding: element, as: UTF8.self))
    let attribute = VisibleText.quoted(String(decoding: attribute, as: UTF8.self))
    switch state {
    case .text: return "the text between elements"
    case .tagOpen, .endTagOpen, .tagName: return "the name of a tag"
    case .betweenAttributes, .attributeEnd: return "a tag, where an attribute's name would"
    case .attributeName, .afterName: return "the name of an attribute"
    case .beforeValue, .unquoted: return "the attribute \(attribute) without quotes"
    case .doubleQuoted: return "the attribute \(attribute)"
    case .singleQuoted: return "the attribute \(attribute) in single quotes"
    case .declarationOpen, .declaration: return "a declaration"
    case .comment: return "a comment"
    case .titleText, .titleTagOpen, .titleEndTag: return "the element \(element)"
    case .rawText, .rawTagOpen, .rawEndTag: return "the element \(element)"
    }
  }

  /// Whether the same content may follow both positions.
  func isSame(as other: HTMLPosition) -> Bool {
    if isInTag != other.isInTag { return false }
    if isInTag { return tagStart == other.tagStart }
    switch (state, other.state) {
    case (.text, .text): return true
    case (.titleText, .titleText): return tagStart == other.tagStart
    case (.doubleQuoted, .doubleQuoted):
      return attributeStart == other.attributeStart
    default: return false
    }
  }

  private var isInTag: Bool { state == .betweenAttributes || state == .attributeEnd }
}
