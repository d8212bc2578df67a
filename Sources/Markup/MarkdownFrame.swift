/// A container of blocks that Markdown is being written into.
struct MarkdownFrame {
  /// What the block was that stands before the next one.
  enum Block: Equatable {
    case paragraph
    case quote
    case list(marker: UInt8)
    /// Raw HTML, which was written as a paragraph but could stand where none can.
    case html
    case other
  }

  /// How much of the prefix belongs to the containers outside.
  var outerPrefix: Int
  var isTight = false
  var previous: Block?
  /// The bullet or delimiter of the list that this frame is, or is an item of.
  var marker: UInt8 = 0
  /// The number of the next item of an ordered list.
  var number: Int?

  /// Whether a blank line must stand before `next`.
  func needsBlankLine(before next: Block) -> Bool {
    guard let previous else { return false }
    if !isTight || previous == .html || next == .html { return true }
    // Words directly below these would go on with them.
    if next == .paragraph {
      switch previous {
      case .paragraph, .quote, .list: return true
      default: return false
      }
    }
    return false
  }

  /// A marker for a new list in this container: not that of the list before it, which it would
  /// join, and not the container's own, with which `- - -` would be a rule.
  func newMarker(isOrdered: Bool) -> UInt8 {
    var previousMarker: UInt8 = 0
    if case .list(let marker) = previous { previousMarker = marker }
    let choices: StaticString = isOrdered ? ".)" : "-+*"
    for index in 0..<choices.utf8CodeUnitCount {
      let choice = choices.utf8Start[index]
      if choice != previousMarker, isOrdered || choice != marker { return choice }
    }
    return choices.utf8Start[0]
  }
}
