/// Leaves out what a page does not use of a compact built-in style sheet.
///
/// A selector is left out if it names a class, an id or a `data-` attribute that is a word neither
/// of the page nor of its script. So is a rule without a selector, and a group of rules without a
/// rule.
struct UsedStyle {
  private static let groups = ["@media", "@supports", "@container", "@starting-style"]
  /// The pseudo-classes that match if one of the selectors in them does.
  private static let choices = ["is", "where", "has"]

  private let css: [UInt8]
  private let words: PageWords
  private var out: [UInt8] = []

  static func of(_ sheet: String, in words: PageWords) -> String {
    var used = UsedStyle(css: Array(sheet.utf8), words: words)
    used.out.reserveCapacity(used.css.count)
    used.addRules(used.css.indices)
    return String(decoding: used.out, as: UTF8.self)
  }

  private init(css: [UInt8], words: PageWords) {
    self.css = css
    self.words = words
  }

  private mutating func addRules(_ range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      let head = start..<end(of: start..<range.upperBound, at: brace, or: semicolon)
      guard head.upperBound < range.upperBound, css[head.upperBound] == brace else {
        out += css[start..<min(head.upperBound + 1, range.upperBound)]
        start = head.upperBound + 1
        continue
      }
      let body = head.upperBound + 1..<close(of: head.upperBound, before: range.upperBound)
      start = body.upperBound + 1
      addRule(head, body, whole: head.lowerBound..<min(start, range.upperBound))
    }
  }

  private mutating func addRule(_ head: Range<Int>, _ body: Range<Int>, whole: Range<Int>) {
    if css[head].first == UInt8(ascii: "@") {
      guard isGroup(head) else {
        out += css[whole]
        return
      }
      let before = out.count
      out += css[head.lowerBound..<body.lowerBound]
      let empty = out.count
      addRules(body)
      if out.count == empty {
        out.removeSubrange(before...)
      } else {
        out += css[body.upperBound..<whole.upperBound]
      }
    } else {
      let selectors = self.selectors(in: head).filter(canMatch)
      for (index, selector) in selectors.enumerated() {
        if index > 0 { out.append(comma) }
        out += css[selector]
      }
      if !selectors.isEmpty { out += css[head.upperBound..<whole.upperBound] }
    }
  }

  /// Whether the block of an at-rule has rules with selectors.
  private func isGroup(_ head: Range<Int>) -> Bool {
    Self.groups.contains { css[head].starts(with: $0.utf8) }
  }

  private func selectors(in list: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = list.lowerBound
    while start < list.upperBound {
      let end = self.end(of: start..<list.upperBound, at: comma)
      found.append(start..<end)
      start = end + 1
    }
    return found
  }

  private func canMatch(_ selector: Range<Int>) -> Bool {
    // A name with an escape is not read.
    if css[selector].contains(UInt8(ascii: "\\")) { return true }
    var at = selector.lowerBound
    while at < selector.upperBound {
      let byte = css[at]
      at += 1
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "#"):
        let name = self.name(from: at, before: selector.upperBound)
        if !words.contains(name, of: css) { return false }
        at = name.upperBound
      case UInt8(ascii: "["):
        let name = self.name(from: at, before: selector.upperBound)
        if !isKnown(attribute: name) { return false }
        at = close(of: at - 1, before: selector.upperBound) + 1
      case UInt8(ascii: ":"):
        let name = self.name(from: at, before: selector.upperBound)
        at = name.upperBound
        guard at < selector.upperBound, css[at] == UInt8(ascii: "(") else { continue }
        let end = close(of: at, before: selector.upperBound)
        if Self.choices.contains(where: { css[name].elementsEqual($0.utf8) }),
          !selectors(in: at + 1..<end).contains(where: canMatch)
        {
          return false
        }
        at = end + 1
      default: break
      }
    }
    return true
  }

  private func name(from start: Int, before end: Int) -> Range<Int> {
    start..<(css[start..<end].firstIndex { !PageWords.isPart($0) } ?? end)
  }

  /// Scripts write `data-some-name` as `dataset.someName`, too. Other attributes may be set by the
  /// browser.
  private func isKnown(attribute name: Range<Int>) -> Bool {
    let prefix = "data-".utf8
    guard css[name].starts(with: prefix) else { return true }
    if words.contains(name, of: css) { return true }
    var property: [UInt8] = []
    var isFirst = false
    for byte in css[name].dropFirst(prefix.count) {
      if byte == UInt8(ascii: "-") {
        isFirst = true
      } else {
        property.append(isFirst ? byte & 0xDF : byte)
        isFirst = false
      }
    }
    return words.contains(property.indices, of: property)
  }

  private var brace: UInt8 { UInt8(ascii: "{") }
  private var semicolon: UInt8 { UInt8(ascii: ";") }
  private var comma: UInt8 { UInt8(ascii: ",") }

  /// The place of the bracket that closes the one at `start`.
  private func close(of start: Int, before limit: Int) -> Int {
    end(of: start + 1..<limit)
  }

  /// The first place outside strings and brackets with one of the bytes, or that closes a bracket
  /// around it.
  private func end(of range: Range<Int>, at one: UInt8 = 0, or other: UInt8 = 0) -> Int {
    var depth = 0
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = css[at]
      if depth == 0, byte == one || byte == other { return at }
      switch byte {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        at += 1
        while at < range.upperBound, css[at] != byte {
          at += css[at] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        if depth == 0 { return at }
        depth -= 1
      default: break
      }
      at += 1
    }
    return range.upperBound
  }
}
