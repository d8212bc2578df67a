internal import Diagnostics
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
        || Self.isRaised(at: location.name, line, in: messages[index])
    {
      return .raised(type: words?.type, file: location.file, line: line)
    }
    if let place = goPlace(of: index) {
      return .raised(type: nil, file: place.file, line: place.line)
    }
    guard let words, Self.words(of: words.outline) > 1 else { return nil }
    return .said(words.outline)
  }

  /// What the failures of one cause have in common. Refused connections have their port in common,
  /// and the first one shows it.
  func commonCause(of items: [Int]) -> String? {
    if let common = commonLine(of: items) ?? commonWords(of: items) { return common }
    guard let first = items.first, case .refused = leadKey(of: first) else { return nil }
    return messages[first].cause ?? commonLine(of: [first])
  }

  /// Whether the trace of a failure has its place. Otherwise it is the place of the test, which
  /// differs for two tests with the same cause. Only the place of an error has a column.
  private static func isRaised(at file: String, _ line: Int, in message: Message) -> Bool {
    [message.details, message.text].contains { text in
      text?.withBytes { text in
        file.withBytes { file in isNamed(file, line, in: text) }
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

  private static let refused: [StaticString] = [
    "connection refused", "econnrefused", "actively refused",
  ]
  private static let missing: [StaticString] = [
    "could not resolve host", "enotfound", "unknownhostexception", "no such host",
    "name or service not known", "name resolution", "nodename nor servname", "no such table",
    "does not exist", "no module named", "cannot find module", "fixture '", "command not found",
    "no such file or directory",
  ]

  private static func named(_ cause: [UInt8]) -> LeadKey? {
    let isRefused = refused.contains { ByteSearch.first($0, in: cause) != nil }
    if isRefused, let port = port(in: cause) { return .refused(port: port) }
    guard isRefused || missing.contains(where: { ByteSearch.first($0, in: cause) != nil }) else {
      return nil
    }
    return .missing(VolatileText(cause).normalized(.outlineWithNames))
  }

  /// The first port after the word, as in `port 5432` and `port=8080`; without one, the last
  /// after a host, as in `localhost:5432`, because a place in the source precedes the address.
  private static func port(in cause: [UInt8]) -> Int? {
    var afterHost: Int?
    var position = 0
    while position < cause.count {
      let start = position
      while position < cause.count, isDigit(cause[position]) { position += 1 }
      if position == start {
        position += 1
        continue
      }
      guard 2...5 ~= position - start else { continue }
      let port = Int(String(decoding: cause[start..<position], as: UTF8.self))
      if start > 4, cause[..<(start - 1)].suffix(4).elementsEqual("port".utf8) { return port }
      let isTime =
        cause[position...].first == UInt8(ascii: ":")
        && cause[position...].dropFirst().first.map(isDigit) ?? false
      if !isTime, isAfterHost(start, in: cause) { afterHost = port }
    }
    return afterHost
  }

  /// Whether a number follows a colon and the end of a host. A time and a part of an IPv6 address
  /// have a digit or a colon before it, and neither a letter nor four numbers.
  private static func isAfterHost(_ start: Int, in cause: [UInt8]) -> Bool {
    guard start > 1, cause[start - 1] == UInt8(ascii: ":") else { return false }
    let host = cause[..<(start - 1)]
    if host.last == UInt8(ascii: "]") { return true }
    let numbers = host.reversed().prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
    let isNamed =
      host.dropLast(numbers.count).last.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 } ?? false
    if isNamed { return true }
    return numbers.count { $0 == UInt8(ascii: ".") } == 3
  }
}

private func isDigit(_ byte: UInt8) -> Bool {
  UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}
