internal import Text

/// The type of an exception in the line that states it.
enum ExceptionType {
  private static let endings = [
    "Error", "Exception", "Failure", "Fault", "Timeout", "Interrupt", "Exit",
  ]
  /// Parts of the names of types that only say that an assertion failed.
  private static let assertions = ["Assert", "Expectation", "ComparisonFailure"]

  /// The name without its packages: of the type at the beginning, as in `java.io.IOException: full`,
  /// or of the type in parentheses at the end. Nil if there is none, or if it only says that an
  /// assertion failed.
  static func name(in line: [UInt8]) -> String? {
    let start = line.prefix(while: isPart)
    let rest = line[start.endIndex...]
    let isMarked = start.last == UInt8(ascii: ":") && rest.starts(with: " ".utf8)
    if rest.isEmpty || isMarked || rest.starts(with: " : ".utf8) {
      if let name = name(of: start) { return name }
    }
    guard line.last == UInt8(ascii: ")"), let open = line.lastIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let end = line[(open + 1)..<(line.count - 1)]
    return end.allSatisfy(isPart) ? name(of: end) : nil
  }

  private static func name(of path: ArraySlice<UInt8>) -> String? {
    guard let last = path.split(whereSeparator: { !isPartOfName($0) }).last else { return nil }
    let name = String(decoding: last, as: UTF8.self)
    // JavaScript's plain `Error` has any cause.
    guard name != "Error", endings.contains(where: name.hasSuffix),
      !assertions.contains(where: { name.firstRange(of: $0) != nil })
    else { return nil }
    return name
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    isPartOfName(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "$")
      || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ":")
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
