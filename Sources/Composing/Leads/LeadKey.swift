internal import Diagnostics
internal import Localization
internal import Model
internal import Text

/// The cause that failures have in common (see "What to look at first"). Failures with equal keys
/// have one cause.
enum LeadKey: Hashable {
  /// A service that refuses connections, by its port.
  case refused(port: Int)
  /// Something missing, or a service without a port: the cause with its names, without other values.
  case missing([UInt8])
  /// An exception, by its type and the line of the project's own code that raised it.
  case raised(type: String?, file: String, line: Int)
  /// A failure without such a line, by its cause without values.
  case said([UInt8])
}

extension LikenessKeys {
  /// The key of a failure; nil if nothing says why it failed.
  func leadKey(of index: Int) -> LeadKey? {
    let words = firstLine(of: index).map(LeadWords.init)
    if let words, let named = words.named { return named }
    if let location = messages[index].location, let line = location.line,
      location.column != nil || messages[index].testLocation != nil
        || isRaised(at: location.name, line, by: index)
    {
      return .raised(type: words?.type, file: location.file, line: line)
    }
    if let place = goPlace(of: index) {
      return .raised(type: nil, file: place.file, line: place.line)
    }
    guard let words, Self.words(of: words.outline) > 1 else { return nil }
    return .said(words.outline)
  }

  /// The port of the service that refused all of the connections; nil if there is none.
  func refusedPort(of items: [Int]) -> Int? {
    guard let first = items.first, case .refused(let port) = leadKey(of: first),
      items.allSatisfy({ leadKey(of: $0) == .refused(port: port) })
    else { return nil }
    return port
  }

  /// What the failures of one cause have in common. Clients report refused connections differently,
  /// and have only the port in common.
  func commonCause(of items: [Int], _ locale: Locale) -> String? {
    if let port = refusedPort(of: items) {
      return locale.string(.refusedPort, ["port": String(port)])
    }
    return commonLine(of: typical(of: items)) ?? commonWords(of: items)
  }

  /// The failures with equal causes if they are at least two thirds; otherwise all.
  func typical(of items: [Int]) -> [Int] {
    let causes = Dictionary(grouping: items) { item in
      firstLine(of: item).map { VolatileText($0).normalized(.outline) }
    }
    return causes.values.first { $0.count * 3 >= items.count * 2 } ?? items
  }

  /// The line that raised failures, or its file if several of its lines did; nil for several files,
  /// and if a service is missing.
  func commonPlace(of items: [Int]) -> Message.Location? {
    guard let first = items.first, let place = messages[first].location, place.line != nil,
      items.allSatisfy({ messages[$0].location?.file == place.file })
    else { return nil }
    if items.allSatisfy({ messages[$0].lacksService }) { return nil }
    if items.allSatisfy({ messages[$0].location?.line == place.line }) { return place }
    let areRaised = items.allSatisfy { item in
      if case .raised = leadKey(of: item) { true } else { false }
    }
    return areRaised ? Message.Location(file: place.file) : nil
  }

  /// Whether the trace of a failure has its place. Otherwise it is the place of the test, which
  /// differs for two tests with the same cause. Only the place of an error has a column.
  private func isRaised(at file: String, _ line: Int, by index: Int) -> Bool {
    [messages[index].details, messages[index].text].contains { text in
      text?.withBytes { text in
        file.withBytes { file in Self.isNamed(file, line, in: text) }
      } ?? false
    }
  }

  /// The place before the message of a failed test in Go, which has no folder: `cart_test.go:18: `.
  private func goPlace(of index: Int) -> (file: String, line: Int)? {
    [messages[index].text, messages[index].details].lazy.compactMap { text in
      text?.withBytes { Self.goPlace(in: $0) } ?? nil
    }.first
  }

  private static func goPlace(
    in text: UnsafeBufferPointer<UInt8>
  ) -> (file: String, line: Int)? {
    guard let mark = ByteSearch.first("_test.go:", in: text) else { return nil }
    let start = text[..<mark].lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? 0
    let end = mark + "_test.go".utf8.count
    let digits = text[(end + 1)...].prefix(while: isDigit)
    guard let line = Int(String(decoding: digits, as: UTF8.self)),
      text[digits.endIndex...].starts(with: ": ".utf8)
    else { return nil }
    return (String(decoding: text[start..<end], as: UTF8.self), line)
  }

  /// The most bytes between a file and a line, as in `a.py", line 3` and `a.cs:line 3`.
  private static let longestJoint = 12
  /// No file has more lines; a number that is not much larger can be computed.
  private static let mostLines = 1 << 40

  private static func isNamed(
    _ file: UnsafeBufferPointer<UInt8>, _ line: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if file.isEmpty { return false }
    var start = 0
    while let found = ByteSearch.first(file, in: text, from: start) {
      var position = found + file.count
      start = position
      let limit = min(text.count, position + longestJoint)
      while position < limit, text[position] != UInt8(ascii: "\n"), !isDigit(text[position]) {
        position += 1
      }
      var number = 0
      while position < text.count, isDigit(text[position]), number <= line, number <= mostLines {
        number = number * 10 + Int(text[position] - UInt8(ascii: "0"))
        position += 1
      }
      if number == line { return true }
    }
    return false
  }
}

/// What a cause says about the failure.
private struct LeadWords {
  /// The service or the thing that is missing; nil if the cause names none.
  let named: LeadKey?
  /// The type of the exception; nil if there is none, or if it only says that an assertion failed.
  let type: String?
  /// The cause without values.
  let outline: [UInt8]

  init(cause: [UInt8]) {
    outline = VolatileText(cause).normalized(.outline)
    named = Self.named(cause)
    type = ExceptionType.name(in: cause)
  }

  private static let missing: [StaticString] = [
    "could not resolve host", "enotfound", "unknownhostexception", "no such host",
    "name or service not known", "name resolution", "nodename nor servname", "no such table",
    "does not exist", "no module named", "cannot find module", "fixture '", "command not found",
    "no such file or directory",
  ]

  private static func named(_ cause: [UInt8]) -> LeadKey? {
    let isRefused = RefusedConnection.isIn(cause)
    if isRefused, let port = RefusedConnection.port(in: cause) { return .refused(port: port) }
    guard isRefused || missing.contains(where: { ByteSearch.first($0, in: cause) != nil }) else {
      return nil
    }
    return .missing(VolatileText(cause).normalized(.outlineWithNames))
  }
}

private func isDigit(_ byte: UInt8) -> Bool {
  UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}
