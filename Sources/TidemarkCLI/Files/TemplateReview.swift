import Composing
import Diagnostics
import Localization
import Pipeline
import Publishing
import Rendering

/// The checks of a user's template and theme beyond those of a rendering, for `check` and `preview`.
struct TemplateReview {
  private let loader: AssetLoader
  private let formats: [OutputFormat]
  private let report: Report

  /// - Parameter formats: The outputs in use.
  init(_ loader: AssetLoader, _ report: Report, _ formats: [OutputFormat]) {
    (self.loader, self.report, self.formats) = (loader, report, formats)
  }

  /// The problems, followed by notes about what each output shows.
  var problems: [Diagnostic] {
    // Tests check the built-in files.
    if loader.folders.isEmpty { return [] }
    let (store, template) = (loader.assets.store, loader.assets.template)
    var problems = loader.unchanged
    if formats.contains(.page) {
      problems += SiteTemplates.problems(
        template: template, theme: loader.assets.theme, in: store, locale: report.locale)
    }
    guard loader.hasOwnTemplate else { return problems }
    let forms = formats.filter { $0.usesTemplate && $0.formatOfComponents == nil }.map(\.name)
    let shown = ShownFiles(of: report, template: template, in: store, formats: formats)
    problems += shown.loadProblems
    if formats.contains(.page) {
      problems += ScriptReview.problems(template: template, in: store)
    }
    problems += ShownParts.problems(template: template, in: store, forms: forms)
    problems += StringsReview.problems(template: template, in: store)
    problems += MarkupReview.problems(template: template, in: store, forms: forms)
    problems += shown.unknownIDs + shown.problems
    let misspelled = Set(
      loader.problems.filter { $0.id == "unknown-file" }.compactMap(\.location?.file))
    problems.removeAll { problem in
      guard let file = problem.location?.file else { return false }
      return problem.id == "component-not-shown" && misspelled.contains(file)
    }
    return problems + shown.notes
  }
}
