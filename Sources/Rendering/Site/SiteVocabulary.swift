import Basics
import Templating

/// The names that a site's templates can use: those of a report, the site's own and the keys of phrases.
package enum SiteVocabulary {
  /// The names whose number is their place in this list, in every language: a record can then look a
  /// name up by its number.
  ///
  /// - Parameter own: The names that the site's records have, beside those of reports.
  package static func names(with own: [String]) -> [String] {
    Field.allCases.map(\.rawValue) + own
  }

  static func words(with own: [String], _ locale: Locale) -> Vocabulary {
    let keys = locale.stringKeys
    return Vocabulary(
      names(with: own) + keys,
      // Of two words that are as near to a wrong one, that of a report or a phrase is meant.
      suggesting: Field.allCases.map(\.rawValue) + keys + own)
  }
}
