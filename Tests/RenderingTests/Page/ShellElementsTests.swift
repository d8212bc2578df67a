import Composing
import Diagnostics
import Foundation
import Model
import Testing
import Text

@testable import Rendering

/// Own `<style>` and `<script>` elements of a shell.
@Suite struct ShellElementsTests {
  private static let shell = "Templates/default/page/shell.html"

  private func page(_ shell: String, script: String? = nil) throws -> String {
    var files = [Self.shell: shell]
    if let script { files["Templates/default/page/50-own.js"] = script }
    return try render(
      try report(dataset([message(.error, "A"), message(.error, "B")])), to: .page,
      in: overlay(files))
  }

  private func hash(_ text: String) -> String {
    "'sha256-" + Base64.encode(SHA256.digest(of: text)) + "'"
  }

  private func policy(_ page: String) throws -> [String: String] {
    let start = try #require(page.range(of: "http-equiv=\"Content-Security-Policy\" content=\""))
    let content = page[start.upperBound...].prefix { $0 != "\"" }
    var parts: [String: String] = [:]
    for part in content.replacing("&#39;", with: "'").split(separator: "; ") {
      let words = part.split(separator: " ", maxSplits: 1).map(String.init)
      parts[words[0]] = words.last
    }
    return parts
  }

  @Test func thePolicyAllowsThemByTheirHashes() throws {
    let style = "h1 { color: red }\n.x > b { margin: 0 }"
    let script = "\nif (1 < 2) document.title += '&amp;'\n"
    let page = try page(
      """
      {{< super}}{{$head}}<style>\(style)</style>{{#hasMessages}}<style media="print">p{}</style>{{/hasMessages}}\
      {{#hasTimeline}}<style>never{}</style>{{/hasTimeline}}{{/head}}\
      {{$after}}<script>\(script)</script>{{/after}}{{/super}}
      """)
    #expect(page.contains("<script>\(script)</script>"))
    let policy = try policy(page)
    let styles = try #require(policy["style-src"])
    #expect(styles.contains(hash(style)) && styles.contains(hash("p{}")))
    #expect(!styles.contains(hash("never{}")))
    #expect(styles.split(separator: " ").count == 3)
    let scripts = try #require(policy["script-src"])
    #expect(scripts.contains(hash(script)))
    #expect(scripts.split(separator: " ").count == 2)
    #expect(policy["default-src"] == "'none'")
  }

  @Test func onlyElementsCount() throws {
    let script = "document.title += 1"
    let page = try page(
      """
      {{< super}}{{$head}}<!-- <script>never()</script> --><script-like title="<script>no()">\
      </script-like><style data-x="a>b">p{}</style>{{/head}}\
      {{$after}}<script data-x='>'>\(script)</script>{{/after}}{{/super}}
      """)
    let policy = try policy(page)
    #expect(try #require(policy["style-src"]).contains(hash("p{}")))
    let scripts = try #require(policy["script-src"])
    #expect(scripts.contains(hash(script)))
    #expect(scripts.split(separator: " ").count == 2)
  }

  /// The style may follow the content.
  @Test func aShellMayEndWithTheStyle() throws {
    let page = try page(
      "<!DOCTYPE html><html><head><title>x</title></head><body>{{{content}}}"
        + "<style>{{{styles}}}</style></body></html>")
    #expect(page.contains("<style>:root"))
  }

  /// The lines of a block may be indented, which changes the hash.
  @Test func thePolicyIsThatOfTheElementsAsTheyAreWritten() throws {
    let page = try page(
      """
      {{< super}}
        {{$head}}
        <style>
          h1 { color: red }
        </style>
        {{/head}}
      {{/super}}
      """)
    let start = try #require(page.range(of: "<style>\n"))
    let rest = page[start.upperBound...]
    let end = try #require(rest.range(of: "</style>"))
    #expect(try policy(page)["style-src"]?.contains(hash("\n" + rest[..<end.lowerBound])) == true)
  }

  @Test func anOwnScriptHasAnElementOfItsOwn() throws {
    let own = "throw new Error('own')\n"
    let page = try page("{{> super}}\n", script: own)
    #expect(page.contains("}</script>\n<script>'use strict';{\nthrow new Error('own')\n}</script>"))
    let scripts = try #require(try policy(page)["script-src"])
    #expect(scripts.contains(hash("'use strict';{\n\(own)}")))
    #expect(scripts.split(separator: " ").count == 2)
  }

  @Test func linkedPagesHaveAFileOfTheOwnScript() throws {
    let report = try report(dataset([message(.error, "A")]))
    let store = overlay(["Templates/default/page/50-own.js": "own()\n"])
    let job = ReportRenderer(report, store: store, threads: 1)
    var page = ""
    let result = PageTarget(job, assetsIn: "assets/").render { sink in
      page += sink.string
      sink = ByteSink()
      return true
    }
    #expect(result.assets.count == 3)
    for asset in result.assets { #expect(page.contains("\"assets/\(asset.name)\"")) }
    #expect(String(decoding: result.assets[2].bytes, as: UTF8.self).contains("own()"))
    #expect(!String(decoding: result.assets[1].bytes, as: UTF8.self).contains("own()"))
  }

  @Test(arguments: [
    ("<style>{{{styles}}}\nh1{}</style>", "shared-element", "<style>"),
    ("<style> {{{styles}}}</style>", "shared-element", "<style>"),
    ("<script>{{{script}}}{{{script}}}</script>", "shared-element", "<script>"),
    ("<script src=\"x.js\"></script>", "blocked-address", "between <script>"),
    ("<iframe src=\"x\"></iframe>", "blocked-address", "<a href="),
    ("<img src=\"x.png\" alt=\"\">", "blocked-address", "logo.svg"),
    ("<style>h1 { color: {{title}} }</style>", "value-place", "escaped"),
  ])
  func othersAreRefusedWithARemedy(element: String, id: String, help: String) throws {
    let report = try report(dataset([message(.error, "A")]))
    let found = problems(
      rendering: report, to: .page, with: [Self.shell: "\n\(element)\n{{{content}}}\n"])
    let problem = try #require(found.first { $0.id == id }, "\(found)")
    #expect(problem.severity == .error && problem.location?.line == 2)
    #expect(problem.help.joined().contains(help), "\(problem.help)")
  }
}
