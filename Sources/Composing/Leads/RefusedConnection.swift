internal import Model
internal import Text

/// A connection that a service refused, as its clients report it.
enum RefusedConnection {
  /// Words that say so. The number of the error is 111 on Linux, 61 on macOS and 10061 on Windows.
  private static let words: [StaticString] = [
    "connection refused", "connection_refused", "connectionrefused", "econnrefused",
    "actively refused", "refused to connect", "errno 111]", "errno 61] connect",
    "error 111 connecting", "error 61 connecting", "error 10061",
  ]
  /// Words that say so only together: of JDBC for PostgreSQL, of MySQL, and of aiohttp.
  private static let pairs: [(StaticString, StaticString)] = [
    ("connection to ", " refused"), ("can't connect to ", " (111"), ("can't connect to ", " (61"),
    ("cannot connect to host ", "[connect call failed"),
  ]

  /// Whether a cause says that a service refused a connection.
  static func isIn(_ cause: [UInt8]) -> Bool {
    func has(_ words: StaticString) -> Bool { ByteSearch.first(words, in: cause) != nil }
    return words.contains(where: has) || pairs.contains { has($0.0) && has($0.1) }
  }

  /// The first port after the word, as in `port 5432` and `port=8080`; without one, the last
  /// after a host, as in `localhost:5432`, because a place in the source precedes the address.
  static func port(in cause: [UInt8]) -> Int? {
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
      if !isTime, isAfterHost(start, in: cause) || isInPair(start..<position, in: cause) {
        afterHost = port
      }
    }
    return afterHost
  }

  /// Whether a number follows a colon and the end of a host. A time and a part of an IPv6 address
  /// have a digit or a colon before it, and neither a letter nor four numbers. Node writes no
  /// brackets around `::1`.
  private static func isAfterHost(_ start: Int, in cause: [UInt8]) -> Bool {
    guard start > 1, cause[start - 1] == UInt8(ascii: ":") else { return false }
    let host = cause[..<(start - 1)]
    if host.last == UInt8(ascii: "]") { return true }
    let numbers = host.reversed().prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
    let isNamed =
      host.dropLast(numbers.count).last.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 } ?? false
    if isNamed { return true }
    let word = host.reversed().prefix { $0 > 0x20 && $0 != UInt8(ascii: "(") }
    if word.elementsEqual("::1".utf8.reversed()) { return true }
    return numbers.count { $0 == UInt8(ascii: ".") } == 3
  }

  /// Whether a number follows a quoted host in a pair of Python: `('127.0.0.1', 6379)`
  private static func isInPair(_ number: Range<Int>, in cause: [UInt8]) -> Bool {
    let before = cause[..<number.lowerBound].suffix(3)
    guard before.elementsEqual("', ".utf8) || before.elementsEqual("\", ".utf8),
      let after = cause[number.upperBound...].first
    else { return false }
    return after == UInt8(ascii: ")") || after == UInt8(ascii: ",")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

extension Message {
  /// Whether it is a failed test.
  var isFailedTest: Bool {
    urgency == .error && fingerprint?.utf8.starts(with: TestDigests.prefix.utf8) == true
  }

  /// Whether it is a test that failed because a service refused a connection. Then no code is at
  /// fault.
  var lacksService: Bool {
    isFailedTest && LikenessKeys.firstLine(of: self).map(RefusedConnection.isIn) ?? false
  }
}
