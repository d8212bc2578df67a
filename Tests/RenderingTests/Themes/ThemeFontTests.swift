import Composing
import Diagnostics
import Model
import Testing
import Text

@testable import Rendering

/// The WOFF2 fonts of a theme.
@Suite struct ThemeFontTests {
  private static let small = Array("wOF2".utf8) + [0, 1, 2, 255]

  private func store(_ fonts: [String: [UInt8]]) -> AssetStore {
    let images = Dictionary(uniqueKeysWithValues: fonts.map { ("fonts/" + $0.key, $0.value) })
    return AssetStore(over: [AssetStore.Layer([:], images: images, inTheme: "horizon")])
  }

  private func job(_ fonts: [String: [UInt8]]) throws -> ReportRenderer {
    let report = try report(dataset([message(.error, "A"), message(.error, "B")]))
    return ReportRenderer(report, store: store(fonts), threads: 1)
  }

  @Test func aSinglePageContainsThem() throws {
    let (page, problems) = try job([
      "Acme Sans-400.woff2": Self.small, "Acme Sans-100..900-italic.woff2": Self.small,
    ]).string(.page)
    #expect(problems == [])
    let address = "url(data:font/woff2;base64," + Base64.encode(Self.small) + ")"
    #expect(
      page.contains(
        "@font-face{font-family:\"Acme Sans\";font-style:normal;font-weight:400;font-display:swap;"
          + "src:\(address) format(\"woff2\")}"))
    #expect(page.contains("font-style:italic;font-weight:100 900;"))
    #expect(page.contains("font-src data:"))
    #expect(!page.contains("rel=\"preload\""))
  }

  @Test func aLinkedPageHasThemAsFiles() throws {
    let job = try job(["Acme-400.woff2": Self.small])
    var page = ""
    let result = PageTarget(job, assetsIn: "assets/").render { sink in
      page += sink.string
      sink = ByteSink()
      return true
    }
    let font = try #require(result.assets.last)
    #expect(font.name.hasSuffix(".woff2") && font.bytes == Self.small)
    #expect(page.contains("crossorigin href=\"assets/\(font.name)\">"))
    #expect(page.contains("font-src 'self'"))
    #expect(!page.contains("font/woff2;base64"))
    let style = String(decoding: result.assets[0].bytes, as: UTF8.self)
    #expect(style.contains("src:url(\(font.name)) format"))
  }

  @Test(arguments: [OutputFormat.mail, .markdown, .text])
  func otherTargetsHaveNone(target: OutputFormat) throws {
    #expect(
      try job(["Acme-400.woff2": Self.small]).string(target).0 == job([:]).string(target).0)
    #expect(target.themeParts.allSatisfy { $0.folder != "fonts" })
  }

  @Test func aPageContainsFontsUpToABudget() throws {
    let large = Self.small + [UInt8](repeating: 7, count: 200 << 10)
    let (page, problems) = try job(["A-400.woff2": large, "A-700.woff2": large]).string(.page)
    #expect(problems.map(\.id) == ["fonts-too-large"])
    #expect(problems.first?.severity == .warning)
    #expect(
      page.contains("font-weight:400;font-display") && !page.contains("font-weight:700;font-d"))
  }

  @Test(arguments: [
    "Acme.woff2", "Acme-bold.woff2", "Acme-0.woff2", "Acme-900..100.woff2", "Acme-400-old.woff2",
    "A\"}b{-400.woff2", "-400.woff2", "A-400-700.woff2", "A-+400.woff2", "A-0400.woff2",
  ])
  func aNameOfAnotherFormIsAWarning(name: String) throws {
    let problems = try job([name: Self.small]).string(.page).1
    #expect(problems.map(\.id) == ["malformed-font"])
    #expect(problems.first?.severity == .warning)
    #expect(problems.first?.location?.file == "fonts/" + name)
    #expect(problems.first?.help.isEmpty == false)
  }

  @Test func anotherKindOfFileIsAnError() throws {
    let problems = try job(["Acme-400.woff2": Array("<svg/>".utf8)]).string(.page).1
    #expect(problems.map(\.id) == ["malformed-font"])
    #expect(problems.first?.severity == .error)
  }
}
