import Composing
import Diagnostics
import Model
import Testing

@testable import Rendering

/// A component that includes the built-in one that it replaces, and replaces blocks of it.
@Suite struct SuperTests {
  private func sample() throws -> Report {
    var wide = message(.error, "Wide", category: "Tests", text: "Words")
    wide.location = Message.Location(file: "a.swift", line: 3)
    wide.actions = [Message.Action(title: "Retry", url: "https://example.org/r")]
    wide.properties = [Property("ticket", .text("OPS-1"))]
    return try report(dataset([wide, message(.warning, "Other", category: "Tests")]))
  }

  private func path(_ component: String, _ target: OutputFormat) -> String {
    "Templates/default/components/\(component).\(target.name)"
  }

  @Test(arguments: [OutputFormat.page, .mail, .markdown, .text])
  func aComponentAddsToTheOneThatItReplaces(in target: OutputFormat) throws {
    let report = try sample()
    let usual = try render(report, to: target)
    let file = path("sections", target)
    let own = try render(report, to: target, in: overlay([file: "{{> super}}\n"]))
    #expect(own == usual)
    let more = try render(
      report, to: target, in: overlay([file: "Own words\n\n{{> super}}\n"]))
    #expect(more.contains("Own words"))
    #expect(more.contains("Wide") && more.contains("Other"))
  }

  private static let blocks: [(String, [String])] = [
    ("message", ["title", "meta", "body", "actions"]), ("section", ["head", "before", "after"]),
  ]

  @Test(arguments: [OutputFormat.page, .mail, .markdown, .text])
  func everyBlockOfAMessageAndOfASectionIsReplaced(in target: OutputFormat) throws {
    let report = try sample()
    let usual = try render(report, to: target)
    for (name, blocks) in Self.blocks {
      let component = name == "section" && target != .page ? "sections" : name
      for block in blocks {
        // In Markdown and text, some blocks are whole lines.
        let isInLine =
          target == .page || block == "title" || block == "head"
          || block == "meta" && target == .markdown
        let end = isInLine ? "" : "\n"
        let value = name == "message" ? "{{properties.ticket}}" : "{{count}}"
        let text =
          "{{< super}}\(end){{$\(block)}}\(end)=own \(value)=\(end){{/\(block)}}\(end){{/super}}\n"
        let output = try render(report, to: target, in: overlay([path(component, target): text]))
        #expect(output.contains("=own "), "\(block) of \(component).\(target.name)")
        #expect(output != usual)
        if name == "message" {
          #expect(output.replacing("\\", with: "").contains("=own OPS-1="), "\(block) \(output)")
        }
        if block != "title" { #expect(output.contains("Wide")) }
        if block == "title" { #expect(output.contains("a.swift")) }
      }
    }
  }

  @Test func theBlocksOfAShellAddToIt() throws {
    let report = try sample()
    for (target, path) in [(OutputFormat.page, "page/shell.html"), (.mail, "mail/shell.html")] {
      let usual = try render(report, to: target)
      let text = """
        {{< super}}{{$head}}<meta name="author" content="{{title}}">
        {{/head}}{{$before}}<p>Before</p>
        {{/before}}{{$after}}<p>After</p>
        {{/after}}{{/super}}
        """
      let output = try render(
        report, to: target, in: overlay(["Templates/default/" + path: text]))
      let added = output.split(separator: "\n").filter { line in
        line.hasSuffix(">Before</p>") || line.hasSuffix(">After</p>")
          || line == "<meta name=\"author\" content=\"Nightly build\">"
      }
      #expect(added.count == 3)
      let others = output.split(separator: "\n").filter { !added.contains($0) }
      #expect(others == usual.split(separator: "\n"))
    }
  }

  @Test func superNeedsAComponentThatIsReplaced() throws {
    let files = [
      "Templates/default/report.md": "# {{title}}\n\n{{> own}}\n",
      "Templates/default/components/own.page": "<p>x</p>\n{{> super}}\n",
    ]
    let found = problems(rendering: try sample(), to: .page, with: files)
    #expect(found.map(\.id) == ["nothing-replaced"])
    #expect(found.first?.severity == .error)
    #expect(found.first?.location?.line == 2)
    #expect(found.first?.help.isEmpty == false)
    let document = problems(
      rendering: try sample(), to: .page,
      with: ["Templates/default/report.md": "# {{title}}\n\n{{> super}}\n"])
    #expect(document.map(\.id) == ["nothing-replaced"])
  }

  @Test func aReviewReadsTheReplacedComponent() throws {
    let store = overlay([
      path("message", .page): "{{< super}}{{$actions}}<b>x</b>{{/actions}}{{/super}}\n",
      path("section", .page): "{{> super}}\n",
    ])
    #expect(ScriptReview.problems(template: "default", in: store) == [])
    #expect(ShownParts.problems(template: "default", in: store, forms: templateForms) == [])
    let broken = overlay([path("message", .page): "<li>{{title}}</li>\n"])
    #expect(!ScriptReview.problems(template: "default", in: broken).isEmpty)
  }
}
