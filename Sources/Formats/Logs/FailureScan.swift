// Unsafe pointers: lines of large logs are scanned in place.

internal import Model

/// Scans a line once for signs of failure.
struct FailureScan {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The gravest sign in the line.
  var sign: FailureSign? {
    var hasFailure = false
    var index = 0
    while index < bytes.count {
      if index == 0 || !isWord(bytes[index - 1]) {
        switch sign(at: index) {
        case .death?: return .death
        case .failure?: hasFailure = true
        case nil: break
        }
      }
      index += 1
    }
    if isDeathOfJob { return .death }
    let isOther = isException || isMissingCommand || isError || hasPriority
    return hasFailure || isOther ? .failure : nil
  }

  /// Whether it is an error of klog: `E1120 03:12:00.1 7 a.go:3] no`
  private var isError: Bool {
    bytes.count > 8 && (bytes[0] == UInt8(ascii: "E") || bytes[0] == UInt8(ascii: "F"))
      && bytes[1...4].allSatisfy(isDigit) && bytes[5] == 0x20 && isDigit(bytes[6])
      && isDigit(bytes[7]) && bytes[8] == UInt8(ascii: ":")
  }

  /// Whether it begins with the priority of an error, as the kernel and services write it: `<3>app: no`
  private var hasPriority: Bool {
    guard byte(at: 0) == UInt8(ascii: "<") else { return false }
    let digits = bytes.dropFirst().prefix(4).prefix(while: isDigit)
    let value = digits.reduce(0) { $0 * 10 + Int($1 & 15) }
    // AsciiDoc writes `<1> text`, `readelf` `<1><2d>: text`, and translations have `<0>text</0>`.
    let isClosed = byte(at: digits.endIndex) == UInt8(ascii: ">")
    let next = byte(at: digits.endIndex + 1)
    guard 1...3 ~= digits.count, isClosed, value < 192, next > 0x20, next != UInt8(ascii: "<"),
      !bytes.indices.contains(where: { has(Array("</".utf8), at: $0) })
    else { return false }
    return LogLevel.ofSyslog(Double(value % 8)) == .error
  }

  /// Whether only bullets and rules precede an index.
  private func isFirst(_ index: Int) -> Bool {
    bytes[..<index].allSatisfy { $0 >= 0x80 || " \t>*!-|".utf8.contains($0) }
  }

  private func sign(at index: Int) -> FailureSign? {
    let first = lower(bytes[index])
    for phrase in FailurePhrases.all.beginning(with: first)
    where has(phrase.bytes, at: index) && (!phrase.isFirst || isFirst(index)) {
      // `errors: 0`, `not okay`, `✗ failed: 0`
      let end = index + phrase.bytes.count
      let last = phrase.bytes[phrase.bytes.count - 1]
      if !isWord(last) || last == UInt8(ascii: "_") || !isWord(byte(at: end)),
        !isZero(behind: end), last != 0x20 || !isZero(behind: endOfWord(at: end))
      {
        return phrase.sign
      }
    }
    if isDigit(bytes[index]) { return isCount(at: index) ? .failure : nil }
    if let sign = exit(at: index) { return sign }
    if isTotal(at: index) || isOutcome(at: index) { return .failure }
    return isLevel(at: index) ? .failure : nil
  }

  private func endOfWord(at index: Int) -> Int {
    var end = index
    while isWord(byte(at: end)) { end += 1 }
    return end
  }

  // MARK: Numbers

  private static let counted = ["failed", "failing", "failures", "failure", "errors", "error"].map {
    Array($0.utf8)
  }

  /// `2 failed`, `1 error`, but not `0 errors` and `404 error pages`.
  private func isCount(at index: Int) -> Bool {
    guard index == 0 || !".:-/#".utf8.contains(bytes[index - 1]), !isOfNone(index) else {
      return false
    }
    var (end, value) = (index, 0)
    while isDigit(byte(at: end)), end - index < 9 {
      value = value * 10 + Int(bytes[end] & 15)
      end += 1
    }
    guard value > 0, byte(at: end) == 0x20 else { return false }
    end += 1
    for noun in ["tests ", "test "] where has(Array(noun.utf8), at: end) { end += noun.utf8.count }
    return Self.counted.contains { word in
      guard has(word, at: end) else { return false }
      let next = byte(at: end + word.count)
      // `There were 2 failures:`
      let isHeading = next == UInt8(ascii: ":") && end + word.count + 1 == bytes.count
      return next == 0 || isHeading || ",;.)(]".utf8.contains(next)
        || next == 0x20 && !isWord(byte(at: end + word.count + 1))
        || next == 0x20 && isJoining(at: end + word.count + 1)
    }
  }

  /// Whether a number is the total of a count of zero: `0 of 3 tests failed`.
  private func isOfNone(_ index: Int) -> Bool {
    bytes[..<index].suffix(5).elementsEqual("0 of ".utf8)
      && (index < 6 || !isDigit(bytes[index - 6]))
  }

