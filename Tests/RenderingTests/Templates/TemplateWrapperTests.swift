import Composing
import Diagnostics
import Model
import Testing

@testable import Rendering

/// The templates around a page's content and around the parts of its document.
@Suite struct TemplateWrapperTests {
  private static let page = "Templates/default/page/"
  private static let document = "Lead\n\n## One\n\nFirst\n\n## Two\n\nSecond\n"

  /// The body of a page whose shell is nothing but its content, unless `files` has another.
  private func rendered(_ files: [String: String]) throws -> String {
    let all = [
      "Templates/default/report.md": Self.document,
      Self.page + "shell.html": "<!DOCTYPE html>\n<body>{{{content}}}</body>\n",
    ].merging(files) { $1 }
    return try render(try report(Dataset()), to: .page, in: overlay(all))
  }

  @Test func partsStandInTheTemplatesElements() throws {
    let output = try rendered([
      Self.page + "lead.html": "<header>{{{content}}}</header>\n",
      Self.page + "part.html": "<article data-part=\"{{position}}\">{{{content}}}</article>\n",
      Self.page + "parts.html": "<main>{{{content}}}</main>\n",
    ])
    #expect(
      output == """
        <!DOCTYPE html>
        <body><header><p dir="auto">Lead</p>
        </header>
        <main><article data-part="1"><h2 id="part-1" dir="auto">One</h2>
        <p dir="auto">First</p>
        </article>
        <article data-part="2"><h2 id="part-2" dir="auto">Two</h2>
        <p dir="auto">Second</p>
        </article>
        </main>
        </body>

        """)
  }

  @Test func aWrapperWithoutContentIsNotUsedAndNamed() throws {
    let files = [
      "Templates/default/report.md": Self.document,
      Self.page + "shell.html": "<!DOCTYPE html>\n<body>{{{content}}}</body>\n",
      Self.page + "lead.html": "<header></header>\n",
    ]
    let renderer = ReportRenderer(
      try report(Dataset()), store: overlay(files), theme: "horizon", options: RenderOptions(),
      threads: 1)
    let (output, problems) = renderer.string(.page)
    #expect(output.contains("<body><p dir=\"auto\">Lead</p>\n<div class=\"parts\">"))
    #expect(problems.map(\.id) == ["unused-file"])
    #expect(problems.first?.location?.file.hasSuffix("page/lead.html") == true)
  }

  @Test func contentMayStandInASection() throws {
    let output = try rendered([
      Self.page + "shell.html":
        "<!DOCTYPE html>\n{{#title}}<body>{{{content}}}</body>{{/title}}<!-- end -->\n"
    ])
    #expect(output.hasSuffix("</div>\n</body><!-- end -->\n"))
  }

  @Test func aShellWithoutContentIsAnError() throws {
    let files = [Self.page + "shell.html": "<!DOCTYPE html>\n<body></body>\n"]
    let found = problems(rendering: try report(Dataset()), to: .page, with: files)
    #expect(found.map(\.id) == ["no-shell"])
  }
}
