import Localization
import Templating

/// The names for a site's templates: those of a report, the site's own and the keys of phrases.
package enum SiteVocabulary {
  /// The names with the same ids in every language: their indices in this list. Records can compare
  /// ids instead of texts.
  ///
  /// - Parameter own: The names of the site's records, in addition to those of reports.
  package static func names(with own: [String]) -> [String] {
    Field.names + own
  }

  static func words(with own: [String], _ locale: Locale) -> Vocabulary {
    let keys = locale.stringKeys
    return Vocabulary(
      names(with: own) + keys,
      // Of two equally similar names, a name of a report or a phrase is suggested.
      suggesting: Field.names + keys + own)
  }
}
