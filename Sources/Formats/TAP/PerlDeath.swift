internal import Text

/// The message with which a Perl script dies: `no database at t/login.t line 3.`
///
/// A warning has the same form. So a message is a sign of a failure only at the end of a stream,
/// unless it is one of the warnings of Perl itself.
enum PerlDeath {
  private static let longestLine = 2_000

  static func isDeath(_ line: String) -> Bool {
    let line = line.prefix(longestLine)
    guard line.utf8.last == UInt8(ascii: "."), line.utf8.first.map({ $0 > 0x20 }) ?? false else {
      return false
    }
    let words = line.dropLast().split(separator: " ")
    let isPlaced = words.indices.dropFirst(2).dropLast().contains { index in
      words[index] == "line" && words[index - 2] == "at"
        && words[index - 1].contains { $0 == "." || $0 == "/" || $0 == "-" }
        && words[index + 1].utf8.first.map { 0x30...0x39 ~= $0 } ?? false
    }
    return isPlaced && !warnings.contains { line.firstRange(of: $0) != nil }
  }

  /// Whether a line is a part of the stack below such a message.
  static func isTrace(_ line: String) -> Bool {
    line.hasPrefix("\t") && line.prefix(longestLine).firstRange(of: " called at ") != nil
  }

  /// Parts of the warnings of Perl.
  private static let warnings = [
    "uninitialized", "isn't numeric", "redefined", "experimental", "deprecated", "used only once",
    "Odd number of elements", "Reference found where", "Wide character", "Deep recursion",
    "Useless use", "closed filehandle", "unopened filehandle", "masks earlier declaration",
    "will not stay shared", "outside of string", "is discouraged", "Possible ", "Unquoted string",
    "Scalar value ", "Found = in conditional", "Statement unlikely to be reached",
  ]
}
