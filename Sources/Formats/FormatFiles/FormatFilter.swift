internal import Text
internal import ToolReports

/// A filter of a value: `file.path | after 'src/'`. Each takes linear time.
enum FormatFilter: Sendable, Hashable {
  case firstLine, lower, upper, basename, dirname, stripANSI, stripHTML, percentDecode, image
  case before(String)
  case after(String)
  case afterLast(String)
  case trim(String)
  case trimEnd(String)
  case add(Double)
  case multiply(Double)
  case divide(Double)
  case count, sum, number, seconds, date
  case limit(Int)

  private static let plain: [String: FormatFilter] = [
    "first-line": .firstLine, "lower": .lower, "upper": .upper, "basename": .basename,
    "dirname": .dirname, "strip-ansi": .stripANSI, "strip-html": .stripHTML,
    "percent-decode": .percentDecode, "image": .image, "count": .count, "sum": .sum,
    "number": .number,
    "seconds": .seconds, "date": .date,
  ]
  private static let ofText: [String: @Sendable (String) -> FormatFilter] = [
    "before": { .before($0) }, "after": { .after($0) }, "after-last": { .afterLast($0) },
    "trim": { .trim($0) }, "trim-end": { .trimEnd($0) },
  ]
  private static let ofNumber: [String: @Sendable (Double) -> FormatFilter] = [
    "add": { .add($0) }, "multiply": { .multiply($0) }, "divide": { .divide($0) },
    "limit": { .limit(Int(max($0, 1))) },
  ]

  private static let longestMark = 200

  /// Parses a filter such as `after 'src/'`.
  init(parsing text: String) throws(FormatProblem) {
    let word = text.prefix { $0 != " " }
    let rest = text[word.endIndex...].drop { $0 == " " }
    let name = String(word)
    if let filter = Self.plain[name] {
      guard rest.isEmpty else {
        throw FormatProblem(summary: "the filter '\(name)' takes no value")
      }
      self = filter
    } else if let make = Self.ofText[name] {
      guard rest.count > 2, let quote = rest.first, quote == "'" || quote == "\"",
        rest.last == quote
      else {
        throw FormatProblem(
          summary: "the filter '\(name)' needs a text in quotes", help: ["write \(name) '/'"])
      }
      guard rest.utf8.count <= Self.longestMark else {
        throw FormatProblem(
          summary: "the text of the filter '\(name)' has more than \(Self.longestMark) bytes")
      }
      self = make(String(rest.dropFirst().dropLast()))
    } else if let make = Self.ofNumber[name] {
      guard let number = Double(rest), number.isFinite, abs(number) < 1e12,
        name != "divide" || number != 0
      else {
        throw FormatProblem(
          summary: "the filter '\(name)' needs a number", help: ["write \(name) 1"])
      }
      self = make(number)
    } else {
      let names = Array(Self.plain.keys) + Array(Self.ofText.keys) + Array(Self.ofNumber.keys)
      throw FormatProblem(
        summary: "'\(name)' is not a filter",
        help: ["the filters are " + names.sorted().joined(separator: ", ")])
    }
  }

  /// Whether one value of the filter depends on several texts.
  var needsAllTexts: Bool {
    switch self {
    case .count, .sum: true
    default: false
    }
  }

  /// The values after the filter. A value that the filter can't change to a number is left out.
  func applied(to texts: [String]) -> [String] {
    switch self {
    case .count: return [String(texts.count)]
    case .sum:
      let numbers = texts.compactMap { Double($0) }
      return numbers.isEmpty ? [] : [Self.written(numbers.reduce(0, +))]
    default: return texts.compactMap { applied(to: $0) }
    }
  }

  /// The value after a filter that needs one text.
  func applied(to text: String) -> String? {
    switch self {
    case .firstLine: PlainText.firstLine(of: text)
    case .lower: text.lowercased()
    case .upper: text.uppercased()
    case .basename: Self.split(text).name
    case .dirname: Self.split(text).folder
    case .stripANSI: TerminalText.plain(text)
    case .stripHTML: FormatText.withoutTags(text)
    case .percentDecode: FormatText.percentDecoded(text)
    case .image: ImageName.withoutVersion(text)
    case .before(let mark): text.firstRange(of: mark).map { String(text[..<$0.lowerBound]) } ?? text
    case .after(let mark): text.firstRange(of: mark).map { String(text[$0.upperBound...]) } ?? text
    case .afterLast(let mark): FormatText.after(last: mark, in: text)
    case .trim(let mark): text.hasPrefix(mark) ? String(text.dropFirst(mark.count)) : text
    case .trimEnd(let mark): text.hasSuffix(mark) ? String(text.dropLast(mark.count)) : text
    case .add(let number): Double(text).map { Self.written($0 + number) }
    case .multiply(let number): Double(text).map { Self.written($0 * number) }
    case .divide(let number): Double(text).map { Self.written($0 / number) }
    case .number: FormatText.firstNumber(in: text)
    case .seconds: FormatText.seconds(in: text).map(Self.written)
    case .date: ReportedTime.time(text) == nil ? nil : text
    case .limit(let count): text.count > count ? text.prefix(count - 1) + "…" : text
    case .count, .sum: text
    }
  }

  /// A whole number has no fraction.
  static func written(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
  }

  private static func split(_ path: String) -> (folder: String?, name: String) {
    guard let slash = path.lastIndex(where: { $0 == "/" || $0 == "\\" }) else { return (nil, path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