  private static let joining = ["and ", "in ", "of ", "generated", "found", "out of ", "during "]
    .map {
      Array($0.utf8)
    }

  private func isJoining(at index: Int) -> Bool {
    Self.joining.contains { has($0, at: index) }
  }

  private static let totals = [
    "failures", "failed", "errors", "fail", "errorcount", "fatalerrorcount", "failurecount",
    "numfailedtests", "unreachable",
  ].map { Array($0.utf8) }

  /// `Failures: 1`, `failures=1`, `failures="1"`, `"errorCount": 1`
  private func isTotal(at index: Int) -> Bool {
    Self.totals.contains { word in
      guard has(word, at: index) else { return false }
      var end = index + word.count
      if byte(at: end) == UInt8(ascii: "\"") { end += 1 }
      guard byte(at: end) == UInt8(ascii: ":") || byte(at: end) == UInt8(ascii: "=") else {
        return false
      }
      end += 1
      while byte(at: end) == 0x20 || byte(at: end) == UInt8(ascii: "\"") { end += 1 }
      return UInt8(ascii: "1")...UInt8(ascii: "9") ~= byte(at: end)
    }
  }

  private static let results = FailureSign.results.map { Array($0.lowercased().utf8) }
  private static let outcomes = FailureSign.failures.map { Array($0.utf8) }

  /// `result="Failed"`, `"status": "error"`
  private func isOutcome(at index: Int) -> Bool {
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
    var before = index - 1
    while byte(at: before) == 0x20 { before -= 1 }
    guard byte(at: before) == UInt8(ascii: "=") || byte(at: before) == UInt8(ascii: ":") else {
      return false
    }
    before -= 1
    while byte(at: before) == 0x20 || byte(at: before) == quote { before -= 1 }
    guard Self.results.contains(where: { isEnd($0, at: before) }) else { return false }
    return Self.outcomes.contains { word in
      has(word, at: index + 1) && byte(at: index + 1 + word.count) == quote
    }
  }

  private static let exits = ["exited", "exits", "exiting", "exit", "returned"].map {
    Array($0.utf8)
  }
  private static let betweenExits = ["with", "code", "status", "value", "exit"].map {
    Array($0.utf8)
  }

  /// `exit code 1`, `exited with status 137`. A status above 128 means a signal.
  private func exit(at index: Int) -> FailureSign? {
    guard let word = Self.exits.first(where: { has($0, at: index) }) else { return nil }
    var end = index + word.count
    var words = 0
    while true {
      while byte(at: end) == 0x20 || byte(at: end) == UInt8(ascii: ":") { end += 1 }
      guard let next = Self.betweenExits.first(where: { has($0, at: end) }) else { break }
      end += next.count
      words += 1
    }
    guard words > 0, isDigit(byte(at: end)) else { return nil }
    var value = 0
    while isDigit(byte(at: end)), value < 1_000 {
      value = value * 10 + Int(bytes[end] & 15)
      end += 1
    }
    return value == 0 ? nil : 129...159 ~= value ? .death : .failure
  }

  // MARK: Words in capitals

  private static let levels = [
    "FAIL", "FAILED", "FAILURE", "FAILURES", "ERROR", "FATAL", "CRITICAL", "SEVERE", "PANIC",
    "EMERG", "CRIT", "ERRORS", "ERR",
  ].map { Array($0.utf8) }
  /// The largest distance of a record's level from the start of a line, in bytes.
  private static let longestHead = 80

  private func isLevel(at index: Int) -> Bool {
    guard index < Self.longestHead, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[index],
      index == 0 || " \t[(|<:*=".utf8.contains(bytes[index - 1])
    else { return false }
    return Self.levels.contains { word in
      guard index + word.count <= bytes.count,
        bytes[index..<index + word.count].elementsEqual(word)
      else { return false }
      let next = byte(at: index + word.count)
      return (next == 0 || " \t]):|>!*,;.".utf8.contains(next))
        && !isZero(behind: index + word.count)
    }
  }

  /// Whether a 0 follows a word: `FAIL: 0`, but not the seconds of `***Failed  0.01 sec`.
  private func isZero(behind index: Int) -> Bool {
    var index = index
    while [0x20, UInt8(ascii: ":"), UInt8(ascii: "=")].contains(byte(at: index)) { index += 1 }
    guard byte(at: index) == UInt8(ascii: "0") else { return false }
    let next = byte(at: index + 1)
    return !isWord(next) && (next != UInt8(ascii: ".") || !isDigit(byte(at: index + 2)))
  }

  // MARK: Exceptions and jobs

