package import Diagnostics
package import Localization
package import Rendering

/// The templates of a site's own pages.
package enum SiteTemplates {
  /// Returns the problems in the site's templates of a template and a theme.
  package static func problems(
    template: String, theme: String, in store: AssetStore, locale: Locale
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    let renderer = SiteRenderer(
      template: template, theme: theme, in: store, locale: locale, names: SiteRecord.names,
      hasIndex: true, problems: &problems)
    return problems + (renderer?.unusedFiles ?? [])
  }
}
