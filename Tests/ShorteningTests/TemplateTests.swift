import Foundation
import Testing

@testable import Shortening

/// The default template's own script.
@Suite struct TemplateTests {
  /// What it takes from the browser. A name that is not here and that no file declares is a slip,
  /// which only whoever uses that part of a page would notice.
  private static let platform: Set = [
    "CSS", "FormData", "Highlight", "IntersectionObserver", "Intl", "JSON", "Map", "Math",
    "MutationObserver", "NaN", "NodeFilter", "Object", "Promise", "Range", "RegExp",
    "ResizeObserver",
    "Set", "StaticRange", "String", "URLSearchParams", "WeakMap", "Date", "Float64Array", "Array",
    "Boolean", "Uint8Array", "Uint32Array", "addEventListener", "clearInterval", "clearTimeout",
    "decodeURIComponent", "document", "getComputedStyle", "getSelection", "history",
    "innerHeight", "innerWidth", "localStorage", "location", "matchMedia", "navigator",
    "parseInt", "performance", "removeEventListener", "requestAnimationFrame", "scrollY",
    "setInterval", "setTimeout", "window", "cancelAnimationFrame",
  ]

  @Test func usesNoNameThatNobodyDeclares() throws {
    let found = try ScriptShortener.foreignNames(in: Self.script())
    #expect(found.subtracting(Self.platform) == [])
  }

  @Test func aSlipIsFound() throws {
    let script = try Self.script() + "const last = () => frmae.clientWidth;"
    #expect(try ScriptShortener.foreignNames(in: script).contains("frmae"))
  }

  private static func script() throws -> String {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let folder = root.appending(path: "Templates/default/page")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".js") }.sorted()
    #expect(files.count > 10)
    return try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
      .joined(separator: "\n")
  }
}
