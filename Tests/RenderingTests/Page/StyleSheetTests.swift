import Composing
import Diagnostics
import Foundation
import Model
import Preparing
import Testing
import Text

@testable import Rendering

@Suite struct StyleSheetTests {
  /// A sheet reduced to its significant tokens by another method: without comments, with single
  /// spaces, and none beside braces, semicolons, commas and `>`, or after colons.
  private static func meaning(_ css: String) -> String {
    css.replacing(/\/\*[^*]*\*+([^\/*][^*]*\*+)*\//, with: " ")
      .replacing(/\s+/, with: " ")
      .replacing(/\s?([{};,>])\s?/) { String($0.output.1) }
      .replacing(": ", with: ":").replacing(/;+}/, with: "}")
      .trimmingEdges
  }

  private static let sheets: [AssetStore.File] = {
    let store = AssetStore()
    return store.paths(under: "").filter { $0.hasSuffix(".css") }.compactMap { store.file($0) }
  }()

  @Test func noBuiltInSheetIsUnsafe() {
    #expect(Self.sheets.compactMap { StyleSheet.danger(in: $0.text, of: $0.name) } == [])
  }

  @Test func compactingKeepsTheMeaningOfEverySheet() {
    #expect(Self.sheets.count > 8)
    for sheet in Self.sheets {
      let compact = Compacted.style(sheet.text)
      #expect(Self.meaning(compact) == Self.meaning(sheet.text), "\(sheet.name)")
      #expect(Compacted.style(compact) == compact, "\(sheet.name)")
      #expect(!compact.contains("\n"))
    }
  }

  @Test(arguments: [
    ("a > b, c {\n  x: y;\n}\n", "a>b,c{x:y}"), ("a /* c */ b{}", "a b{}"),
    ("a/* ; { */{b:c}", "a{b:c}"), (".a/**/.b{}", ".a/**/.b{}"), ("a :is(b){}", "a :is(b){}"),
    ("a::before{content:\"  {  \"}", "a::before{content:\"  {  \"}"),
    ("a{content:'/* no */'}", "a{content:'/* no */'}"),
    (#"a{content:"\"  }"}"#, #"a{content:"\"  }"}"#),
    ("a{width:calc(1px + 2px)}", "a{width:calc(1px + 2px)}"), ("a{} /* open", "a{}"),
    ("@media  screen\r\n{ a { b : c } }", "@media screen{a{b :c}}"), ("", ""),
    ("a{b:/* c */ d;;}", "a{b:d}"), ("a{b:\"c: d, e > f;\"}", "a{b:\"c: d, e > f;\"}"),
  ])
  func compactingKeepsSignificantSpaces(css: String, compact: String) {
    #expect(Compacted.style(css) == compact)
  }

  @Test(arguments: ["a{b:c}\n", "a{b:c}\r\nd{e:f}\r\n", "a{content:\"€ \\201c\"}"])
  func thePolicyHashMatchesTheStyleElement(own: String) throws {
    for theme in AssetStore().names(under: "Themes") {
      let store = overlay(["Templates/default/page/99-own.css": own])
      let page = try render(
        try report(dataset([message(.error, "a"), message(.warning, "b", category: "c")])),
        to: .page, in: store, theme: theme)
      let start = try #require(page.range(of: "<style>"))
      let end = try #require(page.range(of: "</style>"))
      let sheet = page[start.upperBound..<end.lowerBound]
      #expect(!sheet.utf8.contains(0x0D))
      let hash = Base64.encode(SHA256.digest(of: String(sheet)))
      #expect(page.contains("; style-src 'sha256-\(hash)'; "))
    }
  }

  @Test(arguments: ["", "05-own.css", "filter.css", "99-own.css", "05-own.js", "99-own.js"])
  func thePolicyHasTheDigestsOfStyleAndScript(own: String) throws {
    let text = own.hasSuffix(".js") ? "let own = 1\n" : "a { b: c }\n"
    let store = own.isEmpty ? AssetStore() : overlay(["Templates/default/page/\(own)": text])
    for theme in store.names(under: "Themes") {
      let page = try render(
        try report(dataset([message(.error, "a")])), to: .page, in: store, theme: theme)
      for element in ["style", "script"] {
        let start = try #require(page.range(of: "<\(element)>"))
        let end = try #require(page[start.upperBound...].range(of: "</\(element)>"))
        let hash = Base64.encode(SHA256.digest(of: String(page[start.upperBound..<end.lowerBound])))
        #expect(page.contains("\(element)-src 'sha256-\(hash)'"), "\(theme) \(own) \(element)")
      }
    }
  }

  @Test func pagesLoadNothingAndHaveNoInlineStyles() throws {
    let page = try render(
      try report(dataset([message(.error, "a"), message(.warning, "b")])), to: .page)
    let tags = try PageReader.tags(of: page)
    #expect(tags.allSatisfy { $0["style"] == nil && $0["src"] == nil })
    #expect(!tags.contains { ["img", "iframe"].contains($0.name) })
    #expect(tags.filter { $0.name == "link" }.map(\.isEmbeddedIcon) == [true])
  }
}

extension String {
  fileprivate var trimmingEdges: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
