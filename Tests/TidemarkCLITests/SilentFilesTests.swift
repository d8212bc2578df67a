import Foundation
import Testing

@testable import TidemarkCLI

/// Mistakes in the files of a user's template or theme, as `check` shows them.
@Suite struct SilentFilesTests {
  /// The findings of `check` for files below `mine/`, without the names of folders.
  private func findings(
    _ files: [String: String], _ words: String..., as option: String = "--template"
  ) throws -> (status: Int32, lines: [String]) {
    try Session.open { session in
      for (path, text) in files {
        let file = session.folder.appending(path: "mine/" + path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let dataset = try session.write(smallDataset, to: "night.json")
      let outcome = try session.run(
        ["check", dataset, "--no-settings", option, session.path("mine/")] + words)
      let lines = outcome.output.replacing(session.path("mine") + "/", with: "")
        .replacing(session.path("mine"), with: "mine").replacing("\n  help: ", with: " | ")
        .split(separator: "\n").map(String.init)
      return (
        outcome.status,
        lines.dropLast().filter { !$0.contains(" note: ") && !$0.contains("missing-place") }
      )
    }
  }

  @Test func anIconWithTheRightNameIsNotMisspelled() throws {
    let found = try findings(["icons/error.svg": "<svg><style>a{}</style></svg>"], as: "--theme")
    #expect(found.lines.contains { $0.contains("[unsafe-icon]") })
    #expect(!found.lines.contains { $0.contains("[unknown-file]") })
  }

  @Test func misspelledFilesHaveASuggestion() throws {
    let files = [
      "page/shel.html", "site/frnt.page", "site/stie.css", "site/fed.xml", "page/icons/eror.svg",
      "mail/shel.html", "basis",
    ]
    let found = try findings(Dictionary(uniqueKeysWithValues: files.map { ($0, "x") }))
    let named = found.lines.filter { $0.contains("[unknown-file]") }
    #expect(
      named.sorted() == [
        "basis: warning: no part of a template is called 'basis' [unknown-file] "
          + "| did you mean 'base'?",
        "mail/shel.html: warning: no part of a template is called 'mail/shel.html' [unknown-file] "
          + "| did you mean 'mail/shell.html'?",
        "page/icons/eror.svg: warning: no part of a template is called 'page/icons/eror.svg' "
          + "[unknown-file] | did you mean 'page/icons/error.svg'?",
        "page/shel.html: warning: no part of a template is called 'page/shel.html' [unknown-file] "
          + "| did you mean 'page/shell.html'?",
        "site/fed.xml: warning: no part of a template is called 'site/fed.xml' [unknown-file] "
          + "| did you mean 'site/feed.xml'?",
        "site/frnt.page: warning: no part of a template is called 'site/frnt.page' [unknown-file] "
          + "| did you mean 'site/front.page'?",
        "site/stie.css: warning: no part of a template is called 'site/stie.css' [unknown-file] "
          + "| did you mean 'site/site.css'?",
      ])
    let icons = try findings(
      ["tokens.json": "{}", "icons/eror.svg": "x", "page.ccs": "x"], as: "--theme")
    #expect(
      icons.lines.filter { $0.contains("[unknown-file]") } == [
        "page.ccs: warning: no part of a theme is called 'page.ccs' [unknown-file] "
          + "| did you mean 'page.css'?",
        "icons/eror.svg: warning: no part of a theme is called 'icons/eror.svg' [unknown-file] "
          + "| did you mean 'icons/error.svg'?",
      ])
  }

