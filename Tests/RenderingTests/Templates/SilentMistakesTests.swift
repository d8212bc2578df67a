import Diagnostics
import Model
import Testing

@testable import Rendering

/// Mistakes of a template's author that would otherwise show nothing, or something wrong.
@Suite struct SilentMistakesTests {
  private static let root = "Templates/default/"

  /// The diagnostics of a template's files, each as a line of text.
  private func found(
    _ files: [String: String], to target: OutputFormat = .page
  ) throws -> [String] {
    let night = try report(dataset([message(.error, "a"), message(.warning, "b")]))
    let placed = files.map { (Self.root + $0.key, $0.value) }
    return problems(
      rendering: night, to: target, with: Dictionary(placed) { first, _ in first }
    ).map { problem in
      let place = problem.location.map {
        "\($0.file.dropFirst(Self.root.count)):\($0.line):\($0.column): "
      }
      return (place ?? "") + "\(problem.severity): \(problem.summary) [\(problem.id)] "
        + problem.help.joined(separator: "; ")
    }
  }

  /// A component that a report without a run never shows.
  private func inBranch(_ tags: String) -> [String: String] {
    ["components/run.page": "{{#run}}{{#isAlarming}}\n\(tags)\n{{/isAlarming}}{{/run}}\n"]
  }

