internal import ToolReports

/// A test point: `not ok 3 - text # TODO reason`.
struct TAPPoint {
  enum Directive {
    case todo, skip
  }

  var isOK: Bool
  var number: Int?
  var text = ""
  var directive: Directive?
  var reason = ""
  var seconds: Double?
  /// The written duration if it is not valid.
  var oddDuration: String?
  /// Whether a brace at its end opens a subtest.
  var opensSubtest = false
  /// The number of the line.
  var line = 0
  var diagnostics = TAPDiagnostics()

  /// The text, or the number for a point without a text.
  var title: String { text.isEmpty ? "#" + (number.map(String.init) ?? "?") : text }
  var isFailure: Bool { !isOK && directive == nil }
  var isExpectedFailure: Bool { !isOK && directive != nil }
}

/// One line of TAP.
struct TAPLine {
  enum Kind {
    case blank
    case version(Int)
    /// The last number of `1..N`, and the reason if all tests are skipped.
    case plan(Int, skip: String?)
    case point(TAPPoint)
    /// `not` alone; its `ok` is on the next line.
    case not
    case bailOut(String)
    /// Whether lines that are not TAP are errors from here on; nil for other pragmas.
    case pragma(isStrict: Bool?)
    case comment(String)
    case open, close
    case other
  }

  /// The number of blanks at the beginning; a tab counts as one.
  let indent: Int
  /// The line without the blanks around it.
  let text: Substring
  let kind: Kind

  init(_ line: String) {
    let utf8 = line.utf8
    let start = utf8.firstIndex { !PlainText.isSpaceOrTab($0) } ?? utf8.endIndex
    indent = utf8.distance(from: utf8.startIndex, to: start)
    text = PlainText.trimmedLine(line[start...])
    kind = Self.kind(of: text)
  }

  private static func kind(of text: Substring) -> Kind {
    switch text.utf8.first {
    case nil: return .blank
    case UInt8(ascii: "#"): return .comment(String(text.dropFirst()))
    case UInt8(ascii: "o"), UInt8(ascii: "n"): return point(text)
    case UInt8(ascii: "1"): return plan(text)
    case UInt8(ascii: "T"):
      guard let number = rest(of: text, behind: "TAP version ").flatMap({ Int($0) }) else { break }
      return .version(number)
    case UInt8(ascii: "B"), UInt8(ascii: "b"):
      guard text.utf8.count >= 9, text.prefix(9).lowercased() == "bail out!" else { break }
      return .bailOut(String(PlainText.trimmedLine(text.dropFirst(9))))
    case UInt8(ascii: "p"):
      guard let words = rest(of: text, behind: "pragma ") else { break }
      let strict = words.split(whereSeparator: { $0 == "," || $0 == " " }).last {
        $0.dropFirst() == "strict"
      }
      return .pragma(isStrict: strict.map { $0.first == "+" })
    case UInt8(ascii: "{"): if text.utf8.count == 1 { return .open }
    case UInt8(ascii: "}"): if text.utf8.count == 1 { return .close }
    default: break
    }
    return .other
  }

  /// The text after `beginning`; nil if the text begins otherwise.
  private static func rest(of text: Substring, behind beginning: StaticString) -> Substring? {
    let count = beginning.utf8CodeUnitCount
    let matches = beginning.withUTF8Buffer { text.utf8.starts(with: $0) }
    return matches ? PlainText.trimmedLine(Substring(text.utf8.dropFirst(count))) : nil
  }

  /// The number at the beginning of a text, at most `Int.max`, and the rest of the text.
  private static func number(in text: Substring) -> (Int?, Substring) {
    var value: Int?
    var utf8 = text.utf8
    while let digit = utf8.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit {
      let (product, isOver) = (value ?? 0).multipliedReportingOverflow(by: 10)
      let (sum, isBeyond) = product.addingReportingOverflow(Int(digit &- UInt8(ascii: "0")))
      value = isOver || isBeyond ? .max : sum
      utf8.removeFirst()
    }
    return (value, Substring(utf8))
  }

  private static func plan(_ text: Substring) -> Kind {
    guard let behind = rest(of: text, behind: "1..") else { return .other }
    let (last, end) = number(in: behind)
    guard let last else { return .other }
    let comment = PlainText.trimmedLine(end)
    if comment.isEmpty { return .plan(last, skip: nil) }
    guard comment.utf8.first == UInt8(ascii: "#") else { return .other }
    let directive = directive(comment.dropFirst())
    return .plan(last, skip: directive?.kind == .skip ? directive?.reason : nil)
  }

