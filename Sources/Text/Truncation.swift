extension String {
  /// The text cut to `limit` grapheme clusters. If it is cut, the last one is "…".
  package func truncated(toClusters limit: Int) -> String {
    // A cluster takes at least one byte.
    if utf8.count <= limit { return self }
    guard limit > 0 else { return "" }
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<index(before: end)].withoutTrailingSpaces + "…"
  }

  /// The text cut to `limit` terminal columns. If it is cut, the last one is "…".
  package func truncated(toColumns limit: Int) -> String {
    // No byte takes more than a column, as wide characters have at least three bytes.
    if utf8.count <= limit { return self }
    guard limit > 0 else { return "" }
    var columns = 0
    // The end of the text if one more column is needed for the ellipsis.
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

  /// The text padded with spaces to `columns`; unchanged if it is longer.
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
