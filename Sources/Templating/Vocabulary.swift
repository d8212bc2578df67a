/// The names that templates may use. The id of a known name is its index; names that occur only in
/// templates get the ids after those.
package struct Vocabulary: Sendable {
  package private(set) var names: [Name] = []
  /// The number of `names` that have a meaning.
  package let knownCount: Int
  /// The known names, for suggestions: of equally similar ones the first is suggested.
  package let knownWords: [String]
  /// The names of lists whose records are found by ids, which may be any words.
  package let listsWithIDs: Set<String>
  private var ids: [String: Int] = [:]

  /// - Parameters:
  ///   - known: each once. A repeated name keeps the id of its first occurrence; the other id is
  ///     unused.
  ///   - listsWithIDs: the names of lists whose records are found by ids.
  ///   - suggesting: the same names in the order of suggestions, if that differs.
  package init(
    _ known: [String] = [], suggesting: [String]? = nil, listsWithIDs: Set<String> = []
  ) {
    self.listsWithIDs = listsWithIDs
    knownWords = suggesting ?? known
    // Reserves capacity for the words of templates, because every process creates a vocabulary.
    names.reserveCapacity(known.count + 64)
    ids.reserveCapacity(known.count + 64)
    for (id, text) in known.enumerated() {
      names.append(Name(id: id, text: text))
      let first = ids.updateValue(id, forKey: text)
      if let first { ids[text] = first }
    }
    knownCount = known.count
  }

  /// The name for `text`, added if necessary.
  package mutating func intern(_ text: String) -> Name {
    if let id = ids[text] { return names[id] }
    let name = Name(id: names.count, text: text)
    names.append(name)
    ids[text] = name.id
    return name
  }

  /// The name for `text`; nil if it is neither known nor used by a template.
  package func name(_ text: String) -> Name? {
    ids[text].map { names[$0] }
  }

  package func isKnown(_ name: Name) -> Bool { name.id < knownCount }

  /// The first unknown part of a dotted name. The part after a list may be an id.
  func firstUnknown(_ parts: ArraySlice<Name>) -> Name? {
    var mayBeID = false
    for part in parts {
      if !mayBeID, !isKnown(part) { return part }
      mayBeID = !mayBeID && listsWithIDs.contains(part.text)
    }
    return nil
  }
}
