import Diagnostics
import JSON
import Localization
import Preparing
import Templating
import Testing
import Text

@testable import Rendering

/// The embedded files have no errors: a program with one would report it to every user.
@Suite struct BuiltInFilesTests {
  private static let store = AssetStore()
  private static let files = store.paths(under: "").compactMap(store.file)

  @Test func everyTemplateIsReadAndPacked() throws {
    var vocabulary = Vocabulary()
    var count = 0
    for file in Self.files where file.name.hasPrefix("Templates/default/") {
      let place = String(file.name.dropFirst("Templates/default/".count))
      guard TemplateFile.isTemplate(place) else { continue }
      let (template, problems) = TemplateFile.read(
        file.text, at: place, name: place, file: file.name, vocabulary: &vocabulary)
      #expect(problems == [], "\(file.name)")
      // The document is packed without its header.
      let source = place == TemplateFile.document ? PageLayout.withoutHeader(file.text) : file.text
      let packed = Template(
        packed: try #require(file.prepared), source: source, name: place, file: file.name,
        vocabulary: &vocabulary)
      #expect(String(reflecting: packed) == String(reflecting: template), "\(file.name)")
      count += 1
    }
    #expect(count > 100)
  }

  @Test(arguments: ["page", "text", "markdown", "mail"], ["en", "de", "ar"])
  func noTemplateNamesAnythingUnknown(form: String, language: String) throws {
    let documents = Self.files.map(\.name).filter {
      $0.hasPrefix("Templates/") && $0.hasSuffix("/" + TemplateFile.document)
    }
    #expect(!documents.isEmpty)
    for document in documents {
      var problems: [Diagnostic] = []
      let template = TargetTemplate(
        String(document.split(separator: "/")[1]), form: form, in: Self.store,
        stringKeys: try locale(language).stringKeys, problems: &problems)
      #expect(template != nil && problems == [])
    }
  }

  @Test func styleSheetsAndScriptsAreCompact() {
    for file in Self.files where file.name.hasPrefix("T") {
      if file.name.hasSuffix(".css") { #expect(file.prepared == Compacted.style(file.text)) }
      if file.name.hasSuffix(".js") { #expect(file.prepared == Compacted.script(file.text)) }
    }
  }

  @Test func aChangedFileIsNotPrepared() throws {
    var file = try #require(Self.store.file("Templates/default/page/10-base.css"))
    file.text = "a { b: c }"
    #expect(file.prepared == nil)
  }

  @Test func everyThemeIsRead() {
    let names = Self.store.names(under: "Themes")
    #expect(names.count > 2)
    for name in names {
      var problems: [Diagnostic] = []
      #expect(Theme(name, in: Self.store, problems: &problems) != nil && problems == [])
    }
  }

  @Test func everyIconIsADrawing() {
    for file in Self.files where file.name.contains("/icons/") {
      #expect(IconDrawing(file.text) != nil, "\(file.name)")
    }
  }

  @Test func everyStringsFileIsRead() throws {
    let paths = Self.store.paths(under: "Templates/strings/").filter { $0.hasSuffix(".json") }
    #expect(paths.count > 16)
    for path in paths where !path.hasSuffix("/parents.json") {
      let file = try #require(Self.store.file(path))
      let root = try #require(JSONValue.parse(file.text, file: path).0)
      #expect(Locale.read(root).1 == [], "\(path)")
    }
  }
}
