internal import Text

/// Finds the places of a failure in a .NET trace: `at Class.Method(String a) in src/File.cs:line 12`.
/// The words around the path are in the language of the system.
package enum DotNetTrace {
  /// The beginnings of methods in libraries of assertions.
  private static let foreign = [
    "NUnit.Framework.", "Xunit.", "Microsoft.VisualStudio.TestTools.",
    "Microsoft.VisualStudio.TestPlatform.", "System.", "FluentAssertions.", "AwesomeAssertions.",
    "Shouldly.", "Moq.", "NSubstitute.", "TUnit.",
  ]
  private static let mostLines = 1_000
  private static let longestLine = 4_000

  /// NUnit and xUnit.net write these lines before an inner exception. Elsewhere it comes first.
  private static let inner = ["--InnerException", "----- Inner Stack Trace -----"]

  /// The first place outside of assertion libraries, of the innermost exception with such a place;
  /// else the first place.
  package static func place(in trace: String) -> (path: String, line: Int)? {
    var first: (path: String, line: Int)?
    var own: (path: String, line: Int)?
    var isFound = false
    var seen = 0
    for line in trace.utf8.split(separator: UInt8(ascii: "\n")) {
      seen += 1
      if seen > mostLines { break }
      if inner.contains(where: { line.drop(while: PlainText.isBlank).starts(with: $0.utf8) }) {
        isFound = false
      }
      guard !isFound, line.count <= longestLine, let found = place(of: line) else { continue }
      if !found.isForeign { (own, isFound) = ((found.path, found.line), true) }
      first = first ?? (found.path, found.line)
    }
    return own ?? first
  }

  /// The outermost line of the test's class.
  ///
  /// - Parameter className: The class with its namespaces.
  package static func test(
    in trace: String, ofClass className: String
  ) -> (path: String, line: Int)? {
    let call = " " + className
    let lines = trace.utf8.split(separator: UInt8(ascii: "\n")).prefix(mostLines)
    return lines.reversed().lazy.compactMap { line in
      let words = line.drop(while: PlainText.isBlank).drop { $0 != 0x20 }
      guard line.count <= longestLine, words.starts(with: call.utf8),
        // An asynchronous method is a class in the test's class: `CartTests.<Adds>d__1.MoveNext()`.
        words.dropFirst(call.utf8.count).first.map({ ".+`".utf8.contains($0) }) ?? false
      else { return nil }
      return place(of: line).map { ($0.path, $0.line) }
    }.first
  }

  private static func place(
    of line: Substring.UTF8View
  ) -> (path: String, line: Int, isForeign: Bool)? {
    var bytes = Array(line.drop(while: PlainText.isBlank))
    // The end may be `:line 12`, `:Zeile 12.` or `:行号 12`.
    while let last = bytes.last, PlainText.isBlank(last) || last == UInt8(ascii: ".") {
      bytes.removeLast()
    }
    let digits = bytes.reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    let number = Int(String(decoding: bytes.suffix(digits), as: UTF8.self))
    let head = bytes.dropLast(digits)
    guard digits > 0, let number, number > 0, head.last == 0x20,
      let colon = head.lastIndex(of: UInt8(ascii: ":")), colon + 2 < head.endIndex,
      let start = startOfPath(in: bytes, before: colon)
    else { return nil }
    let path = String(decoding: bytes[start..<colon], as: UTF8.self)
    guard path.contains(".") else { return nil }
    // After `at `.
    let method = bytes.drop { $0 != 0x20 }.dropFirst()
    let isForeign = foreign.contains { method.starts(with: $0.utf8) }
    return (path, number, isForeign)
  }

  /// The index after the first `) word `, which ends the parameters.
  private static func startOfPath(in bytes: [UInt8], before end: Int) -> Int? {
    var index = 0
    while let close = bytes[index..<end].firstIndex(of: UInt8(ascii: ")")) {
      index = close + 1
      guard index < end, bytes[index] == 0x20,
        let space = bytes[(index + 1)..<end].firstIndex(of: 0x20), space > index + 1,
        !bytes[(index + 1)..<space].contains(where: { $0 == UInt8(ascii: "(") }),
        space + 1 < end
      else { continue }
      return space + 1
    }
    return nil
  }
}
