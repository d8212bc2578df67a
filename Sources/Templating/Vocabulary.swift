/// The names that templates may use, in an order that scopes know: the id of a known name is its
/// place. Names that only templates use get the ids after those.
package struct Vocabulary: Sendable {
  package private(set) var names: [Name] = []
  /// How many of `names` somebody has said the meaning of.
  package let knownCount: Int
  private var ids: [String: Int] = [:]

  /// - Parameter known: each once; a repeated name keeps the id of its first place, and the later
  ///   place stays unused.
  package init(_ known: some Sequence<String> = []) {
    for text in known {
      let id = names.count
      names.append(Name(id: id, text: text))
      if ids[text] == nil { ids[text] = id }
    }
    knownCount = names.count
  }

  /// The name for `text`, which is the same each time.
  package mutating func intern(_ text: String) -> Name {
    if let id = ids[text] { return names[id] }
    let name = Name(id: names.count, text: text)
    names.append(name)
    ids[text] = name.id
    return name
  }

  /// The name for `text`, if it is known or some template has used it.
  package func name(_ text: String) -> Name? {
    ids[text].map { names[$0] }
  }

  package func isKnown(_ name: Name) -> Bool { name.id < knownCount }

  /// The words of the known names, for suggestions.
  package var knownWords: some Sequence<String> {
    names.prefix(knownCount).lazy.map(\.text)
  }
}
