import Composing
import Diagnostics
import Rendering

/// A page of a project, with the files that it links.
struct RenderedPage {
  var bytes: [UInt8]
  /// Its style sheet and its script.
  var assets: [PageAsset]
}

extension Publisher {
  /// Renders the page of a run or of a comparison.
  ///
  /// - Parameter root: The address of the project's folder as seen from the page.
  func render(
    _ report: Report, _ trail: String, recent: String = "", _ site: SiteRenderer,
    below root: String,
    _ problems: inout [Diagnostic]
  ) throws(PublishError) -> RenderedPage {
    progress("rendering", "")
    var options = presentation
    options.attachedFiles = .beside
    let (page, assets, found) = ReportRenderer(
      report, store: store, template: template, theme: theme, options: options,
      frame: site.frame(above: trail, below: "", recent: recent)
    ).linkedPage(assetsIn: root + AssetLinks.folder + "/")
    for problem in found where !problems.contains(problem) { problems.append(problem) }
    guard !strictness.isFailing(problems) else { throw .refused(problems, .input) }
    guard PageFrame.hasRegions(page) else {
      problems.append(
        Diagnostic(
          .error, "no-shell",
          "template '\(template)' has no {{{above}}} and {{{below}}} in its page/shell.html, where a "
            + "site links to the runs before and after"))
      throw .refused(problems, .usage)
    }
    // A user's template may contain style and script instead.
    let names = AssetLinks.names(in: page)
    return RenderedPage(bytes: page, assets: assets.filter { names.contains($0.name) })
  }
}
