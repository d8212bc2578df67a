/// The colours and marks of terminal text, selected by sequences that end in `m`.
package struct TerminalStyle: Sendable, Hashable {
  /// 30 to 37 or 90 to 97, as in a sequence; 0 for the default colour.
  package private(set) var foreground: UInt8 = 0
  /// 40 to 47 or 100 to 107; 0 for the default colour.
  package private(set) var background: UInt8 = 0
  /// The marks that are set. Mark `n` is bit `n`.
  private var marks: UInt8 = 0
  private var isInverse = false

  package static let plain = TerminalStyle()
  /// Bold, dim, italic and underlined, as in a sequence.
  private static let knownMarks: ClosedRange<UInt8> = 1...4
  /// An upper limit for the numbers of a sequence; real sequences have fewer.
  private static let mostNumbers = 64

  package init() {}

  /// The numbers, in order, of a sequence that produces the visible result of this style.
  package var numbers: [UInt8] {
    var numbers = Self.knownMarks.filter { marks & (1 << $0) != 0 }
    if isInverse, foreground == 0, background == 0 { numbers.append(7) }
    let (front, back) = isInverse ? (background, foreground) : (foreground, background)
    if front != 0 { numbers.append(isInverse ? front - 10 : front) }
    if back != 0 { numbers.append(isInverse ? back + 10 : back) }
    // An inverse style without a foreground swaps the default colours as well.
    if isInverse, foreground == 0, background != 0 { numbers.append(7) }
    return numbers
  }

  /// Writes a sequence that selects this style, regardless of the style before it.
  package func write(to output: inout [UInt8]) {
    output += [0x1B, UInt8(ascii: "["), UInt8(ascii: "0")]
    for number in Self.knownMarks where marks & (1 << number) != 0 { Self.write(number, &output) }
    if isInverse { Self.write(7, &output) }
    if foreground != 0 { Self.write(foreground, &output) }
    if background != 0 { Self.write(background, &output) }
    output.append(UInt8(ascii: "m"))
  }

  private static func write(_ number: UInt8, _ output: inout [UInt8]) {
    output.append(UInt8(ascii: ";"))
    output += String(number).utf8
  }

  /// Applies the parameters between `[` and `m`. Ignores unknown numbers.
  package mutating func select(_ parameters: some Collection<UInt8>) {
    var numbers: [Int] = [0]
    for byte in parameters {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let last = numbers.count - 1
        numbers[last] = min(numbers[last] * 10 + Int(byte - UInt8(ascii: "0")), 999)
      case UInt8(ascii: ";"), UInt8(ascii: ":"):
        guard numbers.count < Self.mostNumbers else { return }
        numbers.append(0)
      default: return
      }
    }
    var index = 0
    while index < numbers.count {
      let number = numbers[index]
      index += 1
      guard number == 38 || number == 48 else {
        select(number)
        continue
      }
      guard let color = Self.color(numbers, &index) else { return }
      if number == 38 { foreground = color } else { background = color + 10 }
    }
  }

  private mutating func select(_ number: Int) {
    switch number {
    case 0: self = .plain
    case 1, 2, 3, 4: marks |= 1 << UInt8(number)
    case 7: isInverse = true
    case 22: marks &= ~0b110
    case 23, 24: marks &= ~(1 << UInt8(number - 20))
    case 27: isInverse = false
    case 30...37, 90...97: foreground = UInt8(number)
    case 39: foreground = 0
    case 40...47, 100...107: background = UInt8(number)
    case 49: background = 0
    default: break
    }
  }

  // MARK: More colours

  /// The nearest of the 16 colours for `5;n` or `2;r;g;b` after 38 or 48.
  private static func color(_ numbers: [Int], _ index: inout Int) -> UInt8? {
    func nextNumber() -> Int? {
      guard index < numbers.count else { return nil }
      index += 1
      return min(numbers[index - 1], 255)
    }
    switch nextNumber() {
    case 5:
      guard let number = nextNumber() else { return nil }
      switch number {
      case 0..<8: return UInt8(30 + number)
      case 8..<16: return UInt8(90 + number - 8)
      case 16..<232:
        let cube = number - 16
        func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
        return nearest(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
      default:
        let gray = 8 + (number - 232) * 10
        return nearest(gray, gray, gray)
      }
    case 2:
      guard let red = nextNumber(), let green = nextNumber(), let blue = nextNumber() else {
        return nil
      }
      return nearest(red, green, blue)
    default: return nil
    }
  }

  private static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
    var best: (code: UInt8, distance: Int) = (37, .max)
    for (code, color) in palette {
      let (r, g, b) = (red - color.0, green - color.1, blue - color.2)
      let distance = r * r + g * g + b * b
      if distance < best.distance { best = (code, distance) }
    }
    return best.code
  }

  /// The 16 colours of xterm.
  private static let palette: [(UInt8, (Int, Int, Int))] = [
    (30, (0, 0, 0)), (31, (205, 0, 0)), (32, (0, 205, 0)), (33, (205, 205, 0)),
    (34, (0, 0, 238)), (35, (205, 0, 205)), (36, (0, 205, 205)), (37, (229, 229, 229)),
    (90, (127, 127, 127)), (91, (255, 0, 0)), (92, (0, 255, 0)), (93, (255, 255, 0)),
    (94, (92, 92, 255)), (95, (255, 0, 255)), (96, (0, 255, 255)), (97, (255, 255, 255)),
  ]
}
