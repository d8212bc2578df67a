internal import Text

/// A pattern of a CODEOWNERS file. It is like a pattern of `.gitignore`, but `docs/*` matches only
/// files directly in the folder, and there are no ranges.
struct OwnersPattern {
  /// A character of a pattern. An escaped character is not a wildcard.
  struct Token: Equatable {
    var scalar: Unicode.Scalar
    var isEscaped = false

    var isWildcard: Bool { !isEscaped && (scalar == "*" || scalar == "?") }
  }

  enum Kind {
    /// A path from the root without wildcards.
    case path(String)
    /// A name at any depth without wildcards.
    case name(String)
    /// Any other pattern: globs for a path with a leading slash, and bytes that it must contain.
    case globs([Glob], part: [UInt8])
  }

  let kind: Kind
  /// Whether the pattern ends with a slash, so that it matches only files below the folder.
  let isFolder: Bool
  /// The most steps of a comparison per byte of a path.
  let steps: Int

  /// Returns nil for a pattern without a name, such as `/`.
  init?(_ tokens: [Token]) {
    steps = tokens.count * 2
    let parts = tokens.split { $0.scalar == "/" }
    guard let last = parts.last else { return nil }
    isFolder = tokens.last?.scalar == "/"
    let isName = parts.count == 1 && tokens.first?.scalar != "/"
    guard tokens.contains(where: \.isWildcard) else {
      let path = parts.map { Self.text($0) }.joined(separator: "/")
      kind = isName ? .name(path) : .path(path)
      return
    }
    let glob =
      (isName ? "/**/" : "/") + parts.map { $0.map(Self.globbed).joined() }.joined(separator: "/")
    // Unless the last part is `*`, it may be a folder, so everything below it matches, too.
    let isOpen = last.allSatisfy { $0.isWildcard && $0.scalar == "*" }
    let whole = isFolder ? [] : [Glob(glob)]
    kind = .globs(
      whole + (isFolder || !isOpen ? [Glob(glob + "/**")] : []), part: Self.longestText(parts))
  }

  /// Whether one of the globs matches a path with a leading slash.
  func matchesGlob(_ path: String) -> Bool {
    guard case .globs(let globs, _) = kind else { return false }
    return globs.contains { $0.matches(path) }
  }

  private static func text(_ tokens: some Sequence<Token>) -> String {
    var text = String.UnicodeScalarView()
    for token in tokens { text.append(token.scalar) }
    return String(text)
  }

  private static func globbed(_ token: Token) -> String {
    let isPlain =
      token.scalar != "[" && (token.isWildcard || token.scalar != "*" && token.scalar != "?")
    return isPlain ? String(token.scalar) : "[\(token.scalar)]"
  }

  /// The bytes of the longest run without a wildcard.
  private static func longestText(_ parts: [ArraySlice<Token>]) -> [UInt8] {
    let runs = parts.flatMap { $0.split(whereSeparator: \.isWildcard) }
    return runs.map { Array(text($0).utf8) }.max { $0.count < $1.count } ?? []
  }
}
