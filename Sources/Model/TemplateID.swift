/// Names by which templates find a fact or a category.
package enum TemplateID {
  /// A title as one word: `peakMemory` for "Peak memory", `npmAudit` for "npm audit".
  package static func of(_ title: String) -> String {
    let words = title.split { !$0.isLetter && !$0.isNumber }
    return words.enumerated().map { index, word in
      let start = word.prefix(1)
      return (index == 0 ? start.lowercased() : start.uppercased()) + word.dropFirst()
    }.joined()
  }
}