  @Test func anOwnPropertyWithoutItsRecordIsThatOfTheRun() throws {
    let lines = try found(["report.md": "# {{title}}\n\n{{properties.curator}}\n\n{{> sections}}\n"]
    )
    #expect(
      lines.contains(
        "report.md:3:1: warning: unknown name 'properties.curator' in this section [unknown-name] "
          + "did you mean 'run.properties.curator'?"))
  }

  @Test func aNameThatNoRecordHasIsAnErrorInEveryBranch() throws {
    #expect(
      try found(inBranch("{{headlin}}")) == [
        "components/run.page:2:1: error: unknown name 'headlin' [unknown-name] "
          + "did you mean 'headline'?"
      ])
  }

  @Test func aNameOfAnotherRecordIsAWarningInEveryBranch() throws {
    #expect(
      try found(inBranch("{{seeAll}}")) == [
        "components/run.page:2:1: warning: unknown name 'seeAll' in this section [unknown-name] "
          + "did you mean 'preview.seeAll'?"
      ])
    #expect(
      try found(inBranch("{{#facts}}{{value}} {{run.title}}{{/facts}}")) == [
        "components/run.page:2:21: warning: unknown name 'run.title': 'run' does not have it "
          + "[unknown-name] it is a field of another kind of record"
      ])
    #expect(
      try found(["report.md": "# {{title}}\n\n{{branch}}\n"]) == [
        "report.md:3:1: warning: unknown name 'branch' in this section [unknown-name] "
          + "did you mean 'run.branch'?"
      ])
    #expect(
      try found(["report.md": "# {{title}}\n\n{{^messages}}None{{/messages}}\n"]) == [
        "report.md:3:1: warning: unknown name 'messages' in this section [unknown-name] "
          + "write it inside '{{#sections}}'"
      ])
  }

  @Test func idsAreOpen() throws {
    let tags = """
      {{facts.anything}} {{facts.coverage.number}} {{metrics.x.unit}} {{run.properties.mine}}
      {{#sections}}{{#messages}}{{properties.ticket}}{{/messages}}{{/sections}}
      {{#categories.Tests.messages}}{{title}}{{/categories.Tests.messages}}
      {{#facts}}{{id}}{{/facts}}
      """
    #expect(try found(["components/notes.page": tags]) == [])
    #expect(
      try found(["components/notes.page": "{{facts.coverage.nmber}}"]) == [
        "components/notes.page:1:1: error: unknown name 'facts.coverage.nmber' [unknown-name] "
          + "did you mean 'number'?"
      ])
  }

  @Test func aNameOfARecordAroundALoopIsAWarning() throws {
    let list = "{{#sections}}{{#messages}}\n<a href=\"{{url}}\">x</a>{{/messages}}{{/sections}}"
    #expect(
      try found(["components/notes.page": list]) == [
        "components/notes.page:2:10: warning: 'url' is not a name of the records of 'messages'; "
          + "this is the value of the report [inherited-name] did you mean 'location.url'?"
      ])
    // A section may link to the whole report.
    let more = "{{#sections}}{{#more}}<a href=\"{{url}}\">{{more}}</a>{{/more}}{{/sections}}"
    #expect(try found(["components/notes.page": more]) == [])
    let place = "{{#banners}}{{#location}}{{urgencyWord}} {{url}}{{/location}}{{/banners}}"
    #expect(try found(["components/notes.page": place]) == [])
  }

  @Test func aBlockThatTheParentLacksIsAWarning() throws {
    let own = "{{< super}}{{$actons}}x{{/actons}}{{$body}}y{{/body}}{{/super}}"
    #expect(
      try found(["components/message.page": own]) == [
        "components/message.page:1:12: warning: the parent has no block 'actons' [unknown-block] "
          + "did you mean 'actions'?"
      ])
    #expect(
      try found(["components/notes.page": "{{< run}}{{$x}}{{/x}}{{/run}}"]) == [
        "components/notes.page:1:10: warning: the parent has no block 'x' [unknown-block] "
          + "it has no blocks at all"
      ])
  }

  @Test func aShellWithoutContentIsBlamedOnItself() throws {
    let shell = "<!DOCTYPE html>\n<title>{{title}}</title>\n"
    let help = "write '{{{content}}}' where the report belongs"
    #expect(
      try found(["page/shell.html": shell]) == [
        "page/shell.html:1:1: error: the shell has no '{{{content}}}' [no-shell] \(help)"
      ])
    #expect(
      try found(["mail/shell.html": shell], to: .mail) == [
        "mail/shell.html:1:1: error: the shell has no '{{{content}}}' [no-shell] \(help)"
      ])
  }

  @Test(arguments: [
    ("# A\n\nwords <b>bold</b> {{title}}\n", "3:7", "raw-html"),
    ("# A\n\n{{#run}}\n{{/run}}\n<div>{{title}}</div>\n", "5:1", "raw-html"),
    ("# A\n\nSee <{{title}}>.\n", "3:5", "tag-in-angle-brackets"),
    ("# A\n\nä ![x](b.png)\n", "3:3", "image"),
  ])
  func findingsInADocumentHaveALineAndAColumn(document: String, place: String, id: String) throws {
    let found = try found(["report.md": document])
    #expect(found.contains { $0.hasPrefix("report.md:\(place):") && $0.contains("[\(id)]") })
  }

  @Test func elementsThatAreNotClosedAreWarnings() throws {
    #expect(
      try found(["components/notes.page": "<div>\n <section>\n</div>\n<b>x</i></b>"]) == [
        "components/notes.page:2:2: warning: <section> is not closed [unclosed-element] "
          + "close it in the same section of the same file: </section>",
        "components/notes.page:4:5: warning: </i> closes no element of this file "
          + "[unclosed-element] remove it, or open the element in the same file",
      ])
    let divided = "{{#run}}<a href=\"#x\">{{/run}}x{{#run}}</a>{{/run}}<ul><li>a<li>b</ul><br>"
    #expect(try found(["components/notes.page": divided]) == [])
    let shell = "<!DOCTYPE html>\n<title>x</title>\n<body><div>\n{{{content}}}</body>"
    #expect(
      try found(["mail/shell.html": shell], to: .mail) == [
        "mail/shell.html:3:7: warning: <div> is not closed [unclosed-element] "
          + "close it in the same section of the same file: </div>"
      ])
  }

  @Test func codeByIndentationIsAWarning() throws {
    let help = "indent it by less than four spaces"
    #expect(
      try found(["components/notes.markdown": "Words\n\n    {{title}}\n"], to: .markdown) == [
        "components/notes.markdown:3:1: warning: Markdown shows a line that is indented by 4 "
          + "spaces as code [indented-code] \(help)"
      ])
    let fine = "- item\n\n    {{title}}\n\n```\n    {{title}}\n```\nwords\n    {{title}}\n"
    #expect(try found(["components/notes.markdown": fine], to: .markdown) == [])
  }

  @Test func blankLinesInTheLoopOfATableAreWarnings() throws {
    let head = "| a | b |\n|---|---|\n"
    let row = "| {{title}} | {{value}} |\n"
    let after = head + "{{#facts}}\n\(row)\n{{/facts}}\n"
    #expect(
      try found(["components/notes.markdown": after], to: .markdown) == [
        "components/notes.markdown:5:1: warning: a blank line between two rows ends the table "
          + "[broken-table] remove the blank line"
      ])
    let before = head + "\n{{#facts}}\n\(row){{/facts}}\n"
    #expect(
      try found(["components/notes.markdown": before], to: .markdown) == [
        "components/notes.markdown:3:1: warning: a blank line between two rows ends the table "
          + "[broken-table] remove the blank line"
      ])
    let fine = head + "{{#facts}}\n\(row){{/facts}}\n\n" + head + "{{#facts}}\n\(row){{/facts}}\n"
    #expect(try found(["components/notes.markdown": fine], to: .markdown) == [])
  }
}
