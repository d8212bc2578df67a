extension String {
  /// At most `limit` grapheme clusters; where something is left out, the last of them is "…".
  package func truncated(toClusters limit: Int) -> String {
    // A cluster takes at least one byte.
    if utf8.count <= limit { return self }
    guard limit > 0 else { return "" }
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<index(before: end)].withoutTrailingSpaces + "…"
  }

  /// At most `limit` columns of a terminal; where something is left out, the last of them is "…".
  package func truncated(toColumns limit: Int) -> String {
    // No byte takes more than a column: wide characters have three bytes or more.
    if utf8.count <= limit { return self }
    guard limit > 0 else { return "" }
    var columns = 0
    // Where the text ends if one more column is needed for the sign.
    var cut = startIndex
    var index = startIndex
    while index < endIndex {
      columns += TextWidth.columns(of: self[index])
      formIndex(after: &index)
      if columns < limit { cut = index }
      if columns > limit { return self[..<cut].withoutTrailingSpaces + "…" }
    }
    return self
  }

  /// Spaces after the text up to `columns`; a longer text stays as it is.
  package func padded(toColumns columns: Int) -> String {
    let missing = columns - TextWidth.columns(of: self)
    return missing > 0 ? self + String(repeating: " ", count: missing) : self
  }
}

extension Substring {
  fileprivate var withoutTrailingSpaces: String {
    var rest = self
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
