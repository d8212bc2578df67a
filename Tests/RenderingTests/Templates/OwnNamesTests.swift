import Composing
import Localization
import Model
import Testing
import Text

@testable import Rendering

/// Names with which a template asks for single facts, categories and own properties.
@Suite struct OwnNamesTests {
  private static let targets: [OutputFormat] = [.page, .mail, .markdown, .text]

  private func output(_ lines: String, _ dataset: Dataset, _ target: OutputFormat) throws -> String
  {
    let file = "Templates/default/components/own.\(target.name)"
    let store = overlay(["Templates/default/report.md": "{{> own}}\n", file: lines + "\n"])
    return try render(try report(dataset), to: target, in: store)
  }

  private func fact(_ title: String, _ value: String, number: Double? = nil) -> Dataset.Run.Fact {
    Dataset.Run.Fact(title: title, value: value, number: number)
  }

  private func sample() -> Dataset {
    var odd = message(.error, "Odd", category: "npm audit")
    odd.properties = [Property("ticket", .text("OPS-1")), Property("tries", .number(12_345))]
    var entry = TimelineEntry(when: .point(hours(1)), title: "Cut")
    entry.properties = [Property("by", .text("Ann"))]
    var all = dataset([odd, message(.warning, "Plain")], entries: [entry])
    var run = Dataset.Run(status: .completed, commit: "3f2c1ab9d8e7", branch: "main")
    run.facts = [
      Dataset.Run.Fact(title: "Coverage", value: "83.4 %", number: 83.4, kind: .coverage),
      Dataset.Run.Fact(title: "Python", value: "3.12", kind: .environment),
      fact("Peak memory", "3 GB", number: 3),
    ]
    run.facts[2].unit = "GB"
    run.properties = [Property("build", .number(41))]
    all.run = run
    return all
  }

  @Test(arguments: targets)
  func factsCategoriesAndPropertiesHaveNames(in target: OutputFormat) throws {
    let text = try output(
      """
      {{run.branch}}/{{run.commit}}/{{facts.branch}}/{{facts.commit}}
      {{facts.coverage}}={{facts.coverage.number}}={{run.facts.coverage.value}}
      {{facts.peakMemory.title}}:{{facts.peakMemory.number}}{{facts.peakMemory.unit}}
      {{#metrics}}m:{{id}} {{/metrics}}{{#environments}}e:{{id}}{{/environments}}
      {{#categories.npmAudit.messages}}c:{{title}}{{/categories.npmAudit.messages}}
      {{#categories.warning.messages}}w:{{title}}{{/categories.warning.messages}}
      {{categories.npmAudit}} {{categories.npmAudit.count}}
      {{run.properties.build}} {{#timeline.groups}}{{#entries}}{{properties.by}}{{/entries}}{{/timeline.groups}}
      {{#sections}}{{id}}[{{#messages}}{{properties.ticket}}{{#properties}} {{name}}-{{value}}{{/properties}}{{/messages}}]{{/sections}}
      """, sample(), target)
    for part in [
      "main/3f2c1ab9d8e7/main/3f2c1ab", "=83.4=", "Peak memory:3GB", "m:coverage m:peakMemory",
      "e:python", "c:Odd", "w:Plain", "npm audit 1", "41 Ann", "npm audit[",
      "ticket-OPS", "tries-12345]", "warning[]",
    ] {
      #expect(text.replacing("\\", with: "").contains(part), "\(part) in \(text)")
    }
  }

  /// An urgency is a section of the messages without a category, and may have the id of one.
  @Test func aCategoryMayHaveTheNameOfAnUrgency() throws {
    var all = dataset([message(.error, "Given", category: "error"), message(.error, "Plain")])
    all.categories = [Dataset.Category(id: "error", title: "Build")]
    let text = try output(
      "{{#categories}}{{title}}={{#messages}}{{title}}{{/messages}} {{/categories}}"
        + "({{#categories.error.messages}}{{title}}{{/categories.error.messages}})",
      all, .text)
    #expect(text.contains("Build=Given") && text.contains("=Plain") && text.contains("(Given)"))
  }

  /// An unknown id is blank and false, as any other value that a report does not have.
  @Test func aValueThatIsAbsentIsNotTakenFromOutside() throws {
    let text = try output(
      """
      <p>[{{facts.no}}{{facts.no.value}}{{#categories.no.messages}}x{{/categories.no.messages}}]
      {{#sections}}{{#messages}}(({{properties.build}}{{#properties.build}}x{{/properties.build}}{{id}})){{/messages}}{{/sections}}</p>
      """, sample(), .page)
    #expect(text.contains("[]"))
    #expect(text.contains("(())(())") || text.contains("(())\n(())"))
  }

  @Test func ownValuesCannotInject() throws {
    var dataset = sample()
    dataset.messages[0].properties = [
      Property("a", .text("<script>alert(1)</script>\"'&{{title}}")),
      Property("link", .text("javascript:alert(1)")),
      Property("good", .text("https://example.org/?a=1&b=2")),
    ]
    let line = """
      {{#sections}}{{#messages}}<p title="{{properties.a}}"><a href="{{properties.link}}">{{{properties.a}}}</a>\
      <a href="{{properties.good}}">{{#properties}}{{{value}}}{{/properties}}</a></p>{{/messages}}{{/sections}}
      """
    for target in [OutputFormat.page, .mail] {
      let text = try output(line, dataset, target)
      #expect(!text.contains("<script>alert"))
      #expect(!text.contains("href=\"javascript"))
      #expect(text.contains("&lt;script"))
      #expect(text.contains("{{title}}"))
      #expect(text.contains("href=\"https://example.org/?a=1&amp;b=2\""))
    }
    dataset.messages[0].properties = [Property("a", .text("**b** [x](javascript:1) <i>\n# h"))]
    let markdown = try output(
      "{{#sections}}{{#messages}}{{properties.a}}{{/messages}}{{/sections}}", dataset, .markdown)
    #expect(!markdown.contains("**b**") && !markdown.contains("[x](") && !markdown.contains("\n#"))
  }
}
