import Localization
import Text

/// Tracks isolates across line breaks. Terminals and mail programs treat each line as a paragraph,
/// so an isolate is closed at the end of a line and reopened on the next one, with the direction of
/// its first letter.
struct OpenIsolates {
  private enum Direction {
    case unknown, leftToRight, rightToLeft
  }

  private var open: [Direction] = []

  mutating func read(_ text: String) {
    // 0xE2 is the first byte of an isolate. Outside isolates no direction is needed.
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

  /// Reopens the isolates. A direction mark after each one keeps its direction, because the next
  /// letter may have another one.
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
