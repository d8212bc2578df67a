import Composing
import Text

extension OutputFormat {
  /// A comment of a pull request: what changed, with the rest folded. GitHub refuses a comment with
  /// more characters than this budget has bytes.
  package static let comment = OutputFormat(
    name: "comment", title: "a comment", fileName: "comment.md", endings: ["comment.md"],
    mimeType: "text/markdown", formatOfComponents: OutputFormat.markdown.name,
    budget: .limited(byDefault: 65_536)
  ) { job, outlet in
    var style = TargetStyle()
    style.messageLinks = job.report.url == nil ? .here : .hosted
    let target = MarkdownTarget(
      job, style, beginning: job.report.commentMarker, component: "comment")
    return target.render(to: outlet)
  }
}

extension Report {
  /// The first line of a comment, which is not shown. It is the same for each run of a project, so
  /// that a job finds the comment of an earlier run.
  fileprivate var commentMarker: String {
    let digest = SHA256.digest(of: project ?? title).prefix(8)
    let digits = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "<!-- tidemark report \(digits) -->\n"
  }
}
