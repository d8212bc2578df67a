import Basics
import Diagnostics
import JSON
import Preparing
import Templating
import Testing

@testable import Rendering

/// What the build makes of embedded files is what the program would make of them.
@Suite struct PreparedFilesTests {
  private static let store = AssetStore()
  private static let files = store.paths(under: "").compactMap(store.file)

  @Test func packedTemplatesAreThoseOfTheirFiles() throws {
    var unpacker = TemplateUnpacker(words: EmbeddedFiles.words, nodes: EmbeddedFiles.nodes)
    var (first, second) = (Vocabulary(), Vocabulary())
    var count = 0
    for file in Self.files where file.name.hasPrefix("Templates/default/") {
      let place = String(file.name.dropFirst("Templates/default/".count))
      guard TemplateFile.isTemplate(place) else { continue }
      let (parsed, problems) = TemplateFile.read(
        file.text, at: place, name: place, file: file.name, vocabulary: &first)
      #expect(problems == [])
      let packed = try #require(file.prepared, "\(file.name)")
      let template = unpacker.unpack(
        packed, source: file.text, name: place, file: file.name, vocabulary: &second)
      #expect(String(reflecting: template) == String(reflecting: parsed), "\(file.name)")
      count += 1
    }
    #expect(count > 100)
  }

  @Test(arguments: ["page", "text", "markdown", "mail"], ["en", "de", "ar"])
  func builtInTemplatesNameNothingUnknown(form: String, language: String) throws {
    let documents = Self.files.map(\.name).filter {
      $0.hasPrefix("Templates/") && $0.hasSuffix("/" + TemplateFile.document)
    }
    #expect(!documents.isEmpty)
    for document in documents {
      var problems: [Diagnostic] = []
      let template = try #require(
        TargetTemplate(
          String(document.split(separator: "/")[1]), form: form, in: Self.store,
          stringKeys: try locale(language).stringKeys, problems: &problems))
      #expect(template.library.findings.diagnostics(in: template.library) == [])
      #expect(problems == [])
    }
  }

  @Test func styleSheetsAndScriptsAreCompact() {
    for file in Self.files where file.name.hasPrefix("T") && !file.name.hasSuffix("/filter.css") {
      if file.name.hasSuffix(".css") { #expect(file.prepared == Compacted.style(file.text)) }
      if file.name.hasSuffix(".js") { #expect(file.prepared == Compacted.script(file.text)) }
    }
  }

  @Test func tokensAreThoseOfTheTheme() throws {
    for file in Self.files where file.name.hasSuffix("/tokens.json") {
      let root = try #require(JSONValue.parse(file.text, file: file.name).0)
      var problems: [Diagnostic] = []
      let read = Tokens(root, problems: &problems)
      #expect(problems == [])
      let packed = Tokens(packed: try #require(file.prepared), file: file.name)
      #expect(packed.css == read.css)
      #expect(packed.light.map(\.name) == read.light.map(\.name))
      #expect(packed.dark.map(\.value) == read.dark.map(\.value))
    }
  }

  @Test func everyStringsFileIsPacked() throws {
    let paths = Self.store.paths(under: "Templates/strings/").filter { $0.hasSuffix(".json") }
    #expect(paths.count > 16)
    for path in paths {
      let file = try #require(Self.store.file(path))
      let root = try #require(JSONValue.parse(file.text, file: path).0)
      let (packed, problems) = LocalePacker.pack(root)
      #expect(problems == [] && file.prepared == packed, "\(path)")
      #expect(packed.flatMap { Locale(packed: $0) } != nil, "\(path)")
    }
  }

  @Test func aChangedFileIsNotPrepared() throws {
    var file = try #require(Self.store.file("Templates/default/page/10-base.css"))
    file.text = "a { b: c }"
    #expect(file.prepared == nil)
    let own = AssetStore(over: [
      AssetStore.Layer(["page/10-base.css": "a { b: c }"], inTemplate: "default")
    ])
    #expect(own.file(file.name)?.prepared == nil)
  }
}
