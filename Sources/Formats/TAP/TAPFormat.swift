internal import Inputs
internal import Model
internal import Text

extension InputFormat {
  static let tap = InputFormat(
    name: "tap", title: "TAP",
    evidence: "a version line, a plan with tests, or test 1 among the first lines",
    recognizes: { head in
      switch head.shape {
      case .blank, .xml: false
      case .json, .text: TAPLine.begins(head.bytes)
      }
    },
    difference: .detailsAndTime,
    read: .lines { reader, context in TAPImporter(reader, context).read() })
}

extension TAPLine {
  /// The most lines of other output before the lines that identify TAP.
  private static let mostJunk = 200

  /// Whether a text begins like TAP: with a version, with a plan and a test, or with test 1. Output
  /// of `prove` counts, too, because only the importer can name the remedy.
  static func begins(_ bytes: [UInt8]) -> Bool {
    var hasPlan = false
    var hasTest = false
    var junk = 0
    for line in bytes.split(separator: 0x0A) {
      let line = TAPLine(String(decoding: line.prefix(4_096), as: UTF8.self))
      switch line.kind {
      case .version: return true
      case .plan(_, let skip):
        if skip != nil { return true }
        hasPlan = true
      case .point(let point):
        if !hasTest, point.number == 1 { return true }
        hasTest = true
      case .bailOut: if hasPlan || hasTest { return true }
      case .comment, .blank: break
      default:
        if line.isOfProve { return true }
        junk += 1
      }
      if hasPlan, hasTest { return true }
      if junk > mostJunk { return false }
    }
    return false
  }

  /// `t/basic.t .. ok`, `t/basic.t .......`
  var isOfProve: Bool {
    guard indent == 0, let end = text.prefix(200).firstRange(of: ".t ..") else { return false }
    return !text[..<end.lowerBound].contains(" ")
  }
}
