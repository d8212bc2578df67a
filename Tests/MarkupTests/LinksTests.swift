import Markup
import Testing

@Suite("Links")
struct LinksTests {
  @Test(arguments: [
    "http://a.example", "HTTPS://a.example/b?c=d:e#f", "https://a.example:8080/",
    "mailto:a@b.example",
    "a.html", "a/b:c", "/a", "../a", "./a", "?a=b:c", "#a", "a%20b.html", "Größe.html", "日本/a",
    "https://a.example/\u{202E}x", "100%.html", "a@b",
  ])
  func safeAddressesAreAllowed(address: String) {
    #expect(Links.isAllowed(address))
  }

  @Test(arguments: [
    "", "//evil.example", "/\\evil.example", "\\\\evil.example", "\\evil", "///evil.example",
    "javascript:alert(1)", "http:evil.example", "http:/evil.example", "https://", "https:///a",
    "mailto:", "mailto:a@b.example?subject=x%0Abcc:c@d.example", "ftp://a.example", "a:b",
    "http ://a.example", " https://a.example", "https://a.example/ b", "https://a.example/\tb",
    "blob:https://a.example/b", "about:blank", "C:/a", "view-source:https://a.example", ":a",
    "%2F%2Fevil.example",
  ])
  func unsafeAddressesAreRefused(address: String) {
    #expect(!Links.isAllowed(address))
  }

  @Test func noByteThatBrowsersDropIsAllowedAnywhere() {
    let address = Array("https://a.example/path/to?query=1".utf8)
    for position in 18..<address.count {
      for byte in UInt8.min...0x7F {
        var other = address
        other[position] = byte
        let isRefused = byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\")
        #expect(Links.isAllowed(String(decoding: other, as: UTF8.self)) != isRefused)
      }
    }
  }

  @Test func addressesKeepTheBytesThatTheyMayHave() {
    let kept = "ABCXYZabcxyz0189-._~:/?@!$&'()*+,;=#"
    #expect(Links.normalized("https://a.example/" + kept) == "https://a.example/" + kept)
    #expect(Links.normalized("a#b#c") == "a#b%23c")
    for sign in "\"<>^`{|}" {
      let digits = String(sign.asciiValue ?? 0, radix: 16, uppercase: true)
      #expect(Links.normalized("a\(sign)b") == "a%\(digits)b")
    }
  }

  /// All known ways to hide a scheme from a filter but not from a browser.
  @Test func encodedOrLookalikeSchemesAreRefused() {
    let tails = ["alert(1)", "//a.example", "text/html,x", "/etc/passwd", ""]
    for scheme in ["javascript", "data", "vbscript", "file"] {
      for tail in tails {
        for address in Self.disguises(of: scheme, tail) {
          #expect(!Links.isAllowed(address), "\(address.debugDescription)")
          #expect(!html("[x](<\(address)>)").contains("href"), "\(address.debugDescription)")
        }
      }
    }
  }

  private static func disguises(of scheme: String, _ tail: String) -> [String] {
    let colons = [
      ":", "&#58;", "&#x3a;", "&#x3A", "&colon;", "%3a", "%3A", "%253A", "%25253a", "\u{FF1A}",
      "\u{FE55}", "\u{FE13}", "\u{2236}", "\u{A789}", "\\:", " :", "\t:", "\u{A0}:", "\u{200B}:",
      ":\u{0}",
    ]
    let fillers = [
      "", " ", "\t", "\u{0}", "\u{1}", "\u{B}", "\u{C}", "\u{1B}", "\u{7F}", "\u{85}", "\u{A0}",
      "\u{AD}", "\u{200B}", "\u{200E}", "\u{202E}", "\u{2028}", "\u{2060}", "\u{3000}",
      "\u{FEFF}", "\u{F0000}", "%09", "%00", "%20", "&Tab;", "&NewLine;", "&#9;", "&#x0;",
    ]
    var result: [String] = []
    let half = scheme.index(scheme.startIndex, offsetBy: scheme.count / 2)
    let mixed = String(
      scheme.enumerated().map {
        $0.offset % 2 == 0 ? $0.element : Character($0.element.uppercased())
      })
    for colon in colons {
      for name in [scheme, scheme.uppercased(), mixed] { result.append(name + colon + tail) }
      for filler in fillers {
        result.append(filler + scheme + colon + tail)
        result.append(scheme[..<half] + filler + scheme[half...] + colon + tail)
        result.append(scheme + filler + colon + tail)
      }
    }
    let first = scheme.unicodeScalars.first?.value ?? 0
    result.append("%" + String(first, radix: 16) + scheme.dropFirst() + "%3A" + tail)
    result.append("&#\(first);" + scheme.dropFirst() + ":" + tail)
    return result
  }

  /// The examples of RFC 3986, 5.4, with allowed addresses.
  @Test(arguments: [
    ("g", "https://a/b/c/g"), ("./g", "https://a/b/c/g"), ("g/", "https://a/b/c/g/"),
    ("/g", "https://a/g"), ("?y", "https://a/b/c/d;p?y"), ("g?y", "https://a/b/c/g?y"),
    ("#s", "https://a/b/c/d;p?q#s"), ("g#s", "https://a/b/c/g#s"), (";x", "https://a/b/c/;x"),
    (".", "https://a/b/c/"), ("..", "https://a/b/"), ("../g", "https://a/b/g"),
    ("../..", "https://a/"), ("../../../g", "https://a/g"), ("/./g", "https://a/g"),
    ("/../g", "https://a/g"), ("g.", "https://a/b/c/g."), ("..g", "https://a/b/c/..g"),
    ("./../g", "https://a/b/g"), ("g/./h", "https://a/b/c/g/h"), ("g/../h", "https://a/b/c/h"),
    ("g?y/../x", "https://a/b/c/g?y/../x"), ("g#s/../x", "https://a/b/c/g#s/../x"),
    ("https://x/y", "https://x/y"),
  ])
  func relativeAddressesAreResolvedAgainstTheBase(reference: String, expected: String) {
    #expect(
      Links.resolve(reference, base: "https://a/b/c/d;p?q")
        == expected)
  }

  @Test func relativeAddressesWithoutABaseAreText() {
    #expect(Links.destination("a b", base: nil) == .nothing)
    #expect(Links.destination("a", base: nil) == .text("a"))
    #expect(Links.destination("a", base: "mailto:a@b.example") == .text("a"))
    #expect(Links.destination("a", base: "javascript:x") == .text("a"))
    #expect(Links.destination("https://b.example/", base: nil) == .link("https://b.example/"))
    #expect(
      Links.resolve("a", base: "https://b.example")
        == "https://b.example/a")
  }

  @Test func invalidCharactersInAddressesArePercentEncoded() {
    #expect(Links.normalized("a|b^{c}`") == "a%7Cb%5E%7Bc%7D%60")
    #expect(Links.normalized("https://[::1]/[a]") == "https://[::1]/%5Ba%5D")
    #expect(Links.normalized("100%.html#a#b") == "100%25.html#a%23b")
    #expect(Links.normalized("/ö\u{202E}\u{F0000}") == "/ö%E2%80%AE%F3%B0%80%80")
  }
}