  /// `java.lang.IllegalStateException: no`, `TypeError: x is not a function`,
  /// `AssertionError [ERR_ASSERTION]: no`
  private var isException: Bool {
    var end = 0
    while isWord(byte(at: end)) || byte(at: end) == UInt8(ascii: ".")
      || byte(at: end) == UInt8(ascii: "$")
    { end += 1 }
    if hasExceptionInBrackets { return true }
    let isCode = byte(at: end) == 0x20 && byte(at: end + 1) == UInt8(ascii: "[")
    guard end > 0, isCode || end == bytes.count || bytes[end] == UInt8(ascii: ":"),
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[0] || bytes[..<end].contains(UInt8(ascii: "."))
    else { return false }
    let name = bytes[..<end]
    return name.count > 5 && name.suffix(5).elementsEqual("Error".utf8)
      || name.suffix(9).elementsEqual("Exception".utf8)
  }

  /// `a.rb:3:in 'f': undefined method (NoMethodError)`, `** (RuntimeError) no`
  private var hasExceptionInBrackets: Bool {
    guard let close = bytes.lastIndex(of: UInt8(ascii: ")")), close > 6 else { return false }
    let word = bytes[..<close].suffix(60).reversed().prefix(while: isWord)
    return word.starts(with: "rorrE".utf8) && word.count > 5
      && byte(at: close - word.count - 1) == UInt8(ascii: "(")
  }

  private static let deaths = [
    "killed", "terminated", "aborted", "hangup", "quit", "alarm clock", "abort",
  ].map { Array($0.utf8) }

  /// Whether a job died: `Killed`, `run.sh: line 3: 123 Terminated  ./x`, `zsh: killed  ./x`.
  private var isDeathOfJob: Bool {
    for index in bytes.indices.prefix(200) where index == 0 || !isWord(bytes[index - 1]) {
      for word in Self.deaths where has(word, at: index) {
        let end = index + word.count
        guard !isWord(byte(at: end)) else { continue }
        if index == 0 {
          let rest = bytes[end...].drop { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "!") }
          if rest.isEmpty || rest.starts(with: ": ".utf8) || rest.starts(with: "  ".utf8) {
            return true
          }
        } else if isJob(bytes[..<index]) {
          return true
        }
      }
    }
    return false
  }

  private static let endsOfShells = [
    ": not found", ": permission denied", ": no such file or directory", ": unbound variable",
  ].map { Array($0.utf8) }

  /// Whether a shell could not start a command: `sh: 1: gcc: not found`,
  /// `./a.sh: line 3: ./b: Permission denied`
  private var isMissingCommand: Bool {
    guard Self.endsOfShells.contains(where: { has($0, at: bytes.count - $0.count) }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return isJob(bytes[...colon]) || isLine(behind: colon)
  }

  /// Whether the line of a script follows the colon after its name.
  private func isLine(behind colon: Int) -> Bool {
    let mark = Array(" line ".utf8)
    var index = colon + 1 + mark.count
    guard has(mark, at: colon + 1), isDigit(byte(at: index)) else { return false }
    while isDigit(byte(at: index)) { index += 1 }
    return byte(at: index) == UInt8(ascii: ":")
  }

  private static let shells = ["zsh", "bash", "sh", "dash", "ksh", "fish"]

  /// Whether a shell names a job this way: a number at the end, or its own name and a colon.
  private func isJob(_ head: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let words = head.split(separator: 0x20)
    guard let last = words.last else { return false }
    if words.count == 1, last.last == UInt8(ascii: ":") { return Self.isShell(last.dropLast()) }
    // `[1]+  Killed`, `line 3:  1234 Killed`
    if words.count == 1, last.first == UInt8(ascii: "[") {
      return last.dropFirst().first.map(isDigit) ?? false
    }
    return last.allSatisfy(isDigit)
      && (words.count > 1
        && (words[words.count - 2].last == UInt8(ascii: ":")
          || words[words.count - 2].first == UInt8(ascii: "[")))
  }

  private static func isShell(_ path: some Collection<UInt8>) -> Bool {
    let name = String(decoding: path, as: UTF8.self)
    return shells.contains(name.split(separator: "/").last.map(String.init) ?? "")
  }

  // MARK: Bytes

  /// The byte at an index; 0 outside of the line.
  private func byte(at index: Int) -> UInt8 {
    bytes.indices.contains(index) ? bytes[index] : 0
  }

  private func has(_ word: [UInt8], at index: Int) -> Bool {
    guard index >= 0, index + word.count <= bytes.count else { return false }
    for (offset, byte) in word.enumerated() where lower(bytes[index + offset]) != byte {
      return false
    }
    return true
  }

  /// Whether a whole word ends at an index.
  private func isEnd(_ word: [UInt8], at index: Int) -> Bool {
    let start = index - word.count + 1
    return start >= 0 && has(word, at: start) && !isWord(byte(at: start - 1))
  }

  private func lower(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private func isWord(_ byte: UInt8) -> Bool {
    SourceLine.isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
