/// An open container of Markdown blocks.
struct MarkdownFrame {
  /// The kind of the previous block.
  enum Block: Equatable {
    case paragraph
    case quote
    case list(marker: UInt8)
    /// Raw HTML, written as a paragraph but allowed where no paragraph is.
    case html
    case other
  }

  /// The length of the prefix that belongs to the outer containers.
  var outerPrefix: Int
  var isTight = false
  var previous: Block?
  /// The bullet or delimiter of the list, for a list and its items.
  var marker: UInt8 = 0
  /// The number of the next item of an ordered list.
  var number: Int?

  /// Whether a blank line is required before `next`.
  func needsBlankLine(before next: Block) -> Bool {
    guard let previous else { return false }
    if !isTight || previous == .html || next == .html { return true }
    // A paragraph directly below these would continue them.
    if next == .paragraph {
      switch previous {
      case .paragraph, .quote, .list: return true
      default: return false
      }
    }
    return false
  }

  /// The marker for a new list in this container. It differs from that of the previous list,
  /// because equal markers would continue that list. It also differs from the container's own
  /// marker, because `- - -` would be a rule.
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
