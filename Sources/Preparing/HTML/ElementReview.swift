internal import Diagnostics

/// Finds elements that a file opens and does not close, or closes and does not open. An element that
/// begins in one section and ends in another is left out, because that may be right.
struct ElementReview {
  private struct Element {
    var name: String
    var offset: Int
  }

  private var open: [Element] = []
  /// The indices in `open` of the elements of each name.
  private var places: [String: [Int]] = [:]
  /// The number of open elements at the start of each open section.
  private var heights: [Int] = []
  private var unclosed: [Element] = []
  private var stray: [Element] = []
  /// The elements that begin or end in a section of their own.
  private var divided: Set<String> = []

  private static let empty: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]
  /// Elements that need no closing tag.
  private static let optional: Set<String> = [
    "html", "head", "body", "li", "p", "dt", "dd", "td", "th", "tr", "thead", "tbody", "tfoot",
    "caption", "colgroup", "option", "optgroup", "rt", "rp",
  ]

  mutating func enterSection() { heights.append(open.count) }

  mutating func leaveSection() {
    guard let height = heights.popLast() else { return }
    for element in pop(downTo: height) { divided.insert(element.name) }
  }

  mutating func begin(_ name: String, at offset: Int, isClosed: Bool) {
    guard !isClosed, !Self.empty.contains(name) else { return }
    places[name, default: []].append(open.count)
    open.append(Element(name: name, offset: offset))
  }

  mutating func end(_ name: String, at offset: Int) {
    guard let index = places[name]?.last else {
      if !Self.optional.contains(name), !Self.empty.contains(name) {
        stray.append(Element(name: name, offset: offset))
      }
      return
    }
    guard index >= heights.last ?? 0 else {
      divided.insert(name)
      return
    }
    unclosed += pop(downTo: index + 1)
    _ = pop(downTo: index)
  }

  /// Removes the elements from an index on; returns those that need a closing tag.
  private mutating func pop(downTo height: Int) -> [Element] {
    guard open.count > height else { return [] }
    let popped = open[height...]
    for element in popped { places[element.name]?.removeLast() }
    open.removeSubrange(height...)
    return popped.filter { !Self.optional.contains($0.name) }
  }

  /// The findings at the end of the file, by position.
  mutating func findings() -> [ComponentContext.Problem] {
    unclosed += pop(downTo: 0)
    let missing = unclosed.filter { !divided.contains($0.name) }.map { element in
      ComponentContext.Problem(
        offset: element.offset, id: "unclosed-element", summary: "<\(element.name)> is not closed",
        help: "close it in the same section of the same file: </\(element.name)>")
    }
    let extra = stray.filter { !divided.contains($0.name) }.map { element in
      ComponentContext.Problem(
        offset: element.offset, id: "unclosed-element",
        summary: "</\(element.name)> closes no element of this file",
        help: "remove it, or open the element in the same file")
    }
    return (missing + extra).sorted { $0.offset < $1.offset }
  }
}
