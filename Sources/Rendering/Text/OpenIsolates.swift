import Basics

/// The isolates that are open where a line is broken. A terminal and a mail take every line for a
/// paragraph, so an isolate ends with its line and begins again on the next, in the direction that
/// its first letter gave it.
struct OpenIsolates {
  private enum Direction {
    case unknown, leftToRight, rightToLeft
  }

  private var open: [Direction] = []

  mutating func read(_ text: String) {
    // The first byte of isolates; most text has none, and in none that is open nothing counts.
    guard !open.isEmpty || text.utf8.contains(0xE2) else { return }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2066: open.append(.leftToRight)
      case 0x2067: open.append(.rightToLeft)
      case 0x2068: open.append(.unknown)
      case 0x2069: _ = open.popLast()
      default:
        guard open.last == .unknown, scalar.properties.isAlphabetic else { continue }
        open[open.count - 1] =
          PhraseValue.isRightToLeftLetter(scalar.value) ? .rightToLeft : .leftToRight
      }
    }
  }

  func close(_ sink: inout ByteSink) {
    for _ in open { sink.write("\u{2069}") }
  }

  /// The mark behind an isolate's beginning says its direction, whatever letter the line has first.
  func reopen(_ sink: inout ByteSink) {
    for direction in open {
      sink.write("\u{2068}")
      switch direction {
      case .unknown: break
      case .leftToRight: sink.write("\u{200E}")
      case .rightToLeft: sink.write("\u{200F}")
      }
    }
  }
}