  @Test func filesWhereNoneIsUsedAreWarnings() throws {
    let found = try findings([
      "report.md": "# {{title}}\n", "shell.html": "x", "components/table.html": "x",
      "NOTES.md": "words",
    ])
    #expect(
      found.lines.filter { $0.contains("[unused-file]") } == [
        "shell.html:1:1: warning: no output uses the file 'shell.html' of a template "
          + "[unused-file] | did you mean 'mail/shell.html'?",
        "components/table.html:1:1: warning: no output uses the file 'components/table.html' of a "
          + "template [unused-file] | remove it",
      ])
  }

  @Test func unchangedCopiesAreOneWarning() throws {
    try Session.open { session in
      let mine = session.path("mine")
      #expect(try session.run("templates", "export", "default", mine).status == 0)
      let dataset = try session.write(smallDataset, to: "night.json")
      let outcome = try session.run("check", dataset, "--no-settings", "--template", mine + "/")
      let lines = outcome.output.split(separator: "\n").filter { $0.contains("[unchanged-files]") }
      #expect(lines.count == 1)
      let count = try #require(lines.first?.firstMatch(of: /: (\d+) files equal the built-in ones/))
      #expect((Int(count.output.1) ?? 0) > 200)
      #expect(outcome.output.contains("remove the unchanged files, such as 'components/"))
      // A rendering does not repeat it.
      #expect(try session.run("render", dataset, "--template", mine + "/").said.isEmpty)
    }
  }

  @Test func aComponentThatNothingIncludesIsAWarning() throws {
    let found = try findings([
      "report.md": "# {{title}}\n\n{{> mine}}\n", "components/mine.page": "<p>{{> inner}}</p>",
      "components/inner.page": "x", "components/forgotten.page": "x",
      "site/colophon.page": "<p>x</p>",
    ])
    #expect(
      found.lines.filter { $0.contains("[component-not-shown]") } == [
        "site/colophon.page:1:1: warning: no page of a site shows 'colophon' [component-not-shown] "
          + "| include it with '{{> colophon}}', or remove the file",
        "components/forgotten.page:1:1: warning: a page does not show the component 'forgotten' "
          + "[component-not-shown] | include it with '{{> forgotten}}', or remove the file",
      ])
  }

  @Test func aShortMailDoesNotShowMessages() throws {
    let component = ["components/message.mail": "<p>{{title}}</p>"]
    #expect(try findings(component).lines == [])
    try Session.open { session in
      let messages = (0..<60).map { #"{"urgency": "success", "title": "Fine \#($0)"}"# }
      let dataset = try session.write(
        #"{"version": 1, "messages": [\#(messages.joined(separator: ","))]}"#, to: "night.json")
      for (path, text) in component {
        let file = session.folder.appending(path: "mine/" + path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let outcome = try session.run(
        "check", dataset, "--no-settings", "--template", session.path("mine/"))
      #expect(
        outcome.output.contains(
          "message.mail:1:1: warning: a short mail does not show 'message' "
            + "[component-not-shown]\n  help: mails with "))
    }
  }

  @Test func namesOfOtherPagesOfASiteAreWarnings() throws {
    let found = try findings([
      "site/archive.page": "<main>\n{{#weekdays}}{{name}}{{/weekdays}}</main>",
      "site/spark.page": "<p>{{#bars}}{{urgency}}{{/bars}}</p>",
    ])
    #expect(
      found.lines == [
        "site/archive.page:2:1: warning: unknown name 'weekdays' in this section [unknown-name] "
          + "| it is a field of another kind of record; check the enclosing sections",
        "site/spark.page:1:13: warning: 'urgency' is not a name of the records of 'bars'; this is "
          + "the value of the projects [inherited-name] | move the tag out of '{{#bars}}', or leave "
          + "this out with '--skip inherited-name'",
      ])
  }

  @Test func keysOfATokenFileThatAreNoTokensAreWarnings() throws {
    let tokens = """
      {
        "base": "horizon",
        "$schema": "x",
        "color": { "$type": "color", "light": {
          "link": { "value": "#123456" },
          "canvas": { "$valu": "#ffffff" }
        } }
      }
      """
    let found = try findings(["tokens.json": tokens], as: "--theme")
    #expect(
      found.lines == [
        "tokens.json:2:3: warning: 'base' is neither a token nor a group [unknown-token-key] "
          + "| write the name of the theme for all other values into the file 'base'",
        "tokens.json:5:15: warning: 'color.light.link.value' is neither a token nor a group "
          + "[unknown-token-key] | did you mean '$value'?",
        "tokens.json:6:17: warning: 'color.light.canvas.$valu' is neither a token nor a group "
          + "[unknown-token-key] | did you mean '$value'?",
      ])
  }

  @Test func eachTokenHasOneWarningOfItsContrast() throws {
    let tokens = """
      { "color": { "$type": "color", "light": {
        "canvas": { "$value": "#888888" },
        "link": { "$value": "#999999" }
      } } }
      """
    let found = try findings(["tokens.json": tokens], as: "--theme")
    let lines = found.lines.filter { $0.contains("[low-contrast]") }
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("tokens.json:3:") || $0.hasPrefix("tokens.json:2:") })
    #expect(lines.allSatisfy { $0.contains("pairs below their minimums") })
  }

  @Test func mistakesInStringsFilesAreWarnings() throws {
    let english = """
      {
        "strings": { "seAll": "All", "seeAll": "All {cuont}", "mine": "Own" },
        "numbers": { "decmal": "," }
      }
      """
    let found = try findings([
      "strings/en.json": english, "strings/en-US.json": "{}", "strings/german.json": "{}",
      "components/notes.page": "{{strings.mine}}",
    ])
    #expect(
      found.lines == [
        "strings/en-US.json: warning: no language is called 'en-US' [unknown-file] "
          + "| did you mean 'strings/en-us.json'?",
        "strings/german.json: warning: no language is called 'german' [unknown-file] "
          + "| a language has a tag in lower case, such as 'de' or 'de-at'",
        "strings/en.json:2:16: warning: nothing uses the phrase 'seAll' [unknown-phrase] "
          + "| did you mean 'seeAll'?",
        "strings/en.json:2:42: warning: 'seeAll' has no value for '{cuont}' [unknown-placeholder] "
          + "| did you mean 'count'?",
        "strings/en.json:3:16: warning: unknown key 'decmal' in 'numbers' [unknown-phrase] "
          + "| did you mean 'decimal'?",
      ])
  }

  @Test func idsAndFilesOfShellsAreChecked() throws {
    let shell = """
      <!DOCTYPE html>
      <html lang="{{language}}"><head><meta charset="utf-8"><title>{{title}}</title>
      <meta http-equiv="Content-Security-Policy" content="{{policy}}">
      <link rel="icon" href="favicon.svg">
      <link rel="stylesheet" href="https://example.org/a.css">
      </head><body><p id="top"></p><p id="top"></p>{{{content}}}</body></html>
      """
    let found = try findings([
      "page/shell.html": shell, "page/10-script.js": "", "report.md": "# {{title}}\n\n{{> list}}\n",
      "components/list.page":
        "{{#sections}}{{#messages}}<p id=\"one\">x</p>{{/messages}}{{/sections}}",
      "mail/shell.html": "<!DOCTYPE html><title>x</title><img src=\"logo.png\">{{{content}}}",
    ])
    let lines = found.lines.filter {
      $0.contains("[repeated-id]") || $0.contains("[unreachable-file]")
    }
    #expect(
      lines == [
        "components/list.page:1:27: warning: the id 'one' is written for each record of 'messages' "
          + "[repeated-id] | add a value, as in id=\"one-{{anchor}}\", or use a class",
        "page/shell.html:4:1: warning: the page's content security policy blocks 'favicon.svg' "
          + "[unreachable-file] | write href=\"{{favicon}}\" or a data: address",
        "page/shell.html:5:1: warning: the page's content security policy blocks "
          + "'https://example.org/a.css' [unreachable-file] | write the rules into page/*.css",
        "page/shell.html:6:30: warning: the id 'top' is also in page/shell.html:6 [repeated-id] "
          + "| an id may occur once in a page",
        "mail/shell.html:1:32: warning: a mail comes without the file 'logo.png' "
          + "[unreachable-file] | write the whole address of a picture on a server: https://…",
      ])
  }

  @Test func frameFilesWithoutContentAreBlamedOnThemselves() throws {
    let found = try findings([
      "site/shell.html": "<!DOCTYPE html>\n<title>{{title}}</title>",
      "page/part.html": "<section></section>", "page/parts.html": "\n",
    ])
    #expect(
      found.lines == [
        "page/part.html:1:1: warning: the file has no '{{{content}}}', so no page uses it "
          + "[unused-file] | write '{{{content}}}' where the part belongs",
        "site/shell.html:1:1: error: the shell has no '{{{content}}}' [no-shell] "
          + "| write '{{{content}}}' where the report belongs",
      ])
  }

  @Test func anIDThatIsAlmostOneOfTheReportIsAWarning() throws {
    try Session.open { session in
      let dataset = try session.write(
        """
        { "version": 1, "messages": [{ "urgency": "success", "title": "Fine" }],
          "run": { "facts": [{ "id": "coverage", "title": "Coverage", "value": "83 %" }] } }
        """, to: "night.json")
      let file = session.folder.appending(path: "mine/report.md")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("# {{title}}\n\n{{facts.coverge}} {{facts.elsewhere}}\n".utf8).write(to: file)
      let outcome = try session.run(
        "check", dataset, "--no-settings", "--template", session.path("mine/"))
      #expect(
        outcome.output.contains(
          "mine/report.md:3:1: warning: this report has no 'coverge' in 'facts' [unknown-id]\n"
            + "  help: did you mean 'coverage'?"))
      #expect(!outcome.output.contains("elsewhere"))
    }
  }

  @Test func checksOfOneTargetIgnoreTheOthers() throws {
    let files = [
      "base": "none\n", "report.md": "# {{title}}\n\n{{> list}}\n",
      "components/list.markdown": "{{#sections}}\n## {{title}}\n{{/sections}}\n",
    ]
    #expect(try findings(files).status == 3)
    let found = try findings(
      files, "--to", "markdown", "--skip", "part-not-shown,missing-place")
    #expect(found.lines == [])
    #expect(found.status == 0)
  }

  @Test func checkListsTheComponentsOfEachTarget() throws {
    try Session.open { session in
      let file = session.folder.appending(path: "mine/report.md")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("# {{title}}\n\n{{> summary}}\n".utf8).write(to: file)
      let dataset = try session.write(smallDataset, to: "night.json")
      let outcome = try session.run(
        "check", dataset, "--no-settings", "--template", session.path("mine/"), "--to",
        "markdown,text")
      #expect(
        outcome.output.contains(
          "report.md:1:1: note: Markdown shows summary [shown-components]"), "\(outcome)")
    }
  }

  @Test func strictChecksShowWarningsAsErrors() throws {
    let files = ["report.md": "# {{title}}\n\n{{> sumary}}\n"]
    let usual = try findings(files, "--skip", "part-not-shown")
    #expect(usual.status == 1)
    #expect(usual.lines.contains { $0.contains("warning: unknown partial 'sumary'") })
    let strict = try findings(files, "--skip", "part-not-shown", "--strict")
    #expect(strict.status == 1)
    #expect(strict.lines.contains { $0.contains("error: unknown partial 'sumary'") })
  }

  @Test func aTemplateWithoutEffectIsAWarning() throws {
    try Session.open { session in
      let dataset = try session.write(smallDataset, to: "night.json")
      let strings = session.folder.appending(path: "mine/strings")
      try FileManager.default.createDirectory(at: strings, withIntermediateDirectories: true)
      try session.write("# {{title}}\n", to: "mine/report.md")
      let words = ["render", dataset, "--to", "slack", "--template", session.path("mine/")]
      let outcome = try session.run(words)
      #expect(outcome.status == 0)
      #expect(outcome.said.contains("warning: '--template' changes nothing here [unused-template]"))
      try session.write(#"{"strings": {"all": "Everything"}}"#, to: "mine/strings/en.json")
      #expect(try session.run(words).said.isEmpty)
    }
  }
}
