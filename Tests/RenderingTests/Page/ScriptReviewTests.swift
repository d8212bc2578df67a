import Diagnostics
import Testing

@testable import Rendering

/// What `check` says of a template in which the page's script does not find its parts.
@Suite struct ScriptReviewTests {
  private static let folder = "Templates/default/"
  private static let components = folder + "components/"

  private static func problems(_ files: [String: String]) -> [Diagnostic] {
    ScriptReview.problems(template: "default", in: overlay(files))
  }

  private static func text(of path: String) throws -> String {
    try #require(AssetStore.builtIn(path)).text
  }

  @Test func builtInFilesHaveAllThatTheScriptLooksFor() throws {
    var files: [String: String] = [:]
    for path in AssetStore().paths(under: Self.folder)
    where path.hasSuffix(".page") || path.hasSuffix("shell.html") || path.hasSuffix("report.md") {
      files[path] = try Self.text(of: path) + "{{! mine }}"
    }
    #expect(files.count > 40)
    #expect(Self.problems(files) == [])
  }

  @Test(arguments: [
    ("message", " id=\"{{anchor}}\""), ("message", " data-urgency=\"{{urgency}}\""),
    ("message", " data-key=\"{{fingerprint}}\""), ("message", " data-row"),
    ("message", " data-rest"), ("row", " data-title"), ("row", " data-label"),
    ("row", " data-owner"), ("row", " data-aside"), ("row", " datetime=\"{{machineTime}}\""),
    ("changed", " data-change=\"{{change}}\""), ("source", " data-file"), ("source", " data-link"),
    ("details", " data-details"), ("actions", " data-actions"),
    ("action", " data-role=\"{{role}}\""),
    ("history", " data-aside"), ("title", " data-title"), ("more", " data-more"),
    ("section", " id=\"{{anchor}}\""), ("section", " data-component=\"section\""),
    ("section", " data-filed=\"{{filed}}\""), ("section", " data-fold"),
    ("section", " data-header"), ("section", " data-title"), ("section", " data-count"),
    ("section", " data-rows=\"{{rows}}\""), ("section", " data-alike"), ("alike", " data-count"),
    ("sections", " id=\"messages\""), ("sections", " data-sort=\"{{sortKeys}}\""),
    ("sections", " data-fast=\"{{fastFilters}}\""), ("sections", " data-waiting"),
    ("banner", " id=\"{{anchor}}\""), ("banner", " data-component=\"banner\""),
    ("banner", " data-urgency=\"{{urgency}}\""), ("banner", " data-key=\"{{fingerprint}}\""),
    ("banner", " data-category=\"{{position}}\""), ("banner", " data-bar"),
    ("banner", " data-rest"), ("alert", " id=\"{{anchor}}\""),
    ("alert", " data-component=\"alert\""), ("alert", " data-key=\"{{fingerprint}}\""),
    ("alert", " data-category=\"{{position}}\""), ("alert", " data-buttons"),
    ("alert", " id=\"{{anchor}}-title\""), ("alert", " id=\"{{anchor}}-text\""),
    ("entry", " id=\"{{anchor}}\""), ("entry", " data-component=\"timeline-entry\""),
    ("entry", " data-tense=\"{{tense}}\""), ("entry", " data-status=\"{{status}}\""),
    ("entry", " data-cell"), ("entry", " data-title"), ("entry", " data-text"),
    ("entry", " data-tone=\"{{tone}}\""), ("entry", " data-attribute"),
    ("entry", " data-component=\"now-indicator\""), ("timeline", " id=\"timeline\""),
    ("timeline", " data-component=\"timeline\""), ("timeline", " data-unit"),
    ("run", " id=\"as-of\""), ("form", " data-key=\"file\""), ("form", " name=\"group\""),
    ("form", " role=\"search\""), ("form", " role=\"group\""), ("form", " data-found"),
    ("form", " data-turn"), ("form", " data-move=\"drag\""), ("form", " data-count"),
    ("form", " id=\"sort-and-filter\""), ("view", " id=\"view\""), ("view", " data-header"),
    ("download", " data-save=\"csv\""), ("download", " id=\"download\""),
    ("words", "\n data-done=\"{{strings.done}}\""), ("keys", "{{> view}}"),
  ])
  func missingAttributeIsAnErrorInItsFile(_ component: String, _ attribute: String) throws {
    let path = Self.components + component + ".page"
    let text = try Self.text(of: path)
    #expect(text.contains(attribute))
    let found = Self.problems([path: text.replacing(attribute, with: "")])
    #expect(!found.isEmpty)
    for problem in found {
      #expect(problem.id == "script-contract" && problem.severity == .error)
      #expect(problem.location?.file == path)
      #expect(problem.location?.line != nil)
    }
  }

  @Test(arguments: ["{{> words}}", "{{> form}}", "{{> keys}}", "{{> download}}", " id=\"page\""])
  func missingPartOfTheShellIsAnError(_ part: String) throws {
    let path = Self.folder + "page/shell.html"
    let found = Self.problems([path: try Self.text(of: path).replacing(part, with: "")])
    #expect(Set(found.map(\.location?.file)) == [path])
  }