  // MARK: Points

  private static func point(_ text: Substring) -> Kind {
    var rest = text
    let isNot = text.utf8.starts(with: "not".utf8)
    if isNot {
      rest = PlainText.trimmedLine(Substring(text.utf8.dropFirst(3)))
      if rest.isEmpty { return .not }
      guard let byte = text.utf8.dropFirst(3).first, PlainText.isSpaceOrTab(byte) else {
        return .other
      }
    }
    guard rest.utf8.starts(with: "ok".utf8) else { return .other }
    rest = Substring(rest.utf8.dropFirst(2))
    // `ok-no number`
    if let next = rest.utf8.first, !PlainText.isSpaceOrTab(next), next != UInt8(ascii: "-") {
      return .other
    }
    let isJoined = rest.utf8.first == UInt8(ascii: "-")
    var point = TAPPoint(isOK: !isNot)
    rest = PlainText.trimmedLine(rest)
    let (number, behind) = number(in: rest)
    // `3rd try` is a text.
    if number != nil, behind.isEmpty || behind.first?.isLetter == false {
      point.number = number
      rest = PlainText.trimmedLine(behind)
    }
    if rest == "-" || rest.utf8.starts(with: "- ".utf8) || isJoined {
      rest = PlainText.trimmedLine(rest.dropFirst())
    }
    let hasBrace = rest == "{" || rest.utf8.suffix(2).elementsEqual(" {".utf8)
    if hasBrace { rest = PlainText.trimmedLine(rest.dropLast()) }
    describe(&point, rest)
    // A skipped point has no subtest, so the brace belongs to the reason.
    if hasBrace, point.directive == .skip {
      point.reason += point.reason.isEmpty ? "{" : " {"
    } else {
      point.opensSubtest = hasBrace
    }
    return .point(point)
  }

  /// Sets the text and the directive. After a `#` between blanks that begins no directive, all is
  /// text. A backslash escapes `#` and itself.
  private static func describe(_ point: inout TAPPoint, _ rest: Substring) {
    guard rest.utf8.contains(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "\\") }) else {
      point.text = String(rest)
      return
    }
    let bytes = rest.utf8
    var output: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      let next = bytes.index(after: index)
      if byte == UInt8(ascii: "\\"), next < bytes.endIndex,
        bytes[next] == UInt8(ascii: "\\") || bytes[next] == UInt8(ascii: "#")
      {
        output.append(bytes[next])
        index = bytes.index(after: next)
        continue
      }
      if byte == UInt8(ascii: "#") {
        let behind = rest[next...]
        if let found = directive(behind) {
          (point.directive, point.reason) = (found.kind, found.reason)
          break
        }
        if readTime(PlainText.trimmedLine(behind), into: &point) { break }
        if output.last.map(PlainText.isSpaceOrTab) ?? true,
          behind.utf8.first.map(PlainText.isSpaceOrTab) ?? true
        {
          output += rest[index...].utf8
          break
        }
      }
      output.append(byte)
      index = next
    }
    point.text = String(PlainText.trimmedLine(String(decoding: output, as: UTF8.self)[...]))
  }

  /// The directive `todo` or `skip` if it is a whole word, and the reason after it.
  private static func directive(
    _ comment: Substring
  ) -> (kind: TAPPoint.Directive, reason: String)? {
    let comment = PlainText.trimmedLine(comment)
    guard comment.utf8.count >= 4 else { return nil }
    let rest = comment.utf8.dropFirst(4)
    guard rest.first.map(PlainText.isSpaceOrTab) ?? true else { return nil }
    let kind: TAPPoint.Directive
    switch comment.prefix(4).lowercased() {
    case "todo": kind = .todo
    case "skip": kind = .skip
    default: return nil
    }
    return (kind, String(PlainText.trimmedLine(Substring(rest))))
  }

  /// Reads `time=13.4ms`. Returns false for any other text.
  private static func readTime(_ comment: Substring, into point: inout TAPPoint) -> Bool {
    guard let written = rest(of: comment, behind: "time=") else { return false }
    let isMilliseconds = written.utf8.suffix(2).elementsEqual("ms".utf8)
    let isSeconds = !isMilliseconds && written.utf8.last == UInt8(ascii: "s")
    guard let number = Double(written.dropLast(isMilliseconds ? 2 : isSeconds ? 1 : 0)) else {
      return false
    }
    point.seconds = ReportedDuration.seconds(isMilliseconds ? number / 1_000 : number)
    if point.seconds == nil { point.oddDuration = String(written) }
    return true
  }
}