  @Test func attributesThatStandOnTheWrongLineAreNamedWithTheirLine() throws {
    let found = Self.problems([
      Self.components + "section.page": """
      <section id="{{anchor}}" data-component="section" data-filed="{{filed}}">
      <div data-header><h3 data-title>{{title}}</h3><b data-count>{{count}}</b></div>
      {{#chunks}}
      <ul>
      {{#messages}}
      {{> message}}
      {{/messages}}
      </ul>
      {{/chunks}}
      </section>
      """
    ])
    #expect(found.map(\.location?.line) == [4])
    #expect(found.first?.summary.contains("data-rows") == true)
  }

  @Test func messageWrittenWithoutAComponentIsHeldToItToo() throws {
    let found = Self.problems([
      Self.components + "section.page": """
      <section id="{{anchor}}" data-component="section" data-filed="{{filed}}">
      <div data-header><h3 data-title>{{title}}</h3><b data-count>{{count}}</b></div>
      {{#chunks}}
      <ul data-rows="{{rows}}">
      {{#messages}}
      <li>{{title}}</li>
      {{/messages}}
      </ul>
      {{/chunks}}
      </section>
      """
    ])
    for attribute in ["id=", "data-urgency", "data-key", "data-title"] {
      #expect(
        found.contains { $0.summary.contains(attribute) && $0.location?.line == 6 },
        "\(attribute)")
    }
  }

  @Test func pageWithAnotherScriptIsNotHeldToThis() throws {
    for script in ["", "document.title = 'mine'"] {
      let found = Self.problems([
        Self.components + "message.page": "<p>{{title}}</p>",
        Self.folder + "page/10-script.js": script,
      ])
      #expect(found == [])
    }
  }

  // MARK: What is shown nowhere

  private static func unshown(_ document: String, _ more: [String: String] = [:]) -> [String] {
    var files = more
    files[folder + "report.md"] = document
    let store = overlay(files)
    return ShownParts.problems(template: "default", in: store, forms: templateForms).map(\.summary)
  }

  private static let whole = """
    # {{title}}

    {{> run}}

    {{> alerts}}

    {{> overview}}

    {{> summary}}

    {{> digest}}

    {{> banners}}

    {{> facts}}

    {{> sections}}

    {{> timeline}}
    """

  @Test func partsThatNoOutputShowsAreWarnings() {
    #expect(Self.unshown(Self.whole) == [])
    for part in ["run", "alerts", "summary", "banners", "facts", "sections", "timeline"] {
      let found = Self.unshown(Self.whole.replacing("{{> \(part)}}", with: ""))
      #expect(found.count == 1, "\(part)")
      #expect(found.first?.hasPrefix("no output shows") == true)
      #expect(found.first?.contains("'{{> \(part)}}'") == true)
    }
  }

  @Test func partsThatOneOutputLacksAreNamedWithIt() {
    let mails = [Self.components + "banners.mail": "<p>{{title}}</p>"]
    #expect(Self.unshown(Self.whole, mails).first?.hasPrefix("no mail shows banners") == true)
    let digest = Self.unshown(Self.whole.replacing("{{> digest}}", with: ""))
    #expect(digest.first?.hasPrefix("no mail shows what a short mail counts") == true)
  }

  @Test func anOverviewOfTheAuthorsOwnHasToShowWhatWasNotRead() {
    let overview =
      #"<div id="overview"><h2>{{#verdict.first}}{{text}}{{/verdict.first}}</h2></div>"#
    let path = Self.components + "overview.page"
    let found = Self.unshown(Self.whole, [path: overview])
    #expect(found == ["no page shows what was not read or is incomplete ('{{> gaps}}')"])
    #expect(Self.unshown(Self.whole, [path: overview + "{{> gaps}}"]) == [])
    #expect(Self.unshown(Self.whole, [path: overview + "{{#gaps}}{{text}}{{/gaps}}"]) == [])
    // What stands where there is nothing shows nothing.
    #expect(Self.unshown(Self.whole, [path: overview + "{{^gaps}}-{{/gaps}}"]).count == 1)
  }

  @Test func factsOfTheAuthorsOwnHaveToShowWhyTestsWereSkipped() {
    let path = Self.components + "facts.page"
    #expect(
      Self.unshown(Self.whole, [path: "{{#run.facts}}{{title}}{{/run.facts}}"])
        == ["no page shows why tests were skipped ('{{> facts}}')"])
    let own = "{{#run}}{{#skipReasons}}{{count}}{{/skipReasons}}{{/run}}"
    #expect(Self.unshown(Self.whole, [path: own]) == [])
  }

  @Test func tagsOfTheAuthorsOwnShowAPart() {
    let own = [Self.components + "mine.page": "{{#banners}}<p>{{title}}</p>{{/banners}}"]
    let found = Self.unshown(
      Self.whole.replacing("{{> banners}}", with: "{{> banners}}\n\n{{> mine}}"), own)
    #expect(found == [])
  }
}
